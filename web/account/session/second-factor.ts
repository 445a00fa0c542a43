import {
  type Auth,
  getMultiFactorResolver,
  type MultiFactorAssertion,
  type MultiFactorError,
  type MultiFactorInfo,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  TotpMultiFactorGenerator,
} from '@firebase/auth'
import type { TextCode } from './phone-codes.ts'
import type { Challenge, SecondFactor, SignInResult } from './sign-in-result.ts'

/** A code of a factor; anything else that is typed is a recovery code. */
const FACTOR_CODE = /^\d{6}$/

/** Runs a sign-in of the SDK, which throws where the account asks for a second factor: that becomes a result. */
export async function withSecondFactor(
  auth: Auth,
  textCode: TextCode,
  signIn: () => Promise<unknown>,
): Promise<SignInResult> {
  try {
    await signIn()
    return { kind: 'done' }
  } catch (error) {
    if (!isSecondFactorError(error)) throw error
    return { kind: 'secondFactor', challenge: challengeOf(auth, textCode, error) }
  }
}

function isSecondFactorError(error: unknown): error is MultiFactorError {
  return error instanceof Error && 'code' in error && error.code === 'auth/multi-factor-auth-required'
}

function challengeOf(auth: Auth, textCode: TextCode, error: MultiFactorError): Challenge {
  const resolver = getMultiFactorResolver(auth, error)
  /** The id of the newest text message to each phone. */
  const texted = new Map<string, string>()
  return {
    factors: resolver.hints.map(toFactor),
    async sendCode(factorId) {
      const multiFactorHint = resolver.hints.find(({ uid }) => uid === factorId)
      texted.set(factorId, await textCode({ multiFactorHint, session: resolver.session }))
    },
    async prove(factorId, typed) {
      const code = typed.replace(/\s/g, '')
      const isPhone = resolver.hints.some(({ uid, factorId: kind }) => uid === factorId && kind === 'phone')
      const isTexted = isPhone && FACTOR_CODE.test(code)
      await resolver.resolveSignIn(
        isTexted ? phoneAssertion(texted.get(factorId) ?? '', code) : appAssertion(factorId, code),
      )
      return { kind: 'done' }
    },
  }
}

function toFactor(hint: MultiFactorInfo): SecondFactor {
  const number = 'phoneNumber' in hint ? hint.phoneNumber : undefined
  const names = [hint.displayName, number].filter((name) => typeof name === 'string' && name !== '')
  return {
    id: hint.uid,
    kind: hint.factorId === 'phone' ? 'phone' : 'totp',
    label: names.join(', ') || null,
  }
}

function phoneAssertion(textId: string, code: string): MultiFactorAssertion {
  return PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(textId, code))
}

/** The SDK has no call for recovery codes: one is sent as the code of an app, whatever the factor is. */
function appAssertion(factorId: string, code: string): MultiFactorAssertion {
  return TotpMultiFactorGenerator.assertionForSignIn(factorId, code)
}

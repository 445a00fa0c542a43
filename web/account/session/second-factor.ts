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
import type { TextCode } from './provider/phone-codes.ts'
import { type Challenge, type SecondFactor, SecondStepNeeded } from './second-step.ts'

/** What a factor itself gives; anything else that is typed is a recovery code. */
const FACTOR_CODE = /^\d{6}$/

/** Runs an act of the SDK; where the account asks for a second step, throws `SecondStepNeeded` with it. */
export async function inSteps(auth: Auth, textCode: TextCode, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!isStepError(error)) throw error
    throw new SecondStepNeeded(challengeOf(auth, textCode, error))
  }
}

function isStepError(error: unknown): error is MultiFactorError {
  return error instanceof Error && 'code' in error && error.code === 'auth/multi-factor-auth-required'
}

function challengeOf(auth: Auth, textCode: TextCode, error: MultiFactorError): Challenge {
  const resolver = getMultiFactorResolver(auth, error)
  /** The newest text message to each phone. */
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
        isTexted ? phoneProof(texted.get(factorId) ?? '', code) : appProof(factorId, code),
      )
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

function phoneProof(textId: string, code: string): MultiFactorAssertion {
  return PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(textId, code))
}

/** The SDK knows no recovery codes: one goes where the code of an app goes, whatever the factor is. */
function appProof(factorId: string, code: string): MultiFactorAssertion {
  return TotpMultiFactorGenerator.assertionForSignIn(factorId, code)
}

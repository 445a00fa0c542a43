import type { MultiFactorInfo, TotpSecret, User } from '@firebase/auth'
import type { IdentityClient } from '../session/identity-client.ts'
import { countRecoveryCodes } from '../session/provider/recovery-codes.ts'
import { SignInError } from '../session/provider/sign-in-error.ts'
import { callToolkit } from '../session/provider/toolkit-call.ts'
import type { SecondFactor } from '../session/second-step.ts'
import { whileActing } from '../session/session.ts'

const PASSWORD = 'password'

export type EnrolledFactor = SecondFactor & { enrolledAt: string }

/** The account as its owner manages it. `providers` are those of its ways to log in, `password` where it has one. */
export type OwnAccount = {
  email: string
  isVerified: boolean
  providers: string[]
  factors: EnrolledFactor[]
  /** Whether this sign-in passed a second step. */
  hasPassedStep: boolean
  /** Recovery codes not used yet; null where the provider has none. */
  codesLeft: number | null
}

/** An app's new key: to scan (`uri`) and to type (`key`); `secret` finishes with a code that the app shows for it. */
export type TotpStart = { uri: string; key: string; secret: TotpSecret }

/** The account as the identity provider has it now. */
export async function readAccount(): Promise<OwnAccount> {
  const account = await whileActing(describeAccount)
  const [codesLeft, isPasswordSet] = await Promise.all([
    countRecoveryCodes({ hasStep: account.factors.length > 0 }),
    hasPassword(),
  ])
  const providers = account.providers.filter((id) => id !== PASSWORD || isPasswordSet)
  return { ...account, providers, codesLeft }
}

/** To the SDK an address that only mailed links have proved is the same provider. */
async function hasPassword(): Promise<boolean> {
  const { users } = await callToolkit('v1/accounts:lookup')
  return Array.isArray(users) && typeof users[0]?.passwordHash === 'string'
}

/** Begins to add an authenticator app; nothing is asked at sign-in before it has shown a right code. */
export function startTotp(storeName: string): Promise<TotpStart> {
  return whileActing(async (client) => {
    const secret = await client.startTotp()
    const uri = secret.generateQrCodeUrl(client.user()?.email ?? '', storeName)
    return { uri, key: secret.secretKey, secret }
  })
}

async function describeAccount(client: IdentityClient): Promise<Omit<OwnAccount, 'codesLeft'>> {
  const { user, factors } = await client.account()
  const { signInSecondFactor } = await client.claims()
  return {
    email: emailOf(user),
    isVerified: user.emailVerified,
    providers: user.providerData.map(({ providerId }) => providerId),
    factors: factors.map(describeFactor),
    hasPassedStep: signInSecondFactor !== null,
  }
}

function emailOf({ email }: User): string {
  if (!email) throw new SignInError('email-missing')
  return email
}

function describeFactor(info: MultiFactorInfo): EnrolledFactor {
  const number = 'phoneNumber' in info && typeof info.phoneNumber === 'string' ? info.phoneNumber : null
  return {
    id: info.uid,
    kind: info.factorId === 'phone' ? 'phone' : 'totp',
    label: info.displayName || number,
    enrolledAt: new Date(info.enrollmentTime).toISOString(),
  }
}

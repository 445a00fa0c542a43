import {
  type AuthProvider,
  linkWithCredential,
  linkWithPopup,
  type MultiFactorInfo,
  type MultiFactorSession,
  multiFactor,
  PhoneMultiFactorGenerator,
  reload,
  TotpMultiFactorGenerator,
  type User,
  unlink,
  updatePassword,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
import type { PublicConfig } from '#contract/config.ts'
import type { WindowMethod } from '#contract/identity-methods.ts'
import { type PhoneProof, phoneCredential, type TextCode } from './phone-codes.ts'
import { recoveryCodes } from './recovery-codes.ts'
import type { SecondFactor } from './second-step.ts'
import { SignInError } from './sign-in-error.ts'

export type EnrolledFactor = SecondFactor & { enrolledAt: string }

/** The account as its owner manages it. `providers` are the provider ids of the ways to log in. */
export type OwnAccount = {
  email: string
  isVerified: boolean
  providers: string[]
  factors: EnrolledFactor[]
  /** Recovery codes not used yet; null where the provider has none. */
  codesLeft: number | null
}

/** An app's new key: to scan (`uri`), to type (`key`), and to finish with a code that the app shows for it. */
export type TotpStart = { uri: string; key: string; finish: (code: string, name: string) => Promise<void> }

type Deps = {
  identity: PublicConfig['identity']
  person: () => User
  textCode: TextCode
  windowProvider: (method: WindowMethod) => AuthProvider
}

/** What the account page asks of the SDK: a part of the identity client. */
export function accountClient({ identity, person, textCode, windowProvider }: Deps) {
  const codes = recoveryCodes({ identity, idToken: () => person().getIdToken() })
  const factors = () => multiFactor(person())
  return {
    /** Read anew from the provider: another device may have changed it. */
    async account(): Promise<OwnAccount> {
      await reload(person())
      const account = describeAccount(person())
      const codesLeft = account.factors.length > 0 ? codes?.count() : codes && 0
      return { ...account, codesLeft: (await codesLeft) ?? null }
    },
    /** When the person last proved, by this sign-in, who they are (milliseconds). */
    async provedAt(): Promise<number> {
      const { authTime } = await person().getIdTokenResult()
      return Date.parse(authTime)
    },
    changePassword: (password: string) => updatePassword(person(), password),
    /** Mails a link to the new address; opening it changes the address and ends every sign-in. */
    changeEmail: (email: string, returnTo: string) =>
      verifyBeforeUpdateEmail(person(), email, { url: returnTo }),
    /** A number becomes a way in; the code was texted as for a sign-in. */
    linkPhone: (proof: PhoneProof) => linkWithCredential(person(), phoneCredential(proof)),
    link: (method: WindowMethod) => linkWithPopup(person(), windowProvider(method)),
    unlink: (providerId: string) => unlink(person(), providerId),
    async startTotp(storeName: string): Promise<TotpStart> {
      const secret = await TotpMultiFactorGenerator.generateSecret(await factors().getSession())
      return {
        uri: secret.generateQrCodeUrl(person().email ?? '', storeName),
        key: secret.secretKey,
        finish: (code, name) =>
          factors().enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), name || null),
      }
    },
    /** Texts a code to a phone that is to become a factor; answers the id that goes with the code. */
    async startPhoneFactor(phoneNumber: string): Promise<string> {
      const session: MultiFactorSession = await factors().getSession()
      return textCode({ phoneNumber, session })
    },
    addPhoneFactor: (proof: PhoneProof) =>
      factors().enroll(PhoneMultiFactorGenerator.assertion(phoneCredential(proof))),
    makeRecoveryCodes: async () => (await codes?.make()) ?? [],
    removeFactor: (id: string) => factors().unenroll(id),
  }
}

function describeAccount(user: User): Omit<OwnAccount, 'codesLeft'> {
  if (!user.email) throw new SignInError('email-missing')
  return {
    email: user.email,
    isVerified: user.emailVerified,
    providers: user.providerData.map(({ providerId }) => providerId),
    factors: multiFactor(user).enrolledFactors.map(describeFactor),
  }
}

function describeFactor(info: MultiFactorInfo): EnrolledFactor {
  const number = 'phoneNumber' in info && typeof info.phoneNumber === 'string' ? info.phoneNumber : null
  return {
    id: info.uid,
    kind: info.factorId === PhoneMultiFactorGenerator.FACTOR_ID ? 'phone' : 'totp',
    label: info.displayName || number,
    enrolledAt: new Date(info.enrollmentTime).toISOString(),
  }
}

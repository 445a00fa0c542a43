import {
  type AuthProvider,
  linkWithCredential,
  linkWithPopup,
  multiFactor,
  PhoneMultiFactorGenerator,
  reload,
  TotpMultiFactorGenerator,
  type TotpSecret,
  type User,
  unlink,
  updatePassword,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
import type { WindowMethod } from '#contract/users/identity-methods.ts'
import { type PhoneProof, phoneCredential, type TextCode } from './provider/phone-codes.ts'

type Deps = {
  person: () => User
  textCode: TextCode
  windowProvider: (method: WindowMethod) => AuthProvider
}

/**
 * What the account page asks of the SDK: a part of the identity client. As the SDK says it: what is made of that
 * stands in `own-account.ts`, beside the sign-in code and not in it.
 */
export function accountClient({ person, textCode, windowProvider }: Deps) {
  const factors = () => multiFactor(person())
  return {
    /** Read anew from the provider: another device may have changed it. */
    async account() {
      await reload(person())
      return { user: person(), factors: factors().enrolledFactors }
    },
    /** What the ID token of now says of this sign-in. */
    claims: () => person().getIdTokenResult(),
    changePassword: (password: string) => updatePassword(person(), password),
    /** Mails a link to the new address; opening it changes the address and ends every sign-in. */
    changeEmail: (email: string, returnTo: string) =>
      verifyBeforeUpdateEmail(person(), email, { url: returnTo }),
    /** A number becomes a way in; the code was texted as for a sign-in. */
    linkPhone: (proof: PhoneProof) => linkWithCredential(person(), phoneCredential(proof)),
    link: (method: WindowMethod) => linkWithPopup(person(), windowProvider(method)),
    unlink: (providerId: string) => unlink(person(), providerId),
    startTotp: async () => TotpMultiFactorGenerator.generateSecret(await factors().getSession()),
    addTotp: (secret: TotpSecret, code: string, name: string | null) =>
      factors().enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), name),
    /** Texts a code to a phone that is to become a factor; answers the id that goes with the code. */
    startPhoneFactor: async (phoneNumber: string) =>
      textCode({ phoneNumber, session: await factors().getSession() }),
    addPhoneFactor: (proof: PhoneProof) =>
      factors().enroll(PhoneMultiFactorGenerator.assertion(phoneCredential(proof))),
    removeFactor: (id: string) => factors().unenroll(id),
  }
}

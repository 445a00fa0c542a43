import type { WindowMethod } from '#contract/users/identity-methods.ts'
import { isCode } from '../../api/error-message.ts'
import { signIn } from './enter-store.ts'
import type { PhoneProof } from './provider/phone-codes.ts'
import { SignInError } from './provider/sign-in-error.ts'
import { pageAddress } from './return-path.ts'
import { tradeAnew, whileActing } from './session.ts'

type Credentials = { email: string; password: string }
type IdentityProfile = { displayName: string; photoURL: string | null }

/** Signs in and stores the access token. `remember` decides whether it outlives the browser. */
export function signInWithPassword({ email, password }: Credentials, remember: boolean): Promise<void> {
  return signIn(remember, (client) => client.signInWithPassword(email, password))
}

/** Opens another provider's window; call it straight from a click, or the browser blocks it. Throws `LinkNeeded`, too. */
export function signInWithWindow(method: WindowMethod, remember: boolean): Promise<void> {
  return signIn(remember, (client) => client.signInWithWindow(method))
}

/** Signs in by the code of a text message; a number that nobody has makes an account. */
export function signInWithPhone(proof: PhoneProof, remember: boolean): Promise<void> {
  return signIn(remember, (client) => client.signInWithPhone(proof))
}

/**
 * Makes an account, names it and signs in. The ID token is renewed after the naming, so that the store's
 * row begins with the name. Throws `registered-not-signed-in` when the account exists but the rest failed.
 */
export function register({ name, email, password }: Credentials & { name: string }): Promise<void> {
  return whileActing(async (client) => {
    await client.keepIn('local')
    await client.createAccount(email, password)
    try {
      await client.saveProfile({ displayName: name })
      await client.idToken(true)
      // Nothing depends on the verification mail: a lost one must not spoil the sign-up.
      await client.sendVerification(pageAddress('/login')).catch(() => undefined)
      await tradeAnew('local')
    } catch (cause) {
      await client.signOut()
      throw new SignInError('registered-not-signed-in', { cause })
    }
  })
}

/** Asks for a reset link. Resolves alike for known and unknown addresses. */
export function requestPasswordReset(email: string): Promise<void> {
  return whileActing((client) => client.sendPasswordReset(email, pageAddress('/login'))).catch(
    (error: unknown) => {
      if (!isCode(error, 'auth/user-not-found')) throw error
    },
  )
}

/** The address that the code of a mail is about. Throws when the code is unknown, used or too old. */
export function readMailCode(code: string): Promise<string> {
  return whileActing((client) => client.readMailCode(code))
}

/** Sets the new password of a reset code. Every sign-in of the account ends with it, this browser's too. */
export function resetPassword({ code, email, password }: Credentials & { code: string }): Promise<void> {
  return whileActing(async (client) => {
    await client.resetPassword(code, password)
    if (client.user()?.email === email) await client.signOut()
  })
}

/** Applies the code of any other mail: an address verified, changed, or put back. */
export function applyMailCode(code: string): Promise<void> {
  return whileActing(async (client) => {
    await client.applyCode(code)
    // The next ID token says so; it comes by itself within the hour, so a failure here is none.
    if (client.user()) await client.idToken(true).catch(() => undefined)
  })
}

/** Writes name and photo to the identity provider. Throws `no-user` when nobody is signed in. */
export function saveIdentityProfile({ displayName, photoURL }: IdentityProfile): Promise<void> {
  return whileActing(async (client) => {
    if (!client.user()) throw new SignInError('no-user')
    // The protocol clears a photo by an empty text; a null leaves it.
    await client.saveProfile({ displayName, photoURL: photoURL ?? '' })
    await client.idToken(true)
  })
}

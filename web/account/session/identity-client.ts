import { _getProvider, type FirebaseApp, FirebaseError, initializeApp } from '@firebase/app'
import {
  type Auth,
  type AuthCredential,
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  browserSessionPersistence,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  linkWithCredential,
  linkWithPopup,
  multiFactor,
  OAuthProvider,
  onIdTokenChanged,
  PhoneMultiFactorGenerator,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  setPersistence,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPopup,
  signOut,
  TotpMultiFactorGenerator,
  type TotpSecret,
  type User,
  unlink,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from '@firebase/auth'
import type { PublicConfig } from '#contract/config.ts'
import { type WindowMethod, windowProviders } from '#contract/users/identity-methods.ts'
import { phoneCodes, phoneCredential, type SentCode, type TextCode } from './phone-codes.ts'
import { embeddedPopupResolver } from './popup.ts'
import { withSecondFactor } from './second-factor.ts'
import type { SessionUser } from './session-state.ts'
import { SignInError } from './sign-in-error.ts'
import type { SignInResult } from './sign-in-result.ts'
import type { Persistence } from './stored-token.ts'

/** The whole address that a mail led to, and the address it was sent to. */
export type MailedLink = { email: string; link: string }

/**
 * What the store asks of the identity provider's SDK. Every call throws the SDK's `FirebaseError`; sign-ins and
 * re-authentications answer whether a second factor or a link is asked for.
 * Only `session.ts` imports this module, and lazily: with what it imports it is the whole chunk of the SDK.
 */
export type IdentityClient = ReturnType<typeof createIdentityClient>

/** Starts the SDK from the public configuration, whose key and domain the server has checked. */
export function createIdentityClient(identity: PublicConfig['identity']) {
  const auth = startAuth(identity)
  const currentUser = () => requireUser(auth)
  const textCode = phoneCodes(auth, identity.mode)
  const provider = (method: WindowMethod) => popupProvider(method, identity.custom)
  const withFactors = (signIn: () => Promise<unknown>) => withSecondFactor(auth, textCode, signIn)
  return {
    /** Resolves when the stored sign-in, if any, has been read and checked. */
    ready: () => auth.authStateReady(),
    user: () => (auth.currentUser ? toSessionUser(auth.currentUser) : undefined),
    /** Calls at every change of user or ID token, first when the user is known. */
    watch: (changed: () => void) => onIdTokenChanged(auth, changed),
    idToken: (refresh: boolean) => currentUser().getIdToken(refresh),
    /** Where the next sign-in is stored. */
    setPersistence: (persistence: Persistence) =>
      setPersistence(auth, persistence === 'session' ? browserSessionPersistence : lasting()),
    createAccount: (email: string, password: string) => createUserWithEmailAndPassword(auth, email, password),
    signInWithPassword: (email: string, password: string) =>
      withFactors(() => signInWithEmailAndPassword(auth, email, password)),
    /** Opens the popup of another provider. */
    async signInWithPopup(method: WindowMethod): Promise<SignInResult> {
      try {
        return await withFactors(() => signInWithPopup(auth, provider(method)))
      } catch (error) {
        return linkNeededBy(error, method)
      }
    },
    /** Links the account of a popup that answered `linkNeeded`. */
    linkCredential: (credential: AuthCredential) => linkWithCredential(currentUser(), credential),
    /** Mails a link that opens `returnTo`. */
    sendSignInLink: (email: string, returnTo: string) =>
      sendSignInLinkToEmail(auth, email, { url: returnTo, handleCodeInApp: true }),
    signInWithLink: ({ email, link }: MailedLink) =>
      withFactors(() => signInWithEmailLink(auth, email, link)),
    /** Gives an account without an address the one that a mailed link proves. */
    addEmail: ({ email, link }: MailedLink) =>
      linkWithCredential(currentUser(), EmailAuthProvider.credentialWithLink(email, link)),
    /** Texts a code to a number, in the form +15550147731. */
    textCode: (number: string) => textCode(number),
    signInWithPhone: (sent: SentCode) => withFactors(() => signInWithCredential(auth, phoneCredential(sent))),
    reauthenticateWithPassword: (password: string) =>
      withFactors(() => {
        const { email } = currentUser()
        return reauthenticateWithCredential(
          currentUser(),
          EmailAuthProvider.credential(email ?? '', password),
        )
      }),
    reauthenticateWithPopup: (method: WindowMethod) =>
      withFactors(() => reauthenticateWithPopup(currentUser(), provider(method))),
    saveProfile: (profile: { displayName?: string; photoURL?: string | null }) =>
      updateProfile(currentUser(), profile),
    sendVerification: (returnTo: string) => sendEmailVerification(currentUser(), { url: returnTo }),
    sendPasswordReset: (email: string, returnTo: string) =>
      sendPasswordResetEmail(auth, email, { url: returnTo }),
    /** The address that a code of any mail is about; the SDK names the call after one of them. */
    readMailCode: (code: string) => verifyPasswordResetCode(auth, code),
    resetPassword: (code: string, password: string) => confirmPasswordReset(auth, code, password),
    applyCode: (code: string) => applyActionCode(auth, code),
    signOut: () => signOut(auth),
    ...accountCalls({ currentUser, textCode, popupProvider: provider }),
  }
}

type AccountDeps = {
  currentUser: () => User
  textCode: TextCode
  popupProvider: (method: WindowMethod) => OAuthProvider
}

/** What the account page asks of the SDK. */
function accountCalls({ currentUser, textCode, popupProvider }: AccountDeps) {
  const factors = () => multiFactor(currentUser())
  return {
    /** Read anew from the provider: another device may have changed it. */
    async account() {
      await reload(currentUser())
      return { user: currentUser(), factors: factors().enrolledFactors }
    },
    /** What the current ID token says of this sign-in. */
    claims: () => currentUser().getIdTokenResult(),
    changePassword: (password: string) => updatePassword(currentUser(), password),
    /** Mails a link to the new address; opening it changes the address and ends every sign-in. */
    changeEmail: (email: string, returnTo: string) =>
      verifyBeforeUpdateEmail(currentUser(), email, { url: returnTo }),
    /** Adds a number as a sign-in method; the code was texted as for a sign-in. */
    linkPhone: (sent: SentCode) => linkWithCredential(currentUser(), phoneCredential(sent)),
    link: (method: WindowMethod) => linkWithPopup(currentUser(), popupProvider(method)),
    unlink: (providerId: string) => unlink(currentUser(), providerId),
    startTotp: async () => TotpMultiFactorGenerator.generateSecret(await factors().getSession()),
    addTotp: (secret: TotpSecret, code: string, name: string | null) =>
      factors().enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), name),
    /** Texts a code to a phone that is to become a factor; answers the id that goes with the code. */
    startPhoneFactor: async (phoneNumber: string) =>
      textCode({ phoneNumber, session: await factors().getSession() }),
    addPhoneFactor: (sent: SentCode) =>
      factors().enroll(PhoneMultiFactorGenerator.assertion(phoneCredential(sent))),
    removeFactor: (id: string) => factors().unenroll(id),
  }
}

/** The SDK's own provider classes differ in their names alone. The custom provider is the shop's own. */
function popupProvider(method: WindowMethod, custom: PublicConfig['identity']['custom']): OAuthProvider {
  const provider = new OAuthProvider(
    method === 'custom' ? (custom?.providerId ?? '') : windowProviders[method],
  )
  if (method === 'google') provider.addScope('profile')
  return provider
}

/** The result for a popup whose address has an account that it is not linked to; throws any other error. */
function linkNeededBy(error: unknown, method: WindowMethod): SignInResult {
  const isKnownAddress =
    error instanceof FirebaseError && error.code === 'auth/account-exists-with-different-credential'
  if (!isKnownAddress) throw error
  const email = error.customData?.email
  const credential = OAuthProvider.credentialFromError(error)
  if (!credential || typeof email !== 'string') throw error
  return { kind: 'linkNeeded', pending: { method, email: email.toLowerCase(), credential } }
}

function startAuth({ apiKey, authDomain, projectId, mode }: PublicConfig['identity']): Auth {
  const app = initializeApp({ apiKey, authDomain, projectId })
  const auth = mode === 'embedded' ? startEmbedded(app) : startFirebase(app)
  // without a listener the SDK renews an ID token only when a call needs it, not before its end
  _getProvider(app, 'auth-internal')
    .getImmediate()
    .addAuthTokenListener(() => {})
  return auth
}

/** Some browsers have no indexed database in private mode. */
function lasting() {
  return globalThis.indexedDB ? indexedDBLocalPersistence : browserLocalPersistence
}

const persistence = [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence]

function startFirebase(app: FirebaseApp): Auth {
  return initializeAuth(app, { persistence, popupRedirectResolver: browserPopupRedirectResolver })
}

/** The embedded provider speaks the same protocol below `/identity` of this origin. */
function startEmbedded(app: FirebaseApp): Auth {
  const { protocol, host, origin } = window.location
  const popupRedirectResolver = embeddedPopupResolver(`${origin}/identity`)
  const auth = initializeAuth(app, { persistence, popupRedirectResolver })
  // In the same tick as the start: the SDK makes its first request after it.
  auth.config.apiScheme = protocol.slice(0, -1)
  auth.config.apiHost = `${host}/identity`
  auth.config.tokenApiHost = auth.config.apiHost
  return auth
}

function toSessionUser({ uid, email, displayName, photoURL }: User): SessionUser {
  return { uid, email, displayName, photoURL }
}

function requireUser(auth: Auth): User {
  if (!auth.currentUser) throw new SignInError('no-user')
  return auth.currentUser
}

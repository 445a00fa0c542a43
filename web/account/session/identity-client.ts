import { _getProvider, type FirebaseApp, initializeApp } from '@firebase/app'
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
  onIdTokenChanged,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  setPersistence,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signOut,
  type User,
  updateProfile,
  verifyPasswordResetCode,
} from '@firebase/auth'
import type { PublicConfig } from '#contract/config.ts'
import type { WindowMethod } from '#contract/users/identity-methods.ts'
import { accountClient } from './account-client.ts'
import { type PhoneProof, phoneCodes, phoneCredential } from './provider/phone-codes.ts'
import { embeddedPopupResolver } from './provider/popup-resolver.ts'
import { SignInError } from './provider/sign-in-error.ts'
import { openWindow, windowProvider } from './provider/window-sign-in.ts'
import { inSteps } from './second-factor.ts'
import type { SessionUser } from './session-state.ts'
import type { Keep } from './stored-token.ts'

/** The whole address that a mail led to, and the address it was sent to. */
export type MailedLink = { email: string; link: string }

/**
 * What the store asks of the identity provider's SDK. Every call throws the SDK's `FirebaseError`; a sign-in
 * or re-authentication that stands before its second step throws `SecondStepNeeded`.
 * This module is the whole of the sign-in code: only `load-identity.ts` imports it, and lazily.
 */
export type IdentityClient = ReturnType<typeof createIdentityClient>

/** Starts the SDK from the public configuration, whose key and domain the server has checked. */
export function createIdentityClient(identity: PublicConfig['identity']) {
  const auth = startAuth(identity)
  const person = () => requirePerson(auth)
  const textCode = phoneCodes(auth, identity.mode)
  const provider = (method: WindowMethod) => windowProvider(method, identity.custom)
  const stepped = (act: () => Promise<unknown>) => inSteps(auth, textCode, act)
  return {
    /** Resolves when the stored sign-in, if any, has been read and checked. */
    ready: () => auth.authStateReady(),
    user: () => (auth.currentUser ? toSessionUser(auth.currentUser) : undefined),
    /** Calls at every change of person or ID token, first when it is known. */
    watch: (changed: () => void) => onIdTokenChanged(auth, changed),
    idToken: (refresh: boolean) => person().getIdToken(refresh),
    /** Where the next sign-in is kept. */
    keepIn: (keep: Keep) => setPersistence(auth, keep === 'session' ? browserSessionPersistence : lasting()),
    createAccount: (email: string, password: string) => createUserWithEmailAndPassword(auth, email, password),
    signInWithPassword: (email: string, password: string) =>
      stepped(() => signInWithEmailAndPassword(auth, email, password)),
    /** Opens the window of another provider. Throws `LinkNeeded`, too. */
    signInWithWindow: (method: WindowMethod) =>
      stepped(() => openWindow(auth, { method, provider: provider(method) })),
    /** Links the outside account of a window that needed it. */
    linkCredential: (credential: AuthCredential) => linkWithCredential(person(), credential),
    /** Mails a link that opens `returnTo`. */
    sendSignInLink: (email: string, returnTo: string) =>
      sendSignInLinkToEmail(auth, email, { url: returnTo, handleCodeInApp: true }),
    signInWithLink: ({ email, link }: MailedLink) => stepped(() => signInWithEmailLink(auth, email, link)),
    /** Gives an account without an address the one that a mailed link proves. */
    addEmail: ({ email, link }: MailedLink) =>
      linkWithCredential(person(), EmailAuthProvider.credentialWithLink(email, link)),
    /** Texts a code to a number, in the form +15550147731. */
    textCode: (number: string) => textCode(number),
    signInWithPhone: (proof: PhoneProof) => stepped(() => signInWithCredential(auth, phoneCredential(proof))),
    reauthenticateWithPassword: (password: string) =>
      stepped(() => {
        const { email } = person()
        return reauthenticateWithCredential(person(), EmailAuthProvider.credential(email ?? '', password))
      }),
    reauthenticateWithWindow: (method: WindowMethod) =>
      stepped(() => reauthenticateWithPopup(person(), windowProvider(method, identity.custom))),
    saveProfile: (profile: { displayName?: string; photoURL?: string | null }) =>
      updateProfile(person(), profile),
    sendVerification: (returnTo: string) => sendEmailVerification(person(), { url: returnTo }),
    sendPasswordReset: (email: string, returnTo: string) =>
      sendPasswordResetEmail(auth, email, { url: returnTo }),
    /** Says what any code is about; the SDK names it after one of them. */
    readMailCode: (code: string) => verifyPasswordResetCode(auth, code),
    resetPassword: (code: string, password: string) => confirmPasswordReset(auth, code, password),
    applyCode: (code: string) => applyActionCode(auth, code),
    signOut: () => signOut(auth),
    ...accountClient({ person, textCode, windowProvider: provider }),
  }
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

/** Some browsers' private windows have no indexed database. */
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

function requirePerson(auth: Auth): User {
  if (!auth.currentUser) throw new SignInError('no-user')
  return auth.currentUser
}

import { _getProvider, type FirebaseApp, FirebaseError, initializeApp } from '@firebase/app'
import {
  type ApplicationVerifier,
  type Auth,
  type AuthCredential,
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  browserSessionPersistence,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  getMultiFactorResolver,
  indexedDBLocalPersistence,
  initializeAuth,
  linkWithCredential,
  linkWithPopup,
  type MultiFactorError,
  type MultiFactorInfo,
  multiFactor,
  OAuthProvider,
  onIdTokenChanged,
  type PhoneAuthCredential,
  PhoneAuthProvider,
  type PhoneInfoOptions,
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
import { deviceHeader } from '#contract/platform/auth/device-header.ts'
import { type PopupMethod, popupProviders } from '#contract/platform/auth/identity-methods.ts'
import type { PublicConfig } from '#contract/platform/config.ts'
import type { ErrorMessage } from '../api/error-message.ts'
import { deviceId, type Persistence } from './access-token.ts'
import { embeddedPopupResolver } from './popup.ts'
import type { SessionUser } from './session-state.ts'
import { SignInError } from './sign-in-error.ts'

export type SecondFactor = { id: string; kind: 'totp' | 'phone'; label: string | null }

export type Challenge = {
  factors: SecondFactor[]
  sendCode(factorId: string): Promise<void>
  /** Continues the sign-in or re-authentication, by a code of the factor or by a recovery code of the account. */
  verify(factorId: string, code: string): Promise<SignInResult>
}

/** A provider's account that is linked when its owner signs in by an earlier method; `email` is in lower case. */
export type PendingLink = { method: PopupMethod; email: string; credential: AuthCredential }

export type SignInResult =
  | { kind: 'done' }
  | { kind: 'secondFactor'; challenge: Challenge }
  /** The address of a popup's account belongs to an account that this one is not linked to. */
  | { kind: 'linkNeeded'; pending: PendingLink }
  /** Re-authentication was cancelled, or a newer popup replaced this one: there is nothing to show. */
  | { kind: 'cancelled' }
  | { kind: 'failed'; error: ErrorMessage }

export type MailedLink = { email: string; link: string }

export type PhoneCode = { verificationId: string; code: string }

type SendSmsCode = (to: PhoneInfoOptions | string) => Promise<string>

/** Other modules import only its types. `session.ts` loads it lazily: it and the SDK are one chunk. */
export type IdentityClient = ReturnType<typeof createIdentityClient>

export function createIdentityClient(identity: PublicConfig['identity']) {
  const auth = startAuth(identity)
  const currentUser = () => requireUser(auth)
  const sendSmsCode = createCodeSender(auth, identity.mode)
  const provider = (method: PopupMethod) => popupProvider(method, identity.custom)
  const factors = () => multiFactor(currentUser())
  const withFactors = (signIn: () => Promise<unknown>) => withSecondFactor(auth, sendSmsCode, signIn)
  return {
    ready: () => auth.authStateReady(),
    user: () => (auth.currentUser ? toSessionUser(auth.currentUser) : undefined),
    watch: (onChange: () => void) => onIdTokenChanged(auth, onChange),
    idToken: (refresh: boolean) => currentUser().getIdToken(refresh),
    setPersistence: (persistence: Persistence) =>
      setPersistence(auth, persistence === 'session' ? browserSessionPersistence : lastingPersistence()),
    createAccount: (email: string, password: string) => createUserWithEmailAndPassword(auth, email, password),
    signInWithPassword: (email: string, password: string) =>
      withFactors(() => signInWithEmailAndPassword(auth, email, password)),
    async signInWithPopup(method: PopupMethod): Promise<SignInResult> {
      try {
        return await withFactors(() => signInWithPopup(auth, provider(method)))
      } catch (error) {
        return linkNeededBy(error, method)
      }
    },
    linkCredential: (credential: AuthCredential) => linkWithCredential(currentUser(), credential),
    sendSignInLink: (email: string, returnTo: string) =>
      sendSignInLinkToEmail(auth, email, { url: returnTo, handleCodeInApp: true }),
    signInWithLink: ({ email, link }: MailedLink) =>
      withFactors(() => signInWithEmailLink(auth, email, link)),
    addEmail: ({ email, link }: MailedLink) =>
      linkWithCredential(currentUser(), EmailAuthProvider.credentialWithLink(email, link)),
    sendSmsCode,
    signInWithPhone: (code: PhoneCode) =>
      withFactors(() => signInWithCredential(auth, phoneCredential(code))),
    reauthenticateWithPassword: (password: string) =>
      withFactors(() => {
        const { email } = currentUser()
        return reauthenticateWithCredential(
          currentUser(),
          EmailAuthProvider.credential(email ?? '', password),
        )
      }),
    reauthenticateWithPopup: (method: PopupMethod) =>
      withFactors(() => reauthenticateWithPopup(currentUser(), provider(method))),
    saveProfile: (profile: { displayName?: string; photoURL?: string | null }) =>
      updateProfile(currentUser(), profile),
    sendVerification: (returnTo: string) => sendEmailVerification(currentUser(), { url: returnTo }),
    sendPasswordReset: (email: string, returnTo: string) =>
      sendPasswordResetEmail(auth, email, { url: returnTo }),
    /** The address that a mail's code is about. The SDK names the call after one kind of mail; it reads the codes of all. */
    readMailCode: (code: string) => verifyPasswordResetCode(auth, code),
    resetPassword: (code: string, password: string) => confirmPasswordReset(auth, code, password),
    applyCode: (code: string) => applyActionCode(auth, code),
    signOut: () => signOut(auth),
    async account() {
      await reload(currentUser())
      return { user: currentUser(), factors: factors().enrolledFactors }
    },
    claims: () => currentUser().getIdTokenResult(),
    changePassword: (password: string) => updatePassword(currentUser(), password),
    /** Mails a link to the new address; confirming it changes the address and ends every sign-in. */
    changeEmail: (email: string, returnTo: string) =>
      verifyBeforeUpdateEmail(currentUser(), email, { url: returnTo }),
    linkPhone: (code: PhoneCode) => linkWithCredential(currentUser(), phoneCredential(code)),
    link: (method: PopupMethod) => linkWithPopup(currentUser(), provider(method)),
    unlink: (providerId: string) => unlink(currentUser(), providerId),
    startTotp: async () => TotpMultiFactorGenerator.generateSecret(await factors().getSession()),
    addTotp: (secret: TotpSecret, code: string, name: string | null) =>
      factors().enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), name),
    startPhoneFactor: async (phoneNumber: string) =>
      sendSmsCode({ phoneNumber, session: await factors().getSession() }),
    addPhoneFactor: (code: PhoneCode) =>
      factors().enroll(PhoneMultiFactorGenerator.assertion(phoneCredential(code))),
    removeFactor: (id: string) => factors().unenroll(id),
  }
}

function popupProvider(method: PopupMethod, custom: PublicConfig['identity']['custom']): OAuthProvider {
  const provider = new OAuthProvider(
    method === 'custom' ? (custom?.providerId ?? '') : popupProviders[method],
  )
  if (method === 'google') provider.addScope('profile')
  return provider
}

function linkNeededBy(error: unknown, method: PopupMethod): SignInResult {
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
  const auth =
    mode === 'embedded'
      ? startEmbedded(app)
      : initializeAuth(app, { persistence, popupRedirectResolver: browserPopupRedirectResolver })
  // without a listener the SDK renews an ID token only when a call needs it, not before its end
  _getProvider(app, 'auth-internal')
    .getImmediate()
    .addAuthTokenListener(() => {})
  return auth
}

/** Some browsers have no IndexedDB in private mode. */
function lastingPersistence() {
  return globalThis.indexedDB ? indexedDBLocalPersistence : browserLocalPersistence
}

const persistence = [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence]

/** The embedded provider speaks the same protocol below `/identity` of this origin. */
function startEmbedded(app: FirebaseApp): Auth {
  const { protocol, host, origin } = window.location
  const popupRedirectResolver = embeddedPopupResolver(`${origin}/identity`)
  const auth = initializeAuth(app, { persistence, popupRedirectResolver })
  // In the same tick as the start: the SDK makes its first request after it.
  auth.config.apiScheme = protocol.slice(0, -1)
  auth.config.apiHost = `${host}/identity`
  auth.config.tokenApiHost = auth.config.apiHost
  sendDevice(auth)
  return auth
}

/** Adds the id of this browser to the headers of the SDK, by a method that is internal to it, hence its exact version. */
function sendDevice(auth: Auth): void {
  const own: unknown = Reflect.get(auth, '_getAdditionalHeaders')
  const device = deviceId()
  if (typeof own !== 'function' || device === undefined) return
  const getHeaders = async () => ({ ...(await Reflect.apply(own, auth, [])), [deviceHeader]: device })
  Reflect.set(auth, '_getAdditionalHeaders', getHeaders)
}

function toSessionUser({ uid, email, displayName, photoURL }: User): SessionUser {
  return { uid, email, displayName, photoURL }
}

function requireUser(auth: Auth): User {
  if (!auth.currentUser) throw new SignInError('no-user')
  return auth.currentUser
}

function createCodeSender(auth: Auth, mode: PublicConfig['identity']['mode']): SendSmsCode {
  let verifier: Promise<ApplicationVerifier> | undefined
  return async (to) => {
    verifier ??= (mode === 'embedded' ? Promise.resolve(noCaptcha) : loadCaptcha(auth)).catch((error) => {
      verifier = undefined
      throw error
    })
    return new PhoneAuthProvider(auth).verifyPhoneNumber(to, await verifier)
  }
}

/** The embedded provider asks for no captcha: it limits by number and IP address. The SDK calls `_reset`. */
const noCaptcha: ApplicationVerifier & { _reset(): void } = {
  type: 'recaptcha',
  verify: async () => 'none',
  _reset() {},
}

async function loadCaptcha(auth: Auth): Promise<ApplicationVerifier> {
  const { createGoogleCaptcha } = await import('./google-captcha.ts')
  return createGoogleCaptcha(auth.config.apiKey)
}

function phoneCredential({ verificationId, code }: PhoneCode): PhoneAuthCredential {
  return PhoneAuthProvider.credential(verificationId, code)
}

async function withSecondFactor(
  auth: Auth,
  sendSmsCode: SendSmsCode,
  signIn: () => Promise<unknown>,
): Promise<SignInResult> {
  try {
    await signIn()
    return { kind: 'done' }
  } catch (error) {
    if (!isSecondFactorError(error)) throw error
    return { kind: 'secondFactor', challenge: challengeOf(auth, sendSmsCode, error) }
  }
}

function isSecondFactorError(error: unknown): error is MultiFactorError {
  return error instanceof FirebaseError && error.code === 'auth/multi-factor-auth-required'
}

function challengeOf(auth: Auth, sendSmsCode: SendSmsCode, error: MultiFactorError): Challenge {
  const resolver = getMultiFactorResolver(auth, error)
  const verificationIds = new Map<string, string>()
  return {
    factors: resolver.hints.map(toFactor),
    async sendCode(factorId) {
      const multiFactorHint = resolver.hints.find(({ uid }) => uid === factorId)
      verificationIds.set(factorId, await sendSmsCode({ multiFactorHint, session: resolver.session }))
    },
    async verify(factorId, typed) {
      const code = typed.replace(/\s/g, '')
      const isPhone = resolver.hints.some(({ uid, factorId: kind }) => uid === factorId && kind === 'phone')
      // anything but six digits is a recovery code, which the SDK sends as the code of an app
      const isTexted = isPhone && /^\d{6}$/.test(code)
      const assertion = isTexted
        ? PhoneMultiFactorGenerator.assertion(
            phoneCredential({ verificationId: verificationIds.get(factorId) ?? '', code }),
          )
        : TotpMultiFactorGenerator.assertionForSignIn(factorId, code)
      await resolver.resolveSignIn(assertion)
      return { kind: 'done' }
    },
  }
}

function toFactor(hint: MultiFactorInfo): SecondFactor {
  const number = 'phoneNumber' in hint && typeof hint.phoneNumber === 'string' ? hint.phoneNumber : ''
  const label = [hint.displayName, number].filter(Boolean).join(', ')
  return { id: hint.uid, kind: hint.factorId === 'phone' ? 'phone' : 'totp', label: label || null }
}

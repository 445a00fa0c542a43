import { createServer } from 'node:http'
import { deleteApp, initializeApp } from '@firebase/app'
import { portOf } from '#tests/support/http/listening-port.ts'
import { embeddedPopupResolver } from '#web/platform/auth/popup.ts'
import { linkIn, popupGrant } from './identity.ts'
import type { Sdk } from './identity-sdk.ts'
import { appCode, mfa, startTotp } from './second-factors.ts'

/**
 * The browser build of the SDK with two providers and a stub of `window`. `withPrivacy` has e-mail privacy;
 * `withoutPrivacy` has none, and sends at most one mail an hour to a mailbox.
 */
export type Fixture = {
  kit: typeof import('@firebase/auth')
  withPrivacy: Sdk
  withoutPrivacy: Sdk
  window: StubbedWindow
}
type StubbedWindow = { hostname: string; opens: { closed: boolean } | null }

type Code = {
  /** When it occurs, as docs/sign-in/codes.md says. */
  when: string
} & ({ provoke(fixture: Fixture): Promise<unknown> } | { whyNot: string })

let people = 0
const newEmail = () => `person${++people}@example.com`

/** The identity codes of the specification (section 8) in its order, and how to provoke each. */
export const identityCodes: Record<string, Code> = {
  'user-disabled': {
    when: 'The account was disabled; a browser that is signed in finds out by itself and signs out.',
    async provoke({ withPrivacy }) {
      const user = await withPrivacy.register(newEmail())
      await withPrivacy.identity.admin.disable(user.uid)
      await user.reload()
    },
  },
  'user-token-expired': {
    when: 'A reset or another session changed the password, or the session ended; the browser signs out.',
    async provoke({ kit, withPrivacy: { auth, identity, register } }) {
      const email = newEmail()
      const user = await register(email)
      await kit.sendPasswordResetEmail(auth, email)
      const code = linkIn(await identity.newestMail(email)).searchParams.get('oobCode') ?? ''
      await kit.confirmPasswordReset(auth, code, 'another-secret')
      await user.getIdToken(true)
    },
  },
  'network-request-failed': {
    when: 'The provider cannot be reached; the session stays, and the refresh is retried.',
    provoke: ({ kit, withPrivacy: { auth } }) => withApiHost('127.0.0.1:1', auth, () => badSignIn(kit, auth)),
  },
  'internal-error': {
    when: 'The provider’s response is invalid.',
    async provoke({ kit, withPrivacy: { auth } }) {
      const empty = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
      await new Promise((listening) => empty.once('listening', listening))
      const port = portOf(empty)
      await withApiHost(`127.0.0.1:${port}`, auth, () => badSignIn(kit, auth)).finally(() => empty.close())
    },
  },
  'argument-error': {
    when: 'The store’s own code calls the SDK in a wrong way.',
    provoke: ({ kit, withPrivacy: { auth } }) =>
      kit.signInWithPopup(auth, new kit.PhoneAuthProvider(auth) as never),
  },
  'invalid-api-key': {
    when: 'The configured API key has a colon; the server refuses to start with such a one.',
    async provoke({ kit }) {
      const app = initializeApp({ apiKey: 'with:colon', authDomain: 'localhost' }, 'invalid-api-key')
      try {
        kit.initializeAuth(app)
      } finally {
        await deleteApp(app)
      }
    },
  },
  'unauthorized-domain': {
    when: 'The page is served from a host that the provider does not list.',
    provoke: ({ window, ...fixture }) => {
      window.hostname = 'elsewhere.example'
      return openPopup(fixture)
    },
  },
  'popup-blocked': {
    when: 'The browser blocks the sign-in popup.',
    provoke: ({ window, ...fixture }) => {
      window.opens = null
      return openPopup(fixture)
    },
  },
  'popup-closed-by-user': {
    when: 'The user closes the sign-in popup; noticed after two seconds.',
    provoke: ({ window, ...fixture }) => {
      window.opens = { closed: true }
      return openPopup(fixture)
    },
  },
  'cancelled-popup-request': {
    when: 'A second sign-in popup replaces the first; the first shows no error.',
    async provoke({ window, ...fixture }) {
      const first = openPopup(fixture)
      const second = openPopup(fixture)
      await first.finally(async () => {
        // The third popup does not open, so that none is left open.
        window.opens = null
        await Promise.allSettled([second, openPopup(fixture)])
      })
    },
  },
  'web-storage-unsupported': {
    when: 'The browser stores no data for the frame of Firebase’s popup.',
    whyNot: 'The embedded provider’s popup posts to its opener directly; there is no such frame.',
  },
  'user-mismatch': {
    when: 'A re-authentication is for another account than the one signed in.',
    async provoke({ kit, withPrivacy: { register } }) {
      const one = newEmail()
      const other = newEmail()
      await register(one)
      const user = await register(other)
      await kit.reauthenticateWithCredential(user, kit.EmailAuthProvider.credential(one, 'secret1'))
    },
  },
  'user-not-found': {
    when: 'With e-mail privacy off: the address has no account.',
    provoke: ({ kit, withoutPrivacy: { auth } }) => badSignIn(kit, auth),
  },
  'multi-factor-auth-required': {
    when: 'The account has a second factor; the page asks for it.',
    async provoke({ kit, withPrivacy: { auth, identity, register } }) {
      const email = newEmail()
      const user = await register(email)
      await kit.sendEmailVerification(user)
      const oobCode = linkIn(await identity.newestMail(email)).searchParams.get('oobCode')
      await identity.post('v1/accounts:update', { oobCode })
      const idToken = await user.getIdToken(true)
      const { sharedSecretKey, sessionInfo } = await startTotp(identity, idToken)
      const totpVerificationInfo = { sessionInfo, verificationCode: appCode(sharedSecretKey, new Date()) }
      await mfa(identity, 'Enrollment:finalize', { idToken, displayName: 'App', totpVerificationInfo })
      await kit.signInWithEmailAndPassword(auth, email, 'secret1')
    },
  },
  'login-blocked': {
    when: 'A `beforeAuthStateChanged` callback rejects; the store registers none.',
    async provoke({ kit, withPrivacy: { auth, register } }) {
      const unblock = kit.beforeAuthStateChanged(auth, () => {
        throw new Error('not today')
      })
      await register(newEmail()).finally(unblock)
    },
  },
  'tenant-id-mismatch': {
    when: '`updateCurrentUser` with a user of another tenant; the store has no tenants.',
    async provoke({ kit, withPrivacy: { auth, register } }) {
      const user = await register(newEmail())
      auth.tenantId = 'another-tenant'
      await kit.updateCurrentUser(auth, user).finally(() => {
        auth.tenantId = null
      })
    },
  },
  'invalid-continue-uri': {
    when: '`continueUrl` is not a URL.',
    provoke: ({ kit, withPrivacy: { auth } }) =>
      kit.sendPasswordResetEmail(auth, newEmail(), { url: 'nowhere' }),
  },
  'missing-ios-bundle-id': {
    when: '`iOS.bundleId` is empty; the store has no app.',
    provoke: ({ kit, withPrivacy: { auth } }) =>
      kit.sendPasswordResetEmail(auth, newEmail(), { url: 'http://localhost', iOS: { bundleId: '' } }),
  },
  'missing-android-pkg-name': {
    when: '`android.packageName` is empty; the store has no app.',
    provoke: ({ kit, withPrivacy: { auth } }) =>
      kit.sendPasswordResetEmail(auth, newEmail(), { url: 'http://localhost', android: { packageName: '' } }),
  },
  'invalid-auth-event': {
    when: 'The frame of Firebase’s popup passes on an empty auth event.',
    whyNot: 'The embedded provider has no such frame; messages of its popup are read or ignored.',
  },
  'no-auth-event': {
    when: 'A sign-in by redirect returns without an auth event; the SDK handles it itself.',
    whyNot: 'The store signs in by popup only, and the SDK throws this code to no caller.',
  },
  'account-exists-with-different-credential': {
    when: 'An external account with an unverified address has the address of an account here.',
    async provoke({ kit, withPrivacy: { auth, identity, register } }) {
      const email = newEmail()
      await register(email)
      // `signInWithIdp` returns a credential that the SDK accepts without the popup’s nonce.
      const grant = await popupGrant(identity, { name: 'Test Person', email })
      const { body } = await identity.post('v1/accounts:signInWithIdp', assertionOf(grant))
      await kit.signInWithCredential(auth, kit.GoogleAuthProvider.credential(String(body.oauthIdToken)))
    },
  },
  'wrong-password': {
    when: 'With e-mail privacy off: the password is not the account’s.',
    async provoke({ kit, withoutPrivacy: { auth, register } }) {
      const email = newEmail()
      await register(email)
      await badSignIn(kit, auth, email)
    },
  },
  'email-already-in-use': {
    when: 'A registration or change of address uses an address that has an account.',
    async provoke({ withPrivacy: { register } }) {
      const email = newEmail()
      await register(email)
      await register(email)
    },
  },
  'too-many-requests': {
    when: 'Too many wrong passwords, mails or text messages in a short time.',
    // By mails, since the delays after wrong passwords end soon.
    async provoke({ kit, withoutPrivacy: { auth, register } }) {
      const email = newEmail()
      await register(email)
      await kit.sendPasswordResetEmail(auth, email)
      await kit.sendPasswordResetEmail(auth, email)
    },
  },
}

type Kit = Fixture['kit']
type Auth = Sdk['auth']

/** Signs in with a password that no account has. */
function badSignIn(kit: Kit, auth: Auth, email = newEmail()) {
  return kit.signInWithEmailAndPassword(auth, email, 'wrong-password')
}

/** Opens the popup of the store's own resolver. */
function openPopup({ kit, withPrivacy: { auth } }: Omit<Fixture, 'window'>) {
  const { apiScheme, apiHost } = auth.config
  const resolver = embeddedPopupResolver(`${apiScheme}://${apiHost}`)
  return kit.signInWithPopup(auth, new kit.GoogleAuthProvider(), resolver)
}

async function withApiHost(host: string, auth: Auth, work: () => Promise<unknown>): Promise<void> {
  const { apiHost } = auth.config
  auth.config.apiHost = host
  try {
    await work()
  } finally {
    auth.config.apiHost = apiHost
  }
}

function assertionOf(grant: string) {
  const postBody = new URLSearchParams({ id_token: grant, providerId: 'google.com' }).toString()
  return {
    requestUri: 'http://localhost',
    sessionId: 'nonce-of-the-opener',
    postBody,
    returnIdpCredential: true,
  }
}

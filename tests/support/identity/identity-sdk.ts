import { deleteApp, initializeApp } from '@firebase/app'
import type { ApplicationVerifier, Auth, User } from '@firebase/auth'
import { identityMethods } from '#contract/platform/auth/identity-methods.ts'
import { portOf } from '#tests/support/http/listening-port.ts'
import { API_KEY, PROJECT, startIdentity, type TestIdentity } from './identity.ts'

type Kit = Pick<
  typeof import('@firebase/auth'),
  'initializeAuth' | 'inMemoryPersistence' | 'createUserWithEmailAndPassword'
>
export type Sdk = {
  identity: TestIdentity
  auth: Auth
  /** A new account with the password `secret1`. */
  register(email: string): Promise<User>
  close(): Promise<void>
}

let apps = 0

/**
 * Starts an identity provider with every method and connects the unchanged SDK to it. `kit` is the build of
 * the SDK: the one for Node, or the one for browsers, which alone supports phones.
 */
export async function openSdk(kit: Kit, settings: Parameters<typeof startIdentity>[0] = {}): Promise<Sdk> {
  // The SDK reads the machine's clock.
  const identity = await startIdentity({ now: () => new Date(), methods: identityMethods, ...settings })
  await identity.app.listen({ host: '127.0.0.1', port: 0 })
  const port = portOf(identity.app.server)
  apps += 1
  const app = initializeApp({ apiKey: API_KEY, authDomain: 'localhost', projectId: PROJECT }, `sdk${apps}`)
  const auth = kit.initializeAuth(app, { persistence: kit.inMemoryPersistence })
  auth.config.apiScheme = 'http'
  auth.config.apiHost = `127.0.0.1:${port}/identity`
  auth.config.tokenApiHost = `127.0.0.1:${port}/identity`
  return {
    identity,
    auth,
    async register(email) {
      const { user } = await kit.createUserWithEmailAndPassword(auth, email, 'secret1')
      return user
    },
    async close() {
      await deleteApp(app)
      await identity.close()
    },
  }
}

/** Loads the build of the SDK for browsers: the one for Node rejects every call about phones. */
export function loadBrowserKit(): Promise<typeof import('@firebase/auth')> {
  return import(new URL('../../../node_modules/@firebase/auth/dist/esm/index.js', import.meta.url).href)
}

/** A captcha that always passes; the SDK calls `_reset`, which its types omit. */
export const fakeCaptcha: ApplicationVerifier & { _reset(): void } = {
  type: 'recaptcha',
  verify: async () => 'passed',
  _reset() {},
}

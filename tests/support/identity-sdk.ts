import type { AddressInfo } from 'node:net'
import { deleteApp, initializeApp } from '@firebase/app'
import { type Auth, initializeAuth, inMemoryPersistence } from '@firebase/auth'
import { identityMethods } from '#contract/identity-methods.ts'
import { API_KEY, PROJECT, startIdentity, type TestIdentity } from './identity.ts'

export type Sdk = { identity: TestIdentity; auth: Auth; close(): Promise<void> }

let apps = 0

/** The unchanged SDK before an identity provider that listens and has every method on. */
export async function openSdk(): Promise<Sdk> {
  // the SDK reads the machine's clock
  const identity = await startIdentity({ now: () => new Date(), methods: identityMethods })
  await identity.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = identity.app.server.address() as AddressInfo
  apps += 1
  const settings = { apiKey: API_KEY, authDomain: 'localhost', projectId: PROJECT }
  const app = initializeApp(settings, `sdk${apps}`)
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  auth.config.apiScheme = 'http'
  auth.config.apiHost = `127.0.0.1:${port}/identity`
  auth.config.tokenApiHost = `127.0.0.1:${port}/identity`
  return {
    identity,
    auth,
    async close() {
      await deleteApp(app)
      await identity.close()
    },
  }
}

import * as z from 'zod/mini'
import type { AuthType } from '#database/rows.ts'
import type { Identity } from '../identity.ts'
import { decrypt, encrypt } from '../tokens/encryption.ts'
import { OAUTH_FLOW_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { digest } from '../tokens/secrets.ts'
import type { Flow } from './oauth-client.ts'

export type Redirect = {
  providerId: string
  /** A secret in a cookie of the browser. */
  browser: string
  nonce: string
  eventId: string
  authType: AuthType
}
export type Returned = Omit<Redirect, 'browser'> & { flow: Flow }

const secretsSchema = z.object({ codeVerifier: z.string(), idTokenNonce: z.string(), nonce: z.string() })

export async function saveFlow(identity: Identity, flow: Flow, redirect: Redirect): Promise<void> {
  const { state, codeVerifier, idTokenNonce } = flow
  const { providerId, browser, nonce, eventId, authType } = redirect
  const stateHash = digest(state)
  const secrets = Buffer.from(JSON.stringify({ codeVerifier, idTokenNonce, nonce }))
  await identity.db
    .insertInto('identity.oauth_flows')
    .values({
      state_hash: stateHash,
      browser_hash: digest(browser),
      nonce_hash: digest(nonce),
      provider_id: providerId,
      event_id: eventId,
      auth_type: authType,
      encrypted_checks: encrypt(identity, stateHash, secrets),
      expires_at: secondsAfter(identity.now(), OAUTH_FLOW_SECONDS),
    })
    .execute()
}

/** Whether a popup of this browser was redirected with `eventId` and has not returned. */
export async function isAway(
  identity: Identity,
  { eventId, browser }: { eventId: string; browser: string | undefined },
): Promise<boolean> {
  if (browser === undefined) return false
  const row = await identity.db
    .selectFrom('identity.oauth_flows')
    .select('state_hash')
    .where('browser_hash', '=', digest(browser))
    .where('event_id', '=', eventId)
    .where('expires_at', '>', identity.now())
    .executeTakeFirst()
  return row !== undefined
}

/** Consumes the flow of `state`; undefined for an unknown or expired one, and for another browser's. */
export async function takeFlow(
  identity: Identity,
  { state, browser }: { state: string; browser: string | undefined },
): Promise<Returned | undefined> {
  const row = await identity.db
    .deleteFrom('identity.oauth_flows')
    .where('state_hash', '=', digest(state))
    .returningAll()
    .executeTakeFirst()
  if (!row || row.expires_at <= identity.now()) return undefined
  if (browser === undefined || row.browser_hash !== digest(browser)) return undefined
  const { nonce, ...secrets } = secretsSchema.parse(
    JSON.parse(decrypt(identity, row.state_hash, row.encrypted_checks).toString()),
  )
  const { provider_id: providerId, event_id: eventId, auth_type: authType } = row
  return { providerId, eventId, authType, nonce, flow: { state, ...secrets } }
}

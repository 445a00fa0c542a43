import * as z from 'zod/mini'
import type { AuthType } from '#database/rows.ts'
import type { Identity } from '../identity.ts'
import { OAUTH_FLOW_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { seal, unseal } from '../tokens/sealed.ts'
import { digest } from '../tokens/secrets.ts'
import type { Flow } from './oauth-client.ts'

/** Who left for a provider: the window, and what the page that opened it waits for. */
export type Departure = {
  providerId: string
  /** A secret of the browser, kept in a cookie. */
  browser: string
  nonce: string
  eventId: string
  authType: AuthType
}
export type Returned = Omit<Departure, 'browser'> & { flow: Flow }

const proofSchema = z.object({ codeVerifier: z.string(), idTokenNonce: z.string(), nonce: z.string() })

export async function saveFlow(identity: Identity, flow: Flow, departure: Departure): Promise<void> {
  const { state, codeVerifier, idTokenNonce } = flow
  const { providerId, browser, nonce, eventId, authType } = departure
  const stateHash = digest(state)
  const proof = Buffer.from(JSON.stringify({ codeVerifier, idTokenNonce, nonce }))
  await identity.db
    .insertInto('identity.oauth_flows')
    .values({
      state_hash: stateHash,
      browser_hash: digest(browser),
      nonce_hash: digest(nonce),
      provider_id: providerId,
      event_id: eventId,
      auth_type: authType,
      encrypted_checks: seal(identity, stateHash, proof),
      expires_at: secondsAfter(identity.now(), OAUTH_FLOW_SECONDS),
    })
    .execute()
}

/** Whether a window of this browser left with `eventId` and is not back. */
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

/** Uses up what was saved for `state`; undefined for an unknown or old one, and for another browser's. */
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
  const { nonce, ...secrets } = proofSchema.parse(
    JSON.parse(unseal(identity, row.state_hash, row.encrypted_checks).toString()),
  )
  const { provider_id: providerId, event_id: eventId, auth_type: authType } = row
  return { providerId, eventId, authType, nonce, flow: { state, ...secrets } }
}

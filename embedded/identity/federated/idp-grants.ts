import type { Db } from '#database/open.ts'
import { digest, GRANT_SECONDS, newSecret, PENDING_GRANT_SECONDS, secondsAfter } from '../tokens/secrets.ts'
import type { OutsidePerson } from './outside-providers.ts'

const NO_NONCE = ''

export type Granted = {
  providerId: string
  person: OutsidePerson
  isReauthentication: boolean
}
type NewGrant = Granted & {
  nonce?: string
  at: Date
}

/** The token is used once and bound to the nonce of the popup's opener. Without a nonce it is the token of a conflict. */
export async function createGrant(db: Db, grant: NewGrant): Promise<string> {
  const { providerId, person, nonce, isReauthentication, at } = grant
  const token = newSecret()
  await db
    .insertInto('identity.idp_grants')
    .values({
      grant_hash: digest(token),
      nonce_hash: digest(nonce ?? NO_NONCE),
      provider_id: providerId,
      raw_id: person.rawId,
      email: person.email,
      email_verified: person.emailVerified,
      display_name: person.name,
      photo_url: person.photoUrl,
      screen_name: person.screenName,
      is_reauthentication: isReauthentication,
      expires_at: secondsAfter(at, nonce === undefined ? PENDING_GRANT_SECONDS : GRANT_SECONDS),
    })
    .execute()
  return token
}

/** Consumes a grant, even if the nonce is wrong; undefined unless grant, provider, nonce and expiry are valid. */
export async function takeGrant(
  db: Db,
  query: { grant: string; providerId?: string; nonce?: string; at: Date },
): Promise<Granted | undefined> {
  const { grant, providerId, nonce = NO_NONCE, at } = query
  const row = await db
    .deleteFrom('identity.idp_grants')
    .where('grant_hash', '=', digest(grant))
    .returningAll()
    .executeTakeFirst()
  if (!row || (providerId !== undefined && row.provider_id !== providerId)) return undefined
  if (row.nonce_hash !== digest(nonce) || row.expires_at <= at) return undefined
  const person = {
    rawId: row.raw_id,
    email: row.email,
    emailVerified: row.email_verified,
    name: row.display_name,
    photoUrl: row.photo_url,
    screenName: row.screen_name,
  }
  return { providerId: row.provider_id, person, isReauthentication: row.is_reauthentication }
}

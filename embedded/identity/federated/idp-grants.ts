import type { Db } from '#database/open.ts'
import { GRANT_SECONDS, PENDING_GRANT_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { digest, newSecret } from '../tokens/secrets.ts'
import type { OutsidePerson } from './outside-person.ts'

/** The nonce of pending grants: their response goes to the caller itself, not through a popup. */
const NO_NONCE = ''

export type Granted = {
  providerId: string
  person: OutsidePerson
  /** Re-authentication: it must not create an account. */
  isReauthentication: boolean
}
type NewGrant = { providerId: string; person: OutsidePerson; at: Date }
type WindowGrant = NewGrant & { nonceHash: string; isReauthentication: boolean }

/** Creates a single-use token: `person` signed in at the provider. It is bound to the nonce of the popup's opener. */
export function createGrant(db: Db, grant: WindowGrant): Promise<string> {
  return insertGrant(db, { ...grant, seconds: GRANT_SECONDS })
}

/** Creates the token of a conflict, with which the account's owner links the person after signing in. */
export function createPendingGrant(db: Db, grant: NewGrant): Promise<string> {
  const seconds = PENDING_GRANT_SECONDS
  return insertGrant(db, { ...grant, nonceHash: digest(NO_NONCE), isReauthentication: false, seconds })
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

async function insertGrant(
  db: Db,
  { providerId, person, nonceHash, isReauthentication, at, seconds }: WindowGrant & { seconds: number },
): Promise<string> {
  const grant = newSecret()
  await db
    .insertInto('identity.idp_grants')
    .values({
      grant_hash: digest(grant),
      nonce_hash: nonceHash,
      provider_id: providerId,
      raw_id: person.rawId,
      email: person.email,
      email_verified: person.emailVerified,
      display_name: person.name,
      photo_url: person.photoUrl,
      screen_name: person.screenName,
      is_reauthentication: isReauthentication,
      expires_at: secondsAfter(at, seconds),
    })
    .execute()
  return grant
}

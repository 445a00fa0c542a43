import type { Db } from '#database/open.ts'
import { GOOGLE_PROVIDER } from './accounts.ts'
import { GRANT_SECONDS, secondsAfter } from './lifetimes.ts'
import type { OutsidePerson } from './practice-accounts.ts'
import { digest, newSecret } from './secrets.ts'

/** Makes the popup's single-use proof that `person` signed in there, bound to the opener's nonce. */
export async function createGrant(
  db: Db,
  { person, nonce, at }: { person: OutsidePerson; nonce: string; at: Date },
): Promise<string> {
  const grant = newSecret()
  await db
    .insertInto('identity.idp_grants')
    .values({
      grant_hash: digest(grant),
      nonce_hash: digest(nonce),
      provider_id: GOOGLE_PROVIDER,
      raw_id: person.rawId,
      email: person.email,
      email_verified: person.emailVerified,
      display_name: person.name,
      expires_at: secondsAfter(at, GRANT_SECONDS),
    })
    .execute()
  return grant
}

/** Uses a grant up, whether or not the nonce fits; undefined unless grant, provider, nonce and age are right. */
export async function takeGrant(
  db: Db,
  asked: { grant: string; providerId: string; nonce: string; at: Date },
): Promise<OutsidePerson | undefined> {
  const row = await db
    .deleteFrom('identity.idp_grants')
    .where('grant_hash', '=', digest(asked.grant))
    .returningAll()
    .executeTakeFirst()
  if (!row || row.provider_id !== asked.providerId) return undefined
  if (row.nonce_hash !== digest(asked.nonce) || row.expires_at <= asked.at) return undefined
  return {
    rawId: row.raw_id,
    email: row.email,
    emailVerified: row.email_verified,
    name: row.display_name,
  }
}

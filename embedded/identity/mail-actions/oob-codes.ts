import type { Insertable, Selectable } from 'kysely'
import type { IdentityOobCodes } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import { check } from '../http/toolkit-error.ts'
import { MAIL_CODE_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { digest, newSecret } from '../tokens/secrets.ts'

export type OobCode = Selectable<IdentityOobCodes>
type NewCode = Omit<Insertable<IdentityOobCodes>, 'code_hash' | 'expires_at'>

/** Makes a code for a mail. Only its hash is kept. */
export async function createCode(
  db: Db,
  code: NewCode,
  { at, seconds = MAIL_CODE_SECONDS }: { at: Date; seconds?: number },
): Promise<string> {
  const secret = newSecret()
  await db
    .insertInto('identity.oob_codes')
    .values({ ...code, code_hash: digest(secret), expires_at: secondsAfter(at, seconds) })
    .execute()
  return secret
}

/** Looks at a code without using it up. Errors: MISSING_OOB_CODE, INVALID_OOB_CODE, EXPIRED_OOB_CODE. */
export async function readCode(db: Db, code: string | null | undefined, at: Date): Promise<OobCode> {
  check(code, 'MISSING_OOB_CODE')
  const found = await db
    .selectFrom('identity.oob_codes')
    .selectAll()
    .where('code_hash', '=', digest(code))
    .executeTakeFirst()
  // a mailbox may sign in before it has an account; every other code belongs to one
  check(found && (found.user_id || found.request_type === 'EMAIL_SIGNIN'), 'INVALID_OOB_CODE')
  check(found.expires_at > at, 'EXPIRED_OOB_CODE')
  return found
}

/**
 * Forgets the changes of address that were asked for and not confirmed: whoever asked may have been thrown out since.
 * Call it inside the transaction that holds the account's row.
 */
export async function dropAddressChanges(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('identity.oob_codes')
    .where('user_id', '=', userId)
    .where('request_type', '=', 'VERIFY_AND_CHANGE_EMAIL')
    .execute()
}

/** Uses a code up: of calls that come at once, one gets it. Errors: INVALID_OOB_CODE. */
export async function useCode(trx: Db, { code_hash }: OobCode): Promise<void> {
  const used = await trx
    .deleteFrom('identity.oob_codes')
    .where('code_hash', '=', code_hash)
    .returning('code_hash')
    .executeTakeFirst()
  check(used, 'INVALID_OOB_CODE')
}

import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import { check } from '../http/toolkit-error.ts'
import { MAIL_CODE_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { digest, newSecret } from '../tokens/secrets.ts'

export type OobCode = Selectable<Tables['identity.oob_codes']>
type NewCode = Omit<Insertable<Tables['identity.oob_codes']>, 'code_hash' | 'expires_at'>

/** Creates a code for a mail. Only its hash is stored. */
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

/** Reads a code without consuming it. Errors: MISSING_OOB_CODE, INVALID_OOB_CODE, EXPIRED_OOB_CODE. */
export async function readCode(db: Db, code: string | null | undefined, at: Date): Promise<OobCode> {
  check(code, 'MISSING_OOB_CODE')
  const found = await db
    .selectFrom('identity.oob_codes')
    .selectAll()
    .where('code_hash', '=', digest(code))
    .executeTakeFirst()
  // only a sign-in code may exist without an account
  check(found && (found.user_id || found.request_type === 'EMAIL_SIGNIN'), 'INVALID_OOB_CODE')
  check(found.expires_at > at, 'EXPIRED_OOB_CODE')
  return found
}

/**
 * Deletes unconfirmed address changes, which an attacker with a stolen session may have requested. Call it inside the
 * transaction that locks the account's row.
 */
export async function dropAddressChanges(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('identity.oob_codes')
    .where('user_id', '=', userId)
    .where('request_type', '=', 'VERIFY_AND_CHANGE_EMAIL')
    .execute()
}

/** Consumes a code; of concurrent calls one succeeds. Error: INVALID_OOB_CODE. */
export async function useCode(trx: Db, { code_hash }: OobCode): Promise<void> {
  const used = await trx
    .deleteFrom('identity.oob_codes')
    .where('code_hash', '=', code_hash)
    .returning('code_hash')
    .executeTakeFirst()
  check(used, 'INVALID_OOB_CODE')
}

import type { Db } from '#database/open.ts'
import type { Identity } from '../identity.ts'
import { dropRecoveryCodes } from '../mfa/recovery-codes.ts'
import { wholeSecond } from '../tokens/lifetimes.ts'
import { endSignIns } from './sessions.ts'

const TABLES = [
  'identity.user_providers',
  'identity.mfa_factors',
  'identity.mfa_enrollments',
  'identity.sms_codes',
  'identity.oob_codes',
] as const

/**
 * Verifies the address of an account and removes all access from before: password, linked identities, factors,
 * sessions, and mailed codes, of which one may move the account to another mailbox. The account may have been registered
 * by an attacker who waits for the owner of the address to use it (account pre-hijacking).
 */
export async function removeUnverifiedAccess(identity: Identity, trx: Db, userId: string): Promise<void> {
  const at = identity.now()
  for (const table of TABLES) await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  await dropRecoveryCodes(trx, userId)
  await endSignIns(identity, trx, { userId })
  await trx
    .updateTable('identity.users')
    .set({
      email_verified: true,
      phone_number: null,
      password_hash: null,
      password_updated_at: null,
      valid_since: wholeSecond(at),
    })
    .where('id', '=', userId)
    .execute()
}

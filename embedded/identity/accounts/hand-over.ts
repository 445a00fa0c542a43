import type { Db } from '#database/open.ts'
import type { Identity } from '../identity.ts'
import { dropRecoveryCodes } from '../mfa/recovery-codes.ts'
import { wholeSecond } from '../tokens/lifetimes.ts'
import { endSignIns } from './sessions.ts'

/** What a stranger may have left, beside recovery codes and sessions. */
const STRANGERS = [
  'identity.user_providers',
  'identity.mfa_factors',
  'identity.mfa_enrollments',
  'identity.sms_codes',
  'identity.oob_codes',
] as const

/**
 * Somebody proved the address of an account that never had. Whoever registered it may be a stranger waiting
 * for the owner: password, links, factors and sessions from before go, begun ones too, and every code that was mailed,
 * since one of them may bring the account back to the stranger's mailbox.
 */
export async function handOver(identity: Identity, trx: Db, userId: string): Promise<void> {
  const at = identity.now()
  for (const table of STRANGERS) await trx.deleteFrom(table).where('user_id', '=', userId).execute()
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

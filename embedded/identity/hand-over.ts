import type { Db } from '#database/open.ts'
import type { Identity } from './identity.ts'
import { wholeSecond } from './lifetimes.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'
import { revokeSessions } from './sessions.ts'

/**
 * Somebody proved the address of an account that never had. Whoever registered it may be a stranger waiting
 * for the owner: password, links, factors and sessions from before go.
 */
export async function handOver(identity: Identity, trx: Db, userId: string): Promise<void> {
  const at = identity.now()
  await trx.deleteFrom('identity.user_providers').where('user_id', '=', userId).execute()
  await trx.deleteFrom('identity.mfa_factors').where('user_id', '=', userId).execute()
  await dropRecoveryCodes(trx, userId)
  await revokeSessions(trx, userId, at)
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

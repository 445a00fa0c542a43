import { inTransaction } from '#database/open.ts'
import type { Operation } from '../identity.ts'
import { describeFactor, listFactors, requireReauthentication } from '../mfa/second-factors.ts'
import { authenticate } from '../tokens/authenticate.ts'
import { describeAccount } from './accounts.ts'
import { endSignIns } from './sessions.ts'

export const lookupAccount: Operation = async (identity, { body }) => {
  const caller = await authenticate(identity, identity.db, body.idToken)
  const factors = await listFactors(identity.db, caller.user.id)
  const mfaInfo = factors.map((factor) => describeFactor(factor, { whole: true }))
  const user = { ...describeAccount(caller), mfaInfo: mfaInfo.length > 0 ? mfaInfo : undefined }
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [user] }
}

/** `accounts:delete`: afterwards refresh tokens of the account answer USER_NOT_FOUND. */
export const deleteAccount: Operation = (identity, { body }) =>
  inTransaction(identity.db, async (trx) => {
    const caller = await authenticate(identity, trx, body.idToken, { lock: true })
    await requireReauthentication(identity, trx, caller)
    await trx.deleteFrom('identity.users').where('id', '=', caller.user.id).execute()
    await endSignIns(identity, trx, { userId: caller.user.id })
    return { kind: 'identitytoolkit#DeleteAccountResponse' }
  })

import { inTransaction } from '#database/open.ts'
import type { Operation } from '../identity.ts'
import { checkProof, describeFactor, listFactors } from '../mfa/second-factors.ts'
import { authenticate } from '../tokens/authenticate.ts'
import { describeAccount } from './accounts.ts'
import { endSignIns } from './sessions.ts'

/** `accounts:lookup`: the account of an ID token. */
export const lookupAccount: Operation = async (identity, { body }) => {
  const caller = await authenticate(identity, identity.db, body.idToken)
  const factors = await listFactors(identity.db, caller.user.id)
  const mfaInfo = factors.map((factor) => describeFactor(factor, { whole: true }))
  const user = { ...describeAccount(caller), ...(mfaInfo.length > 0 ? { mfaInfo } : {}) }
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [user] }
}

/** `accounts:delete`: gone with all its links; its refresh tokens answer USER_NOT_FOUND from now on. */
export const deleteAccount: Operation = (identity, { body }) =>
  inTransaction(identity.db, async (trx) => {
    const caller = await authenticate(identity, trx, body.idToken, { lock: true })
    await checkProof(identity, trx, caller)
    await trx.deleteFrom('identity.users').where('id', '=', caller.user.id).execute()
    await endSignIns(identity, trx, { userId: caller.user.id })
    return { kind: 'identitytoolkit#DeleteAccountResponse' }
  })

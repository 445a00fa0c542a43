import { passwordChangedMail } from '#contract/people/sign-in/identity-texts.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { IdentityUserRow } from '#database/rows.ts'
import { describeUpdate, findUser, requireAccount, updateUser } from '../accounts/accounts.ts'
import { changeAddress, recoverAddress, removeUnverifiedAccess } from '../accounts/addresses.ts'
import { rememberClient } from '../accounts/known-clients.ts'
import { mayNotify } from '../accounts/rate-limits.ts'
import { endSignIns } from '../accounts/sessions.ts'
import { checkMethod } from '../accounts/sign-in-methods.ts'
import { check } from '../http/toolkit-error.ts'
import { type Client, hostOf, type Identity, type Operation } from '../identity.ts'
import { describeFactor, dropRecoveryCodes, requireFactor } from '../mfa/second-factors.ts'
import { checkLength } from '../password/passwords.ts'
import { deleteAttempts } from '../password/sign-in.ts'
import { consumeCode, type OobCode, readCode } from './oob-codes.ts'

export const applyCode: Operation = async (identity, { body }) => {
  const code = await readCode(identity.db, body.oobCode, identity.now())
  // before the transaction, which must not wait for another connection
  const notifies = await mayNotifyOwner(identity, code)
  return inTransaction(identity.db, async (trx) => {
    const user = await lockUser(trx, code)
    await consumeCode(trx, code)
    await apply(identity, trx, { code, user, notifies })
    return describeUpdate(await requireAccount(trx, user.id))
  })
}

async function mayNotifyOwner(identity: Identity, { request_type: type, user_id: id }: OobCode) {
  if (!id || (type !== 'RECOVER_EMAIL' && type !== 'VERIFY_AND_CHANGE_EMAIL')) return false
  const user = await findUser(identity.db, { id })
  return user !== undefined && mayNotify(identity, user)
}

type Applied = { code: OobCode; user: IdentityUserRow; notifies: boolean }

async function apply(identity: Identity, trx: Db, { code, user, notifies }: Applied): Promise<void> {
  const { request_type: type, email, new_email: newEmail, factor_id: factorId } = code
  if (type === 'RECOVER_EMAIL' && email)
    return recoverAddress(identity, trx, { user, code: { ...code, email }, notifies })
  if (type === 'REVERT_SECOND_FACTOR_ADDITION' && factorId) {
    await trx.deleteFrom('identity.mfa_factors').where('id', '=', factorId).execute()
    await dropRecoveryCodes(trx, user.id)
    return endSignIns(identity, trx, { userId: user.id })
  }
  check(user.email === email, 'INVALID_OOB_CODE')
  if (type === 'VERIFY_AND_CHANGE_EMAIL' && newEmail)
    return changeAddress(identity, trx, { user, email: newEmail, isVerified: true, notifies })
  check(type === 'VERIFY_EMAIL', 'INVALID_OOB_CODE')
  await updateUser(trx, user.id, { email_verified: true })
}

export const resetPassword: Operation = async (identity, { body, ...client }) => {
  const code = await readCode(identity.db, body.oobCode, identity.now())
  if (body.newPassword !== undefined && body.newPassword !== null) {
    checkMethod(identity, 'password', 'PASSWORD_LOGIN_DISABLED')
    await setPassword(identity, { code, newPassword: body.newPassword, client })
  }
  const { user_id: userId, factor_id: factorId } = code
  const factor = userId && factorId ? await requireFactor(identity.db, { userId, id: factorId }) : undefined
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: code.request_type,
    email: code.email ?? undefined,
    newEmail: code.new_email ?? undefined,
    mfaInfo: factor && describeFactor(factor),
  }
}

type NewPassword = { code: OobCode; newPassword: string; client: Client }

async function setPassword(identity: Identity, { code, newPassword, client }: NewPassword): Promise<void> {
  const { email } = code
  check(code.request_type === 'PASSWORD_RESET' && email, 'INVALID_OOB_CODE')
  checkLength(identity, newPassword)
  const passwordHash = await identity.passwords.hash(newPassword)
  await inTransaction(identity.db, async (trx) => {
    const user = await lockUser(trx, code)
    await consumeCode(trx, code)
    check(user.email === email, 'INVALID_OOB_CODE')
    if (!user.email_verified) await removeUnverifiedAccess(identity, trx, user.id)
    const password = { password_hash: passwordHash, password_updated_at: identity.now() }
    await updateUser(trx, user.id, { ...password, email_verified: true })
    await endSignIns(identity, trx, { userId: user.id })
    await deleteAttempts(trx, email)
    // the next sign-in from here is not held up by guesses that go on
    await rememberClient(identity, trx, { userId: user.id, client })
    await identity.sendMail(trx, { to: email, ...passwordChangedMail(hostOf(identity)) })
    await trx
      .deleteFrom('identity.oob_codes')
      .where('user_id', '=', user.id)
      .where('request_type', '=', 'PASSWORD_RESET')
      .execute()
  })
}

/** Locks the account of a code. Call it before `consumeCode`: the other order could deadlock. */
async function lockUser(trx: Db, { user_id: id }: OobCode): Promise<IdentityUserRow> {
  const user = id ? await findUser(trx, { id }, { lock: true }) : undefined
  check(user, 'INVALID_OOB_CODE')
  check(!user.disabled_at, 'USER_DISABLED')
  return user
}

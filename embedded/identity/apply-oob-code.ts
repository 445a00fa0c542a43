import { type Db, inTransaction } from '#database/open.ts'
import { type Account, findAccount } from './accounts.ts'
import { forgetAttempts } from './attempts.ts'
import type { Identity, Operation } from './identity.ts'
import { wholeSecond } from './lifetimes.ts'
import { checkMethod } from './methods.ts'
import { type OobCode, readCode, useCode } from './oob-codes.ts'
import { checkStrength, hashPassword } from './passwords.ts'
import { revokeSessions } from './sessions.ts'
import { check } from './toolkit-error.ts'
import { describeUpdate } from './update-account.ts'

/** `accounts:update` with an `oobCode`: the owner of the mailbox verifies the address. */
export const verifyAddress: Operation = async (identity, { body }) => {
  const code = await readCode(identity.db, body.oobCode, identity.now())
  check(code.request_type === 'VERIFY_EMAIL', 'INVALID_OOB_CODE')
  return inTransaction(identity.db, async (trx) => {
    await useCode(trx, code)
    const { user, providers } = await lockOwner(trx, code)
    await trx.updateTable('identity.users').set({ email_verified: true }).where('id', '=', user.id).execute()
    return describeUpdate({ user: { ...user, email_verified: true }, providers })
  })
}

/** `accounts:resetPassword`: says what a code is for; with `newPassword` uses it. */
export const resetPassword: Operation = async (identity, { body }) => {
  const code = await readCode(identity.db, body.oobCode, identity.now())
  if (body.newPassword !== undefined && body.newPassword !== null) {
    checkMethod(identity, 'password', 'PASSWORD_LOGIN_DISABLED')
    await setPassword(identity, code, body.newPassword)
  }
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: code.request_type,
    email: code.email,
  }
}

async function setPassword(identity: Identity, code: OobCode, newPassword: string): Promise<void> {
  check(code.request_type === 'PASSWORD_RESET', 'INVALID_OOB_CODE')
  checkStrength(identity, newPassword)
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(identity.db, async (trx) => {
    await useCode(trx, code)
    const { user } = await lockOwner(trx, code)
    const at = identity.now()
    await trx
      .updateTable('identity.users')
      .set({
        password_hash: passwordHash,
        password_updated_at: at,
        email_verified: true,
        valid_since: wholeSecond(at),
      })
      .where('id', '=', user.id)
      .execute()
    // whoever registered a mailbox that was not theirs keeps no way in
    if (!user.email_verified) {
      await trx.deleteFrom('identity.user_providers').where('user_id', '=', user.id).execute()
    }
    await revokeSessions(trx, user.id, at)
    await forgetAttempts(trx, code.email)
    await trx
      .deleteFrom('identity.oob_codes')
      .where('user_id', '=', user.id)
      .where('request_type', '=', 'PASSWORD_RESET')
      .execute()
  })
}

/** The account a code was mailed to, if the address is still its own. */
async function lockOwner(trx: Db, code: OobCode): Promise<Account> {
  const account = await findAccount(trx, { id: code.user_id }, { lock: true })
  check(account?.user.email === code.email, 'INVALID_OOB_CODE')
  check(!account.user.disabled_at, 'USER_DISABLED')
  return account
}

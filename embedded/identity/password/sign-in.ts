import { inTransaction } from '#database/open.ts'
import { findAccount, findUser, PASSWORD_PROVIDER } from '../accounts/accounts.ts'
import { normaliseEmail } from '../accounts/emails.ts'
import { check } from '../http/toolkit-error.ts'
import type { Operation } from '../identity.ts'
import { checkMethod } from '../methods.ts'
import { finishSignIn } from '../mfa/second-factors.ts'
import { settleAttempt, takeAttempt } from './attempts.ts'

/**
 * `accounts:signInWithPassword`. With e-mail privacy a wrong password and an unknown address cause the same error after
 * the same time. USER_DISABLED requires the right password.
 */
export const signInWithPassword: Operation = async (identity, { body, address }) => {
  checkMethod(identity, 'password', 'PASSWORD_LOGIN_DISABLED')
  check(body.email !== undefined && body.email !== null, 'MISSING_EMAIL')
  const email = normaliseEmail(body.email)
  check(body.password, 'MISSING_PASSWORD')
  await takeAttempt(identity, { email, address })
  // one query for known and unknown addresses, so that the time reveals nothing
  const found = await findUser(identity.db, { email })
  const fits = await identity.passwords.verify(found?.password_hash, body.password)
  check(found || identity.emailPrivacy, 'EMAIL_NOT_FOUND')
  const wrong = identity.emailPrivacy ? 'INVALID_LOGIN_CREDENTIALS' : 'INVALID_PASSWORD'
  check(fits && found, wrong)
  return inTransaction(identity.db, async (trx) => {
    const account = await findAccount(trx, { id: found.id }, { lock: true })
    // the password may have changed during the check
    check(account?.user.password_hash === found.password_hash, wrong)
    check(!account.user.disabled_at, 'USER_DISABLED')
    await settleAttempt(trx, { email, address })
    return {
      kind: 'identitytoolkit#VerifyPasswordResponse',
      registered: true,
      localId: account.user.id,
      email,
      displayName: account.user.display_name ?? undefined,
      ...(await finishSignIn(identity, trx, { account, provider: PASSWORD_PROVIDER })),
    }
  })
}

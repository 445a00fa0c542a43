import type { Selectable } from 'kysely'
import type { Tables } from '#database/generated-tables.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { MfaFactorRow } from '#database/rows.ts'
import { type Account, deleteOnce, requireAccount } from '../accounts/accounts.ts'
import { recognise } from '../accounts/known-clients.ts'
import { openSession } from '../accounts/sessions.ts'
import { checkAnyFactor } from '../accounts/sign-in-methods.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity, Operation, ToolkitCall } from '../identity.ts'
import { clearFailures, countAttempt } from '../password/sign-in.ts'
import { checkSmsCode, consumeSmsCode, sendSmsCode } from '../phone/sign-in-with-phone.ts'
import type { SecondFactor } from '../tokens/id-tokens.ts'
import { decrypt, digest } from '../tokens/secrets.ts'
import { consumeRecoveryCode, isRecoveryCode, requireFactor } from './second-factors.ts'
import { matchStep } from './totp.ts'

type Pending = Selectable<Tables['identity.mfa_pending']>
type Body = ToolkitCall['body']

export const startMfaSignIn: Operation = async (identity, { body, ipAddress }) => {
  const { user_id: userId } = await readPending(identity, body)
  check(body.phoneSignInInfo, 'INVALID_ARGUMENT : ((Missing phoneSignInInfo.))')
  const factor = await requireFactor(identity.db, { userId, id: body.mfaEnrollmentId })
  const { phone_number: number, id } = factor
  check(number, 'MFA_ENROLLMENT_NOT_FOUND')
  const code = { purpose: 'second-factor', phone_number: number, user_id: userId, factor_id: id } as const
  return { phoneResponseInfo: { sessionInfo: await sendSmsCode(identity, code, ipAddress) } }
}

/** Guesses are counted per account: a caller with the password can get any number of pending credentials. */
export const finalizeMfaSignIn: Operation = async (identity, { body, ...client }) => {
  const pending = await readPending(identity, body)
  const knownBy = await recognise(identity, { id: pending.user_id }, client)
  const subject = `second-factor:${pending.user_id}`
  const attempt = { subject, ...client, knownBy, isSecondFactor: true }
  await countAttempt(identity, attempt)
  const verified = await verifyCode(identity, pending, body)
  return inTransaction(identity.db, async (trx) => {
    const account = await requireAccount(trx, pending.user_id, { lock: true })
    check(!account.user.disabled_at, 'USER_DISABLED')
    await consumePending(trx, pending)
    await verified.consume(trx, account)
    await clearFailures(trx, attempt)
    const { secondFactor } = verified
    const session = { account, provider: pending.provider, secondFactor }
    const { idToken, refreshToken } = await openSession(identity, trx, session)
    return { idToken, refreshToken }
  })
}

async function readPending(identity: Identity, { mfaPendingCredential: credential }: Body): Promise<Pending> {
  // without a credential the error depends on the settings; enrolled factors must be passed even if none can be added
  if (!credential) checkAnyFactor(identity)
  check(credential, 'MISSING_MFA_PENDING_CREDENTIAL')
  const pending = await identity.db
    .selectFrom('identity.mfa_pending')
    .selectAll()
    .where('credential_hash', '=', digest(credential))
    .where('expires_at', '>', identity.now())
    .executeTakeFirst()
  check(pending, 'INVALID_MFA_PENDING_CREDENTIAL')
  return pending
}

function consumePending(trx: Db, { credential_hash }: Pending): Promise<void> {
  const deletion = trx.deleteFrom('identity.mfa_pending').where('credential_hash', '=', credential_hash)
  return deleteOnce(deletion, 'INVALID_MFA_PENDING_CREDENTIAL')
}

type VerifiedCode = { secondFactor: SecondFactor; consume(trx: Db, account: Account): Promise<void> }

async function verifyCode(identity: Identity, pending: Pending, body: Body): Promise<VerifiedCode> {
  const { user_id: userId } = pending
  const { totpVerificationInfo: totp, phoneVerificationInfo: phone } = body
  if (totp) {
    const factor = await requireFactor(identity.db, { userId, id: body.mfaEnrollmentId })
    const { verificationCode: typed } = totp
    // the SDK sends a recovery code as a TOTP code, whichever factor it replaces
    if (typed && isRecoveryCode(typed)) {
      const { id, kind } = factor
      return {
        secondFactor: { kind, id },
        consume: (trx, account) => consumeRecoveryCode(identity, trx, account, typed),
      }
    }
    check(factor.secret, 'MFA_ENROLLMENT_NOT_FOUND')
    check(typed, 'MISSING_CODE')
    const secret = decrypt(identity, userId, factor.secret)
    const step = matchStep(secret, typed, identity.now())
    check(step !== undefined, 'INVALID_CODE')
    return { secondFactor: { kind: 'totp', id: factor.id }, consume: (trx) => consumeStep(trx, factor, step) }
  }
  check(phone, 'INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))')
  const code = await checkSmsCode(identity, { purpose: 'second-factor', user_id: userId }, phone)
  check(code.factor_id, 'INVALID_SESSION_INFO')
  return { secondFactor: { kind: 'phone', id: code.factor_id }, consume: (trx) => consumeSmsCode(trx, code) }
}

async function consumeStep(trx: Db, { id }: MfaFactorRow, step: number): Promise<void> {
  const updated = await trx
    .updateTable('identity.mfa_factors')
    .set({ last_step: step })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .executeTakeFirst()
  check(updated.numUpdatedRows === 1n, 'INVALID_CODE')
}

import { randomBytes } from 'node:crypto'
import { factorAddedMail, factorRemovedMail } from '#contract/messages/account/identity.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { checkDisplayName } from '../accounts/profile.ts'
import { openSession } from '../accounts/sessions.ts'
import { check } from '../http/toolkit-error.ts'
import { hostOf, type Identity, type Operation, type ToolkitCall } from '../identity.ts'
import { linkTo } from '../mail-actions/mail-links.ts'
import { createCode } from '../mail-actions/oob-codes.ts'
import { checkMethod, hasMethod } from '../methods.ts'
import { normalisePhoneNumber } from '../phone/phone-numbers.ts'
import { checkSmsCode, sendSmsCode, useSmsCode } from '../phone/sms-codes.ts'
import { authenticate, type Caller } from '../tokens/authenticate.ts'
import type { SecondFactor } from '../tokens/id-tokens.ts'
import { NOTICE_CODE_SECONDS } from '../tokens/lifetimes.ts'
import { newUid } from '../tokens/secrets.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'
import { continuedSession, findFactor, listFactors, requireReauthentication } from './second-factors.ts'
import { TOTP_SECRET_BYTES } from './totp.ts'
import { checkTotpEnrollment, createTotpEnrollment, useTotpEnrollment } from './totp-enrollments.ts'

/** The limit of Firebase. */
const MAX_FACTORS = 5

/**
 * `mfaEnrollment:start`: returns a TOTP secret, or sends a code to the number to enrol. Errors: those of
 * `authenticate`, CREDENTIAL_TOO_OLD_LOGIN_AGAIN, UNVERIFIED_EMAIL, UNSUPPORTED_FIRST_FACTOR,
 * SECOND_FACTOR_EXISTS, SECOND_FACTOR_LIMIT_EXCEEDED.
 */
export const startEnrollment: Operation = async (identity, { body, address }) => {
  checkAnyFactor(identity)
  const caller = await authenticate(identity, identity.db, body.idToken)
  if (body.totpEnrollmentInfo) {
    checkMethod(identity, 'totp')
    await checkEnrollable(identity, identity.db, { caller })
    const secret = randomBytes(TOTP_SECRET_BYTES)
    return createTotpEnrollment(identity, { userId: caller.user.id, secret })
  }
  check(body.phoneEnrollmentInfo, 'INVALID_ARGUMENT : ((Missing phoneEnrollmentInfo.))')
  checkMethod(identity, 'phoneFactor')
  const { phoneNumber } = body.phoneEnrollmentInfo
  check(phoneNumber, 'MISSING_PHONE_NUMBER')
  const number = normalisePhoneNumber(phoneNumber)
  await checkEnrollable(identity, identity.db, { caller, number })
  const code = { purpose: 'enrollment', phone_number: number, user_id: caller.user.id } as const
  return { phoneSessionInfo: { sessionInfo: await sendSmsCode(identity, code, address) } }
}

/** `mfaEnrollment:finalize`: a right code enrols the factor; the mailbox gets a link that reverts it. */
export const finalizeEnrollment: Operation = async (identity, { body }) => {
  checkAnyFactor(identity)
  const before = await authenticate(identity, identity.db, body.idToken)
  checkDisplayName(body.displayName)
  const proven = await readFactor(identity, body, before.user.id)
  return inTransaction(identity.db, async (trx) => {
    const caller = await authenticate(identity, trx, body.idToken, { lock: true })
    await checkEnrollable(identity, trx, { caller, number: proven.columns.phone_number })
    await proven.use(trx)
    const { kind } = proven.columns
    const id = newUid()
    await trx
      .insertInto('identity.mfa_factors')
      .values({
        ...proven.columns,
        id,
        user_id: caller.user.id,
        display_name: body.displayName || null,
        enrolled_at: identity.now(),
      })
      .execute()
    await notifyFactorAdded(identity, trx, { caller, factorId: id })
    return renewTokens(identity, trx, { caller, secondFactor: { kind, id } })
  })
}

/** `mfaEnrollment:withdraw`: removes the factor and ends the sessions that passed it, except this one. */
export const withdrawEnrollment: Operation = async (identity, { body }) => {
  // a factor may be withdrawn also where no new ones are accepted
  if (!body.idToken) checkAnyFactor(identity)
  return inTransaction(identity.db, async (trx) => {
    const caller = await authenticate(identity, trx, body.idToken, { lock: true })
    await requireReauthentication(identity, trx, caller)
    const { id, email } = caller.user
    const factor = await findFactor(trx, { userId: id, id: body.mfaEnrollmentId })
    await trx.deleteFrom('identity.mfa_factors').where('id', '=', factor.id).execute()
    if ((await listFactors(trx, id)).length === 0) await dropRecoveryCodes(trx, id)
    await trx
      .updateTable('identity.sessions')
      .set({ revoked_at: identity.now() })
      .where('user_id', '=', id)
      .where('second_factor_id', '=', factor.id)
      .where('revoked_at', 'is', null)
      .execute()
    if (email) await identity.sendMail(trx, { to: email, ...factorRemovedMail(hostOf(identity)) })
    const { secondFactor: passed } = continuedSession(caller.claims)
    return renewTokens(identity, trx, { caller, secondFactor: passed?.id === factor.id ? undefined : passed })
  })
}

function checkAnyFactor(identity: Identity): void {
  check(hasMethod(identity, 'totp') || hasMethod(identity, 'phoneFactor'), 'OPERATION_NOT_ALLOWED')
}

/** Requires re-authentication and a verified address; one phone must not be both factors. */
async function checkEnrollable(
  identity: Identity,
  db: Db,
  { caller, number }: { caller: Caller; number?: string | null },
): Promise<void> {
  await requireReauthentication(identity, db, caller)
  const { user } = caller
  check(
    user.email && user.email_verified,
    'UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.',
  )
  const factors = await listFactors(db, user.id)
  check(
    factors.length < MAX_FACTORS,
    'SECOND_FACTOR_LIMIT_EXCEEDED : Maximum number of second factors has been reached.',
  )
  if (!number) return
  check(!user.phone_number, 'UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.')
  check(
    factors.every((factor) => factor.phone_number !== number),
    'SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.',
  )
}

type Columns = { kind: 'totp' | 'phone'; phone_number?: string; secret?: string; last_step?: number }
type ProvenFactor = { columns: Columns; use(trx: Db): Promise<void> }

async function readFactor(
  identity: Identity,
  { totpVerificationInfo: totp, phoneVerificationInfo: phone }: ToolkitCall['body'],
  userId: string,
): Promise<ProvenFactor> {
  if (totp) {
    checkMethod(identity, 'totp')
    const { enrollment, step } = await checkTotpEnrollment(identity, userId, totp)
    const columns = { kind: 'totp', secret: enrollment.secret, last_step: step } as const
    return { columns, use: (trx) => useTotpEnrollment(trx, enrollment) }
  }
  check(phone, 'INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))')
  checkMethod(identity, 'phoneFactor')
  const code = await checkSmsCode(identity, { purpose: 'enrollment', user_id: userId }, phone)
  const columns = { kind: 'phone', phone_number: code.phone_number } as const
  return { columns, use: (trx) => useSmsCode(trx, code) }
}

async function notifyFactorAdded(
  identity: Identity,
  trx: Db,
  { caller: { user }, factorId }: { caller: Caller; factorId: string },
): Promise<void> {
  if (!user.email) return
  const { id, email } = user
  const type = 'REVERT_SECOND_FACTOR_ADDITION'
  const code = { request_type: type, user_id: id, email, factor_id: factorId } as const
  const secret = await createCode(trx, code, { at: identity.now(), seconds: NOTICE_CODE_SECONDS })
  const link = linkTo(identity, { mode: 'revertSecondFactorAddition', secret })
  await identity.sendMail(trx, {
    to: email,
    ...factorAddedMail(hostOf(identity), link),
    secretSeconds: NOTICE_CODE_SECONDS,
  })
}

async function renewTokens(
  identity: Identity,
  trx: Db,
  { caller, secondFactor }: { caller: Caller; secondFactor: SecondFactor | undefined },
): Promise<object> {
  const provider = caller.claims.firebase.sign_in_provider
  const session = { account: caller, provider, ...continuedSession(caller.claims), secondFactor }
  const { idToken, refreshToken } = await openSession(identity, trx, session)
  return { idToken, refreshToken }
}

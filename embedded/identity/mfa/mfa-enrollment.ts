import { randomBytes } from 'node:crypto'
import { factorAddedMail, factorRemovedMail } from '#contract/people/sign-in/identity-texts.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { checkDisplayName, deleteOnce } from '../accounts/accounts.ts'
import { authenticate, type Caller, openSession } from '../accounts/sessions.ts'
import { checkAnyFactor, checkMethod } from '../accounts/sign-in-methods.ts'
import { check, ToolkitError } from '../http/toolkit-error.ts'
import { hostOf, type Identity, type Operation, type ToolkitCall } from '../identity.ts'
import { createLink } from '../mail-actions/oob-codes.ts'
import {
  checkSmsCode,
  consumeSmsCode,
  normalisePhoneNumber,
  sendSmsCode,
} from '../phone/sign-in-with-phone.ts'
import type { SecondFactor } from '../tokens/id-tokens.ts'
import {
  decrypt,
  digest,
  encrypt,
  MFA_ENROLLMENT_SECONDS,
  NOTICE_CODE_SECONDS,
  newSecret,
  newUid,
  secondsAfter,
} from '../tokens/secrets.ts'
import {
  continuedSession,
  dropRecoveryCodes,
  listFactors,
  requireFactor,
  requireReauthentication,
} from './second-factors.ts'
import { matchStep, TOTP, TOTP_SECRET_BYTES, toBase32 } from './totp.ts'

const MAX_FACTORS = 5
/** Guesses per TOTP enrolment; a constraint of the table has the same limit. */
const MAX_GUESSES = 5

export const startEnrollment: Operation = async (identity, { body, ipAddress }) => {
  checkAnyFactor(identity)
  const caller = await authenticate(identity, identity.db, body.idToken)
  if (body.totpEnrollmentInfo) {
    checkMethod(identity, 'totp')
    await checkEnrollable(identity, identity.db, { caller })
    return createTotpEnrollment(identity, caller.user.id)
  }
  check(body.phoneEnrollmentInfo, 'INVALID_ARGUMENT : ((Missing phoneEnrollmentInfo.))')
  checkMethod(identity, 'phoneFactor')
  const number = normalisePhoneNumber(body.phoneEnrollmentInfo.phoneNumber)
  await checkEnrollable(identity, identity.db, { caller, number })
  const code = { purpose: 'enrollment', phone_number: number, user_id: caller.user.id } as const
  return { phoneSessionInfo: { sessionInfo: await sendSmsCode(identity, code, ipAddress) } }
}

export const finalizeEnrollment: Operation = async (identity, { body }) => {
  checkAnyFactor(identity)
  const callerBeforeLock = await authenticate(identity, identity.db, body.idToken)
  checkDisplayName(body.displayName)
  const { columns, consume } = await verifyNewFactor(identity, body, callerBeforeLock.user.id)
  return inTransaction(identity.db, async (trx) => {
    // again under the lock: the account may have changed meanwhile
    const caller = await authenticate(identity, trx, body.idToken, { lock: true })
    await checkEnrollable(identity, trx, { caller, number: columns.phone_number })
    await consume(trx)
    const id = newUid()
    const owned = { id, user_id: caller.user.id, enrolled_at: identity.now() }
    const factor = { ...columns, ...owned, display_name: body.displayName || null }
    await trx.insertInto('identity.mfa_factors').values(factor).execute()
    await notifyFactorAdded(identity, trx, { caller, factorId: id })
    return renewTokens(identity, trx, { caller, secondFactor: { kind: columns.kind, id } })
  })
}

export const withdrawEnrollment: Operation = async (identity, { body }) => {
  // without a token the error depends on the settings; a signed-in user may withdraw a factor even if none can be added
  if (!body.idToken) checkAnyFactor(identity)
  return inTransaction(identity.db, async (trx) => {
    const caller = await authenticate(identity, trx, body.idToken, { lock: true })
    await requireReauthentication(identity, trx, caller)
    const { id, email } = caller.user
    const factor = await requireFactor(trx, { userId: id, id: body.mfaEnrollmentId })
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

async function checkEnrollable(
  identity: Identity,
  db: Db,
  { caller, number }: { caller: Caller; number?: string | undefined },
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

type VerifiedFactor = {
  columns: { kind: 'totp' | 'phone'; phone_number?: string; secret?: string; last_step?: number }
  consume(trx: Db): Promise<void>
}

/** Verifies the code of a new factor, which counts as a guess. */
async function verifyNewFactor(
  identity: Identity,
  { totpVerificationInfo: totp, phoneVerificationInfo: phone }: ToolkitCall['body'],
  userId: string,
): Promise<VerifiedFactor> {
  if (totp) {
    checkMethod(identity, 'totp')
    return verifyTotpEnrollment(identity, userId, totp)
  }
  check(phone, 'INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))')
  checkMethod(identity, 'phoneFactor')
  const code = await checkSmsCode(identity, { purpose: 'enrollment', user_id: userId }, phone)
  const columns = { kind: 'phone', phone_number: code.phone_number } as const
  return { columns, consume: (trx) => consumeSmsCode(trx, code) }
}

async function notifyFactorAdded(
  identity: Identity,
  trx: Db,
  { caller: { user }, factorId }: { caller: Caller; factorId: string },
): Promise<void> {
  const { id, email } = user
  if (!email) return
  const seconds = NOTICE_CODE_SECONDS
  const type = 'REVERT_SECOND_FACTOR_ADDITION'
  const code = { request_type: type, user_id: id, email, factor_id: factorId } as const
  const link = await createLink(identity, trx, code, { seconds })
  const mail = factorAddedMail(hostOf(identity), link)
  await identity.sendMail(trx, { to: email, ...mail, secretSeconds: seconds })
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

async function createTotpEnrollment(identity: Identity, userId: string): Promise<object> {
  const secret = randomBytes(TOTP_SECRET_BYTES)
  const sessionInfo = newSecret()
  const expiresAt = secondsAfter(identity.now(), MFA_ENROLLMENT_SECONDS)
  await identity.db
    .insertInto('identity.mfa_enrollments')
    .values({
      session_hash: digest(sessionInfo),
      user_id: userId,
      secret: encrypt(identity, userId, secret),
      expires_at: expiresAt,
    })
    .execute()
  const finalizeEnrollmentTime = expiresAt.toISOString()
  const sharedSecretKey = toBase32(secret)
  return { totpSessionInfo: { ...TOTP, sharedSecretKey, sessionInfo, finalizeEnrollmentTime } }
}

type TotpInput = { sessionInfo?: string | null | undefined; verificationCode?: string | null | undefined }

async function verifyTotpEnrollment(
  identity: Identity,
  userId: string,
  { sessionInfo, verificationCode }: TotpInput,
): Promise<VerifiedFactor> {
  check(sessionInfo, 'MISSING_SESSION_INFO')
  check(verificationCode, 'MISSING_CODE')
  const sessionHash = digest(sessionInfo)
  const enrollment = await identity.db
    .updateTable('identity.mfa_enrollments')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('session_hash', '=', sessionHash)
    .where('user_id', '=', userId)
    .where('tries', '<', MAX_GUESSES)
    .where('expires_at', '>', identity.now())
    .returningAll()
    .executeTakeFirst()
  if (!enrollment) {
    const known = await identity.db
      .selectFrom('identity.mfa_enrollments')
      .select('session_hash')
      .where('session_hash', '=', sessionHash)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    throw new ToolkitError(known ? 'SESSION_EXPIRED' : 'INVALID_SESSION_INFO')
  }
  const { secret } = enrollment
  const step = matchStep(decrypt(identity, userId, secret), verificationCode, identity.now())
  check(step !== undefined, 'INVALID_CODE')
  return {
    columns: { kind: 'totp', secret, last_step: step },
    consume(trx) {
      const deletion = trx.deleteFrom('identity.mfa_enrollments').where('session_hash', '=', sessionHash)
      return deleteOnce(deletion, 'INVALID_SESSION_INFO')
    },
  }
}

import type { Insertable, Selectable } from 'kysely'
import { signInSms } from '#contract/people/sign-in/identity-texts.ts'
import type { Tables } from '#database/generated-tables.ts'
import { type Db, inTransaction } from '#database/open.ts'
import {
  type Account,
  createAccount,
  deleteOnce,
  findAccount,
  lockIdentifier,
  PHONE_PROVIDER as provider,
  requireAccount,
  updateUser,
} from '../accounts/accounts.ts'
import { consumeRateLimit } from '../accounts/rate-limits.ts'
import { authenticate, openSession } from '../accounts/sessions.ts'
import { checkMethod, mayNotifyCaller, notifyMethodAdded } from '../accounts/sign-in-methods.ts'
import { check, ToolkitError } from '../http/toolkit-error.ts'
import { hostOf, type Identity, type Operation, type ToolkitCall } from '../identity.ts'
import {
  continuedSession,
  finishSignIn,
  listFactors,
  requireReauthentication,
} from '../mfa/second-factors.ts'
import {
  digest,
  newSecret,
  newSixDigitCode,
  PHONE_PROOF_SECONDS,
  SMS_CODE_SECONDS,
  secondsAfter,
} from '../tokens/secrets.ts'

const E164 = /^\+[1-9]\d{6,14}$/
/** Guesses per code; a constraint of the table has the same limit. */
const MAX_GUESSES = 5

/** Rate limits per number and IP address replace the SDK's captcha. */
export const sendVerificationCode: Operation = async (identity, { body, ipAddress }) => {
  checkMethod(identity, 'phone')
  const code = { purpose: 'sign-in', phone_number: normalisePhoneNumber(body.phoneNumber) } as const
  return { sessionInfo: await sendSmsCode(identity, code, ipAddress) }
}

export const signInWithPhoneNumber: Operation = async (identity, { body }) => {
  checkMethod(identity, 'phone')
  const verified = await verifyNumber(identity, body)
  const { idToken } = body
  const notifies = idToken ? await mayNotifyCaller(identity, idToken) : false
  return inTransaction(identity.db, async (trx) => {
    await verified.consume(trx)
    const { phoneNumber } = verified
    await lockIdentifier(trx, phoneNumber)
    const owner = await findAccount(trx, { phoneNumber }, { lock: true })
    if (idToken) return linkNumber(identity, trx, { idToken, owner, verified, notifies })
    check(owner || body.operation !== 'REAUTH', 'USER_NOT_FOUND')
    check(!owner?.user.disabled_at, 'USER_DISABLED')
    const account = owner ?? (await createAccount(identity, trx, { phone_number: phoneNumber }))
    check(account, 'PHONE_NUMBER_EXISTS')
    const { id: localId } = account.user
    const signedIn = await finishSignIn(identity, trx, { account, provider })
    return { isNewUser: !owner, phoneNumber, localId, ...signedIn }
  })
}

type VerifiedNumber = { phoneNumber: string; hasCode: boolean; consume(trx: Db): Promise<void> }

async function verifyNumber(identity: Identity, body: ToolkitCall['body']): Promise<VerifiedNumber> {
  const { temporaryProof: proof } = body
  if (!proof) {
    const code = await checkSmsCode(identity, { purpose: 'sign-in', user_id: null }, body)
    return { phoneNumber: code.phone_number, hasCode: true, consume: (trx) => consumeSmsCode(trx, code) }
  }
  const phoneNumber = normalisePhoneNumber(body.phoneNumber)
  const consume = (trx: Db) => consumePhoneProof(trx, { proof, phoneNumber, at: identity.now() })
  return { phoneNumber, hasCode: false, consume }
}

type Linking = {
  idToken: string
  owner: Account | undefined
  verified: VerifiedNumber
  notifies: boolean
}

async function linkNumber(identity: Identity, trx: Db, linking: Linking): Promise<object> {
  const { idToken, owner, verified, notifies } = linking
  const { phoneNumber } = verified
  const caller = await authenticate(identity, trx, idToken, { lock: true })
  await requireReauthentication(identity, trx, caller)
  const { id } = caller.user
  if (owner && owner.user.id !== id) {
    check(verified.hasCode, 'PHONE_NUMBER_EXISTS')
    const temporaryProof = await createPhoneProof(trx, { phoneNumber, at: identity.now() })
    return { phoneNumber, temporaryProof, temporaryProofExpiresIn: String(PHONE_PROOF_SECONDS) }
  }
  const factors = await listFactors(trx, id)
  check(
    factors.every((factor) => factor.kind !== 'phone'),
    'UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user.',
  )
  await updateUser(trx, id, { phone_number: phoneNumber })
  const account = await requireAccount(trx, id)
  await notifyMethodAdded(identity, trx, { user: account.user, providerId: provider, notifies })
  const session = { account, provider, ...continuedSession(caller.claims) }
  return { isNewUser: false, phoneNumber, localId: id, ...(await openSession(identity, trx, session)) }
}

type Proof = { phoneNumber: string; at: Date }

async function createPhoneProof(trx: Db, { phoneNumber, at }: Proof): Promise<string> {
  const proof = newSecret()
  const expiresAt = secondsAfter(at, PHONE_PROOF_SECONDS)
  const row = { proof_hash: digest(proof), phone_number: phoneNumber, expires_at: expiresAt }
  await trx.insertInto('identity.phone_proofs').values(row).execute()
  return proof
}

async function consumePhoneProof(
  trx: Db,
  { proof, phoneNumber, at }: Proof & { proof: string },
): Promise<void> {
  const row = await trx
    .deleteFrom('identity.phone_proofs')
    .where('proof_hash', '=', digest(proof))
    .returningAll()
    .executeTakeFirst()
  check(row && row.phone_number === phoneNumber && row.expires_at > at, 'INVALID_TEMPORARY_PROOF')
}

export function normalisePhoneNumber(text: string | null | undefined): string {
  check(text, 'MISSING_PHONE_NUMBER')
  const number = text.replace(/[\s().-]/g, '')
  check(E164.test(number), 'INVALID_PHONE_NUMBER : Invalid format.')
  return number
}

type SmsCode = Selectable<Tables['identity.sms_codes']>
type NewCode = Pick<
  Insertable<Tables['identity.sms_codes']>,
  'purpose' | 'phone_number' | 'user_id' | 'factor_id'
>
type SmsCodeInput = { sessionInfo?: string | null | undefined; code?: string | null | undefined }

export async function sendSmsCode(identity: Identity, wanted: NewCode, ipAddress: string | undefined) {
  const { sendSms } = identity
  const { phone_number: phoneNumber } = wanted
  check(sendSms, 'OPERATION_NOT_ALLOWED')
  await consumeRateLimit(identity, 'sms-from', ipAddress)
  await consumeRateLimit(identity, 'sms-to', digest(phoneNumber))
  const session = newSecret()
  const code = newSixDigitCode()
  const hashes = { session_hash: digest(session), code_hash: digest(session, code) }
  const row = { ...wanted, ...hashes, expires_at: secondsAfter(identity.now(), SMS_CODE_SECONDS) }
  await inTransaction(identity.db, async (trx) => {
    await trx.insertInto('identity.sms_codes').values(row).execute()
    await sendSms(trx, { to: phoneNumber, text: signInSms(hostOf(identity), code) })
  })
  return session
}

/** Every guess counts, concurrent ones too; after too many the error is SESSION_EXPIRED. */
export async function checkSmsCode(
  { db, now }: Identity,
  { purpose, user_id: userId }: Pick<SmsCode, 'purpose' | 'user_id'>,
  { sessionInfo, code }: SmsCodeInput,
): Promise<SmsCode> {
  check(sessionInfo, 'MISSING_SESSION_INFO')
  check(code, 'MISSING_CODE')
  const sessionHash = digest(sessionInfo)
  const counted = await db
    .updateTable('identity.sms_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('session_hash', '=', sessionHash)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('tries', '<', MAX_GUESSES)
    .where('expires_at', '>', now())
    .returningAll()
    .executeTakeFirst()
  if (!counted) {
    const known = await db
      .selectFrom('identity.sms_codes')
      .select(['purpose', 'user_id'])
      .where('session_hash', '=', sessionHash)
      .executeTakeFirst()
    check(known?.purpose === purpose && known.user_id === userId, 'INVALID_SESSION_INFO')
    throw new ToolkitError('SESSION_EXPIRED')
  }
  check(counted.code_hash === digest(sessionInfo, code), 'INVALID_CODE')
  return counted
}

export function consumeSmsCode(trx: Db, { session_hash }: SmsCode): Promise<void> {
  const deletion = trx.deleteFrom('identity.sms_codes').where('session_hash', '=', session_hash)
  return deleteOnce(deletion, 'INVALID_SESSION_INFO')
}

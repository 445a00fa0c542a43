import { type Db, inTransaction } from '#database/open.ts'
import {
  type Account,
  findAccount,
  lockIdentifier,
  PHONE_PROVIDER,
  requireAccount,
} from '../accounts/accounts.ts'
import { openSession } from '../accounts/sessions.ts'
import { mayNotifyCaller, notifyMethodAdded } from '../accounts/sign-in-methods.ts'
import { createAccount } from '../accounts/sign-up.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity, Operation, ToolkitCall } from '../identity.ts'
import { checkMethod } from '../methods.ts'
import {
  continuedSession,
  finishSignIn,
  listFactors,
  requireReauthentication,
} from '../mfa/second-factors.ts'
import { authenticate } from '../tokens/authenticate.ts'
import { PHONE_PROOF_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { digest, newSecret } from '../tokens/secrets.ts'
import { normalisePhoneNumber } from './phone-numbers.ts'
import { checkSmsCode, sendSmsCode, useSmsCode } from './sms-codes.ts'

/**
 * `accounts:sendVerificationCode`: sends a code to a number. The SDK's captcha fields are ignored: rate limits per number
 * and IP address replace a captcha.
 */
export const sendVerificationCode: Operation = async (identity, { body, address }) => {
  checkMethod(identity, 'phone')
  check(body.phoneNumber, 'MISSING_PHONE_NUMBER')
  const phoneNumber = normalisePhoneNumber(body.phoneNumber)
  const code = { purpose: 'sign-in', phone_number: phoneNumber } as const
  return { sessionInfo: await sendSmsCode(identity, code, address) }
}

/**
 * `accounts:signInWithPhoneNumber` with a code, or with the token of a conflict. With an ID token the number is added to
 * the caller's account. Errors: those of `checkSmsCode`, INVALID_TEMPORARY_PROOF, PHONE_NUMBER_EXISTS, USER_DISABLED;
 * USER_NOT_FOUND for the re-authentication of an unknown number.
 */
export const signInWithPhoneNumber: Operation = async (identity, { body }) => {
  checkMethod(identity, 'phone')
  const proven = await readProof(identity, body)
  const { idToken } = body
  const notifies = idToken ? await mayNotifyCaller(identity, idToken) : false
  return inTransaction(identity.db, async (trx) => {
    await proven.use(trx)
    const { phoneNumber } = proven
    await lockIdentifier(trx, phoneNumber)
    const owner = await findAccount(trx, { phoneNumber }, { lock: true })
    if (idToken) return linkNumber(identity, trx, { idToken, owner, proven, notifies })
    check(owner || body.operation !== 'REAUTH', 'USER_NOT_FOUND')
    check(!owner?.user.disabled_at, 'USER_DISABLED')
    const account = owner ?? (await createAccount(identity, trx, { phone_number: phoneNumber }))
    check(account, 'PHONE_NUMBER_EXISTS')
    const { id: localId } = account.user
    const signedIn = await finishSignIn(identity, trx, { account, provider: PHONE_PROVIDER })
    return { isNewUser: !owner, phoneNumber, localId, ...signedIn }
  })
}

type Proven = { phoneNumber: string; isCode: boolean; use(trx: Db): Promise<void> }

async function readProof(identity: Identity, body: ToolkitCall['body']): Promise<Proven> {
  const { temporaryProof: proof } = body
  if (!proof) {
    const code = await checkSmsCode(identity, { purpose: 'sign-in', user_id: null }, body)
    return { phoneNumber: code.phone_number, isCode: true, use: (trx) => useSmsCode(trx, code) }
  }
  check(body.phoneNumber, 'MISSING_PHONE_NUMBER')
  const phoneNumber = normalisePhoneNumber(body.phoneNumber)
  const use = (trx: Db) => takePhoneProof(trx, { proof, phoneNumber, at: identity.now() })
  return { phoneNumber, isCode: false, use }
}

type Linking = { idToken: string; owner: Account | undefined; proven: Proven; notifies: boolean }

async function linkNumber(
  identity: Identity,
  trx: Db,
  { idToken, owner, proven, notifies }: Linking,
): Promise<object> {
  const { phoneNumber } = proven
  const caller = await authenticate(identity, trx, idToken, { lock: true })
  await requireReauthentication(identity, trx, caller)
  if (owner && owner.user.id !== caller.user.id) {
    check(proven.isCode, 'PHONE_NUMBER_EXISTS')
    const temporaryProof = await createPhoneProof(trx, { phoneNumber, at: identity.now() })
    return { phoneNumber, temporaryProof, temporaryProofExpiresIn: String(PHONE_PROOF_SECONDS) }
  }
  const { id } = caller.user
  const factors = await listFactors(trx, id)
  check(
    factors.every((factor) => factor.kind !== 'phone'),
    'UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user.',
  )
  await trx.updateTable('identity.users').set({ phone_number: phoneNumber }).where('id', '=', id).execute()
  const account = await requireAccount(trx, id)
  await notifyMethodAdded(identity, trx, { user: account.user, providerId: PHONE_PROVIDER, notifies })
  const session = { account, provider: PHONE_PROVIDER, ...continuedSession(caller.claims) }
  const tokens = await openSession(identity, trx, session)
  return { isNewUser: false, phoneNumber, localId: id, ...tokens }
}

type Proof = { phoneNumber: string; at: Date }

/** Creates a single-use token: the caller has access to the number. */
async function createPhoneProof(trx: Db, { phoneNumber, at }: Proof): Promise<string> {
  const proof = newSecret()
  await trx
    .insertInto('identity.phone_proofs')
    .values({
      proof_hash: digest(proof),
      phone_number: phoneNumber,
      expires_at: secondsAfter(at, PHONE_PROOF_SECONDS),
    })
    .execute()
  return proof
}

/** Consumes a token. Error: INVALID_TEMPORARY_PROOF, also for another number and after expiry. */
async function takePhoneProof(trx: Db, { proof, phoneNumber, at }: Proof & { proof: string }): Promise<void> {
  const row = await trx
    .deleteFrom('identity.phone_proofs')
    .where('proof_hash', '=', digest(proof))
    .returningAll()
    .executeTakeFirst()
  check(row && row.phone_number === phoneNumber && row.expires_at > at, 'INVALID_TEMPORARY_PROOF')
}

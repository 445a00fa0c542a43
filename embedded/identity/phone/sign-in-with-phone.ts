import { sql } from 'kysely'
import { type Db, inTransaction } from '#database/open.ts'
import { type Account, findAccount, PHONE_PROVIDER } from '../accounts/accounts.ts'
import { openSession } from '../accounts/sessions.ts'
import { createAccount } from '../accounts/sign-up.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity, Operation, ToolkitCall } from '../identity.ts'
import { checkMethod } from '../methods.ts'
import { checkProof, continuing, finishSignIn, listFactors } from '../mfa/second-factors.ts'
import { authenticate } from '../tokens/authenticate.ts'
import { PHONE_PROOF_SECONDS } from '../tokens/lifetimes.ts'
import { mayTellCaller, tellWayAdded } from '../ways.ts'
import { foldPhoneNumber } from './phone-numbers.ts'
import { createPhoneProof, takePhoneProof } from './phone-proofs.ts'
import { checkSmsCode, sendSmsCode, useSmsCode } from './sms-codes.ts'

/**
 * `accounts:sendVerificationCode`: sends a code to a number, the same whether it has an account or not. The
 * SDK's captcha fields are taken and not asked for: limits by number and address stand in for a captcha.
 */
export const sendVerificationCode: Operation = async (identity, { body, address }) => {
  checkMethod(identity, 'phone')
  check(body.phoneNumber, 'MISSING_PHONE_NUMBER')
  const phoneNumber = foldPhoneNumber(body.phoneNumber)
  const code = { purpose: 'sign-in', phone_number: phoneNumber } as const
  return { sessionInfo: await sendSmsCode(identity, code, address) }
}

/**
 * `accounts:signInWithPhoneNumber` by a code, or by the proof that a conflict answered. With an ID token the
 * number is added to the caller's account. Errors: those of a code, INVALID_TEMPORARY_PROOF,
 * PHONE_NUMBER_EXISTS, USER_DISABLED; USER_NOT_FOUND where a known person was asked to sign in again.
 */
export const signInWithPhoneNumber: Operation = async (identity, { body }) => {
  checkMethod(identity, 'phone')
  const proven = await readProof(identity, body)
  const { idToken } = body
  const tells = idToken ? await mayTellCaller(identity, idToken) : false
  return inTransaction(identity.db, async (trx) => {
    await proven.use(trx)
    const { phoneNumber } = proven
    // two windows of one person must not make two accounts
    await sql`select pg_advisory_xact_lock(hashtextextended(${`identity:${phoneNumber}`}, 0))`.execute(trx)
    const owner = await findAccount(trx, { phoneNumber }, { lock: true })
    if (idToken) return linkNumber(identity, trx, { idToken, owner, proven, tells })
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
  const phoneNumber = foldPhoneNumber(body.phoneNumber)
  const use = (trx: Db) => takePhoneProof(trx, { proof, phoneNumber, at: identity.now() })
  return { phoneNumber, isCode: false, use }
}

type Linking = { idToken: string; owner: Account | undefined; proven: Proven; tells: boolean }

async function linkNumber(
  identity: Identity,
  trx: Db,
  { idToken, owner, proven, tells }: Linking,
): Promise<object> {
  const { phoneNumber } = proven
  const caller = await authenticate(identity, trx, idToken, { lock: true })
  await checkProof(identity, trx, caller)
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
  const account = await findAccount(trx, { id })
  check(account, 'USER_NOT_FOUND')
  await tellWayAdded(identity, trx, { user: account.user, providerId: PHONE_PROVIDER, tells })
  const session = { account, provider: PHONE_PROVIDER, ...continuing(caller.claims) }
  const tokens = await openSession(identity, trx, session)
  return { isNewUser: false, phoneNumber, localId: id, ...tokens }
}

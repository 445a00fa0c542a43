import { randomInt } from 'node:crypto'
import { recoveryCodesMail, recoveryCodeUsedMail } from '#contract/people/sign-in/identity-texts.ts'
import { RECOVERY_CODE_LENGTH } from '#contract/people/sign-in/sign-in.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { IdentityUserRow, MfaFactorRow } from '#database/rows.ts'
import { type Account, deleteOnce } from '../accounts/accounts.ts'
import { authenticate, type Caller, openSession } from '../accounts/sessions.ts'
import { check } from '../http/toolkit-error.ts'
import { hostOf, type Identity, type Operation } from '../identity.ts'
import type { IdTokenClaims, SecondFactor } from '../tokens/id-tokens.ts'
import {
  digest,
  MFA_PENDING_SECONDS,
  newSecret,
  RECENT_SIGN_IN_SECONDS,
  secondsAfter,
} from '../tokens/secrets.ts'

export function listFactors(db: Db, userId: string): Promise<MfaFactorRow[]> {
  return db
    .selectFrom('identity.mfa_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('enrolled_at')
    .orderBy('id')
    .execute()
}

export async function requireFactor(
  db: Db,
  { userId, id }: { userId: string; id: string | null | undefined },
) {
  check(id, 'MISSING_MFA_ENROLLMENT_ID')
  const factor = (await listFactors(db, userId)).find((factor) => factor.id === id)
  check(factor, 'MFA_ENROLLMENT_NOT_FOUND')
  return factor
}

export function describeFactor(factor: MfaFactorRow, { isMasked = true } = {}) {
  const { phone_number: number } = factor
  return {
    mfaEnrollmentId: factor.id,
    displayName: factor.display_name ?? undefined,
    enrolledAt: factor.enrolled_at.toISOString(),
    ...(number
      ? { phoneInfo: isMasked ? `+${'*'.repeat(number.length - 5)}${number.slice(-4)}` : number }
      : { totpInfo: {} }),
  }
}

/** Issues tokens, or a pending credential if the account has a second factor. The account must be locked. */
export async function finishSignIn(
  identity: Identity,
  trx: Db,
  { account, provider }: { account: Account; provider: string },
) {
  const factors = await listFactors(trx, account.user.id)
  if (factors.length === 0) return openSession(identity, trx, { account, provider })
  const credential = newSecret()
  await trx
    .insertInto('identity.mfa_pending')
    .values({
      credential_hash: digest(credential),
      user_id: account.user.id,
      provider,
      expires_at: secondsAfter(identity.now(), MFA_PENDING_SECONDS),
    })
    .execute()
  return { mfaPendingCredential: credential, mfaInfo: factors.map((factor) => describeFactor(factor)) }
}

/** What new tokens keep of the session of an ID token: its id and its second factor. */
export function continuedSession({ sid, firebase }: IdTokenClaims) {
  const { sign_in_second_factor: kind, second_factor_identifier: id } = firebase
  const secondFactor: SecondFactor | undefined = kind && id ? { kind, id } : undefined
  return { sid, secondFactor }
}

/** The sign-in must be recent and, if the account has a second factor, have passed one. Error: CREDENTIAL_TOO_OLD_LOGIN_AGAIN. */
export async function requireReauthentication(identity: Identity, db: Db, caller: Caller): Promise<void> {
  const age = identity.now().getTime() / 1000 - caller.claims.auth_time
  check(age <= RECENT_SIGN_IN_SECONDS, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  if (continuedSession(caller.claims).secondFactor) return
  check((await listFactors(db, caller.user.id)).length === 0, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RECOVERY_CODES = 10

export const generateRecoveryCodes: Operation = (identity, { body }) =>
  inTransaction(identity.db, async (trx) => {
    const caller = await authenticate(identity, trx, body.idToken, { lock: true })
    const { id } = caller.user
    check((await listFactors(trx, id)).length > 0, 'MFA_ENROLLMENT_NOT_FOUND')
    await requireReauthentication(identity, trx, caller)
    await dropRecoveryCodes(trx, id)
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newCode)
    await trx
      .insertInto('identity.recovery_codes')
      .values(recoveryCodes.map((code) => ({ user_id: id, code_hash: hashOf(identity, id, code) })))
      .execute()
    await notifyVerified(identity, trx, caller.user, recoveryCodesMail(hostOf(identity)))
    return { recoveryCodes }
  })

export const countRecoveryCodes: Operation = async (identity, { body }) => {
  const { user } = await authenticate(identity, identity.db, body.idToken)
  return { remaining: await countCodes(identity.db, user.id) }
}

export function isRecoveryCode(typed: string): boolean {
  return normaliseCode(typed).length === RECOVERY_CODE_LENGTH
}

export async function consumeRecoveryCode(
  identity: Identity,
  trx: Db,
  { user }: Account,
  typed: string,
): Promise<void> {
  const deletion = trx
    .deleteFrom('identity.recovery_codes')
    .where('user_id', '=', user.id)
    .where('code_hash', '=', hashOf(identity, user.id, typed))
  await deleteOnce(deletion, 'INVALID_CODE')
  const remaining = await countCodes(trx, user.id)
  await notifyVerified(identity, trx, user, recoveryCodeUsedMail(hostOf(identity), remaining))
}

/** An unverified mailbox may belong to another person, and recovery codes can be generated and used any number of times. */
async function notifyVerified(
  identity: Identity,
  trx: Db,
  user: IdentityUserRow,
  mail: ReturnType<typeof recoveryCodesMail>,
) {
  if (user.email && user.email_verified) await identity.sendMail(trx, { to: user.email, ...mail })
}

export async function dropRecoveryCodes(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('identity.recovery_codes').where('user_id', '=', userId).execute()
}

async function countCodes(db: Db, userId: string): Promise<number> {
  const { remaining } = await db
    .selectFrom('identity.recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('remaining'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return remaining
}

function newCode(): string {
  const letters = Array.from({ length: RECOVERY_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

function hashOf({ encryptionSecret }: Identity, userId: string, code: string): string {
  return digest('recovery-code', encryptionSecret, userId, normaliseCode(code))
}

function normaliseCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
}

import { randomInt } from 'node:crypto'
import { recoveryCodesMail, recoveryCodeUsedMail } from '#contract/messages/account/identity.ts'
import { RECOVERY_CODE_LENGTH } from '#contract/users/sign-in.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { Account } from '../accounts/accounts.ts'
import { authenticate } from '../accounts/sessions.ts'
import { check } from '../http/toolkit-error.ts'
import { hostOf, type Identity, type Operation } from '../identity.ts'
import { digest } from '../tokens/secrets.ts'
import { listFactors, requireReauthentication } from './second-factors.ts'

/** Crockford's base 32: no letters that are confused on paper. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODES = 10

export const generateRecoveryCodes: Operation = (identity, { body }) =>
  inTransaction(identity.db, async (trx) => {
    const caller = await authenticate(identity, trx, body.idToken, { lock: true })
    const { id, email } = caller.user
    check((await listFactors(trx, id)).length > 0, 'MFA_ENROLLMENT_NOT_FOUND')
    await requireReauthentication(identity, trx, caller)
    await dropRecoveryCodes(trx, id)
    const recoveryCodes = Array.from({ length: CODES }, newCode)
    await trx
      .insertInto('identity.recovery_codes')
      .values(recoveryCodes.map((code) => ({ user_id: id, code_hash: hashOf(identity, id, code) })))
      .execute()
    if (email) await identity.sendMail(trx, { to: email, ...recoveryCodesMail(hostOf(identity)) })
    return { recoveryCodes }
  })

export const countRecoveryCodes: Operation = async (identity, { body }) => {
  const { user } = await authenticate(identity, identity.db, body.idToken)
  return { remaining: await countCodes(identity.db, user.id) }
}

export function isRecoveryCode(typed: string): boolean {
  return normalize(typed).length === RECOVERY_CODE_LENGTH
}

export async function useRecoveryCode(
  identity: Identity,
  trx: Db,
  { user: { id: userId, email } }: Account,
  typed: string,
): Promise<void> {
  const used = await trx
    .deleteFrom('identity.recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(identity, userId, typed))
    .executeTakeFirst()
  check(used.numDeletedRows === 1n, 'INVALID_CODE')
  if (!email) return
  const remaining = await countCodes(trx, userId)
  await identity.sendMail(trx, { to: email, ...recoveryCodeUsedMail(hostOf(identity), remaining) })
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
  const letters = Array.from({ length: RECOVERY_CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

function hashOf({ encryptionSecret }: Identity, userId: string, code: string): string {
  return digest('recovery-code', encryptionSecret, userId, normalize(code))
}

function normalize(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
}

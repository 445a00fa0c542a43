import type { Insertable, Selectable } from 'kysely'
import { signInSms } from '#contract/messages/account/identity.ts'
import type { Tables } from '#database/generated-tables.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { limitSms } from '../accounts/rate-limits.ts'
import { check } from '../http/toolkit-error.ts'
import { hostOf, type Identity } from '../identity.ts'
import { SMS_CODE_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { digest, newMailCode, newSecret } from '../tokens/secrets.ts'

/** Guesses per code; a constraint of the table has the same limit. */
const TRIES = 5

export type SmsCode = Selectable<Tables['identity.sms_codes']>
type NewCode = Pick<
  Insertable<Tables['identity.sms_codes']>,
  'purpose' | 'phone_number' | 'user_id' | 'factor_id'
>
type Wanted = Pick<SmsCode, 'purpose' | 'user_id'>
type Answer = { sessionInfo?: string | null | undefined; code?: string | null | undefined }

/**
 * Sends a code by text message; returns the session for which it is valid.
 * Errors: OPERATION_NOT_ALLOWED without a gateway, TOO_MANY_ATTEMPTS_TRY_LATER.
 */
export async function sendSmsCode(
  identity: Identity,
  wanted: NewCode,
  address: string | undefined,
): Promise<string> {
  const { sendSms } = identity
  check(sendSms, 'OPERATION_NOT_ALLOWED')
  await limitSms(identity, { phoneNumber: wanted.phone_number, address })
  const session = newSecret()
  const code = newMailCode()
  await inTransaction(identity.db, async (trx) => {
    await trx
      .insertInto('identity.sms_codes')
      .values({
        ...wanted,
        session_hash: digest(session),
        code_hash: digest(session, code),
        expires_at: secondsAfter(identity.now(), SMS_CODE_SECONDS),
      })
      .execute()
    await sendSms(trx, { to: wanted.phone_number, text: signInSms(hostOf(identity), code) })
  })
  return session
}

/**
 * Checks a code without consuming it. Every guess counts, concurrent ones too. Errors: MISSING_SESSION_INFO,
 * MISSING_CODE, INVALID_SESSION_INFO, INVALID_CODE; SESSION_EXPIRED for an expired code and after too many guesses.
 */
export async function checkSmsCode(
  { db, now }: Identity,
  { purpose, user_id: userId }: Wanted,
  { sessionInfo, code }: Answer,
): Promise<SmsCode> {
  check(sessionInfo, 'MISSING_SESSION_INFO')
  check(code, 'MISSING_CODE')
  const session = digest(sessionInfo)
  const counted = await db
    .updateTable('identity.sms_codes')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('session_hash', '=', session)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('tries', '<', TRIES)
    .where('expires_at', '>', now())
    .returningAll()
    .executeTakeFirst()
  if (!counted) {
    const known = await db
      .selectFrom('identity.sms_codes')
      .select(['purpose', 'user_id'])
      .where('session_hash', '=', session)
      .executeTakeFirst()
    check(known?.purpose === purpose && known.user_id === userId, 'INVALID_SESSION_INFO')
    check(false, 'SESSION_EXPIRED')
  }
  check(counted.code_hash === digest(sessionInfo, code), 'INVALID_CODE')
  return counted
}

/** Consumes a code; of concurrent calls one succeeds. Error: INVALID_SESSION_INFO. */
export async function useSmsCode(trx: Db, { session_hash }: SmsCode): Promise<void> {
  const used = await trx
    .deleteFrom('identity.sms_codes')
    .where('session_hash', '=', session_hash)
    .returning('session_hash')
    .executeTakeFirst()
  check(used, 'INVALID_SESSION_INFO')
}

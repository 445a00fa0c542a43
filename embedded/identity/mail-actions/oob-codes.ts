import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import { deleteOnce } from '../accounts/accounts.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import { digest, MAIL_CODE_SECONDS, newSecret, secondsAfter } from '../tokens/secrets.ts'

export type OobCode = Selectable<Tables['identity.oob_codes']>
type NewCode = Omit<Insertable<Tables['identity.oob_codes']>, 'code_hash' | 'expires_at'>

const modes: Record<OobCode['request_type'], string> = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  EMAIL_SIGNIN: 'signIn',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
  REVERT_SECOND_FACTOR_ADDITION: 'revertSecondFactorAddition',
}

type LinkOptions = { continueUrl?: string | null | undefined; seconds?: number }

export async function createLink(
  { origin, apiKey, now }: Identity,
  db: Db,
  code: NewCode,
  { continueUrl, seconds = MAIL_CODE_SECONDS }: LinkOptions,
): Promise<string> {
  const oobCode = newSecret()
  const row = { ...code, code_hash: digest(oobCode), expires_at: secondsAfter(now(), seconds) }
  await db.insertInto('identity.oob_codes').values(row).execute()
  const parameters = { mode: modes[code.request_type], oobCode, apiKey }
  // a sign-in link opens its continue URL, a page that passes the whole URL to the SDK
  const opensPage = code.request_type === 'EMAIL_SIGNIN' && continueUrl
  const link = new URL(opensPage ? continueUrl : `${origin}/reset-password`)
  for (const [name, value] of Object.entries(parameters)) link.searchParams.set(name, value)
  if (!opensPage && continueUrl) link.searchParams.set('continueUrl', continueUrl)
  return link.href
}

/** Reads a code without consuming it. Errors: MISSING_OOB_CODE, INVALID_OOB_CODE, EXPIRED_OOB_CODE. */
export async function readCode(db: Db, code: string | null | undefined, at: Date): Promise<OobCode> {
  check(code, 'MISSING_OOB_CODE')
  const found = await db
    .selectFrom('identity.oob_codes')
    .selectAll()
    .where('code_hash', '=', digest(code))
    .executeTakeFirst()
  // a reset code without an account was never sent; sign-in codes need no account
  check(found && (found.user_id || found.request_type === 'EMAIL_SIGNIN'), 'INVALID_OOB_CODE')
  check(found.expires_at > at, 'EXPIRED_OOB_CODE')
  return found
}

export function consumeCode(trx: Db, { code_hash }: OobCode): Promise<void> {
  const deletion = trx.deleteFrom('identity.oob_codes').where('code_hash', '=', code_hash)
  return deleteOnce(deletion, 'INVALID_OOB_CODE')
}

/** Deletes the codes of address changes: a stolen session may have requested them. Call it under the account's lock. */
export async function dropAddressChanges(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('identity.oob_codes')
    .where('user_id', '=', userId)
    .where('request_type', '=', 'VERIFY_AND_CHANGE_EMAIL')
    .execute()
}

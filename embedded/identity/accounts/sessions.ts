import type { Db } from '#database/open.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity, Operation } from '../identity.ts'
import { dropAddressChanges } from '../mail-actions/oob-codes.ts'
import { type SecondFactor, signIdToken } from '../tokens/id-tokens.ts'
import { ID_TOKEN_SECONDS, wholeSecond } from '../tokens/lifetimes.ts'
import { digest, newSecret } from '../tokens/secrets.ts'
import { type Account, requireAccount } from './accounts.ts'

export type Tokens = { idToken: string; refreshToken: string; expiresIn: string }

/** Issues tokens for an authenticated user. Call it inside the transaction that locks the account's row. */
export async function openSession(
  identity: Identity,
  db: Db,
  {
    account,
    provider,
    secondFactor,
    sid = newSecret().slice(0, 22),
  }: {
    account: Account
    provider: string
    secondFactor?: SecondFactor | undefined
    /** The session that continues with these tokens; absent for a new one. */
    sid?: string | undefined
  },
): Promise<Tokens> {
  const refreshToken = newSecret()
  const at = identity.now()
  const authTime = wholeSecond(at)
  await db
    .insertInto('identity.sessions')
    .values({
      token_hash: digest(refreshToken),
      sid,
      user_id: account.user.id,
      provider,
      auth_time: authTime,
      second_factor: secondFactor?.kind ?? null,
      second_factor_id: secondFactor?.id ?? null,
      created_at: at,
    })
    .execute()
  await db
    .updateTable('identity.users')
    .set({ last_login_at: at, last_refresh_at: at })
    .where('id', '=', account.user.id)
    .execute()
  const idToken = await signIdToken(identity, account, { sid, provider, authTime, secondFactor })
  return { idToken, refreshToken, expiresIn: String(ID_TOKEN_SECONDS) }
}

/**
 * Ends every session of the account except `except`, sign-ins that wait for a second factor, and requested address
 * changes. Rows stay: a revoked token must answer "expired", not "unknown".
 */
export async function revokeSessions(
  db: Db,
  userId: string,
  at: Date,
  { except }: { except?: string } = {},
): Promise<void> {
  let sessions = db
    .updateTable('identity.sessions')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  if (except !== undefined) sessions = sessions.where('sid', '<>', except)
  await sessions.execute()
  await db.deleteFrom('identity.mfa_pending').where('user_id', '=', userId).execute()
  await dropAddressChanges(db, userId)
}

/**
 * Ends every session of the account, and the store's own tokens with them. `continuedSid` is the session that gets new tokens
 * in the same transaction. The caller updates `valid_since`.
 */
export async function endSignIns(
  identity: Identity,
  trx: Db,
  { userId, continuedSid }: { userId: string; continuedSid?: string | undefined },
): Promise<void> {
  const at = identity.now()
  await revokeSessions(trx, userId, at)
  await identity.onSignInsEnded(trx, { uid: userId, at, continuedSid })
}

/** Whether the session has not been revoked. */
export async function isSignedIn(db: Db, { userId, sid }: { userId: string; sid: string }): Promise<boolean> {
  const session = await db
    .selectFrom('identity.sessions')
    .select('sid')
    .where('sid', '=', sid)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

/**
 * `/v1/token`: a new ID token for a refresh token. Refresh tokens do not rotate: browser tabs share one.
 * Errors: INVALID_REFRESH_TOKEN; USER_NOT_FOUND, USER_DISABLED and TOKEN_EXPIRED sign the SDK out.
 */
export const refreshSession: Operation = async (identity, { body }) => {
  check(body.grant_type === 'refresh_token', 'INVALID_GRANT_TYPE')
  check(body.refresh_token, 'MISSING_REFRESH_TOKEN')
  const session = await identity.db
    .selectFrom('identity.sessions')
    .selectAll()
    .where('token_hash', '=', digest(body.refresh_token))
    .executeTakeFirst()
  check(session, 'INVALID_REFRESH_TOKEN')
  const account = await requireAccount(identity.db, session.user_id)
  check(!account.user.disabled_at, 'USER_DISABLED')
  const isValid = !session.revoked_at && session.auth_time >= account.user.valid_since
  check(isValid, 'TOKEN_EXPIRED')
  await identity.db
    .updateTable('identity.users')
    .set({ last_refresh_at: identity.now() })
    .where('id', '=', account.user.id)
    .execute()
  const { second_factor: kind, second_factor_id: id } = session
  const token = await signIdToken(identity, account, {
    sid: session.sid,
    provider: session.provider,
    authTime: session.auth_time,
    secondFactor: kind && id ? { kind, id } : undefined,
  })
  return {
    id_token: token,
    access_token: token,
    expires_in: String(ID_TOKEN_SECONDS),
    refresh_token: body.refresh_token,
    token_type: 'Bearer',
    user_id: account.user.id,
    project_id: identity.projectId,
  }
}

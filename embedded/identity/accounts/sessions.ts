import type { Db } from '#database/open.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity, Operation } from '../identity.ts'
import { dropAddressChanges } from '../mail-actions/oob-codes.ts'
import { type IdTokenClaims, type SecondFactor, signIdToken, verifyIdToken } from '../tokens/id-tokens.ts'
import {
  digest,
  ID_TOKEN_SECONDS,
  newSecret,
  noLaterThanDatabase,
  SESSION_SECONDS,
  SESSION_UNUSED_SECONDS,
  secondsAfter,
  wholeSecond,
} from '../tokens/secrets.ts'
import { type Account, requireAccount, updateUser } from './accounts.ts'
import { forgetClients } from './known-clients.ts'

export type Tokens = { idToken: string; refreshToken: string; expiresIn: string }

type Session = {
  account: Account
  provider: string
  secondFactor?: SecondFactor | undefined
  sid?: string | undefined
}

/** Issues tokens for an authenticated user. Call it inside the transaction that locks the account's row. */
export async function openSession(identity: Identity, db: Db, session: Session): Promise<Tokens> {
  const { account, provider, secondFactor, sid = newSecret().slice(0, 22) } = session
  const refreshToken = newSecret()
  const at = identity.now()
  // another instance, whose clock is ahead, may have ended the earlier sessions
  const authTime = new Date(Math.max(wholeSecond(at).getTime(), account.user.valid_since.getTime()))
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
      last_used_at: at,
    })
    .execute()
  await updateUser(db, account.user.id, { last_login_at: at, last_refresh_at: at })
  const idToken = await signIdToken(identity, account, { sid, provider, authTime, secondFactor })
  return { idToken, refreshToken, expiresIn: String(ID_TOKEN_SECONDS) }
}

/** Also deletes pending MFA sign-ins and address changes. Rows stay: a revoked token is reported as expired. */
export async function revokeSessions(db: Db, userId: string, at: Date, { except }: { except?: string } = {}) {
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

/** Ends every session, and the store's own tokens. The caller then issues new tokens for `continuedSid`, if given. */
export async function endSignIns(
  identity: Identity,
  trx: Db,
  { userId, continuedSid }: { userId: string; continuedSid?: string | undefined },
): Promise<void> {
  const at = identity.now()
  const since = { valid_since: noLaterThanDatabase(at) }
  await trx.updateTable('identity.users').set(since).where('id', '=', userId).execute()
  await revokeSessions(trx, userId, at)
  await forgetClients(trx, userId)
  await identity.onSignInsEnded(trx, { uid: userId, at, continuedSid })
}

/** Refresh tokens do not rotate: browser tabs share one. */
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
  const at = identity.now()
  const { unused, opened } = sessionLimits(at)
  const isOver = session.last_used_at < unused || session.created_at < opened
  const isValid = !session.revoked_at && !isOver && session.auth_time >= account.user.valid_since
  check(isValid, 'TOKEN_EXPIRED')
  await updateUser(identity.db, account.user.id, { last_refresh_at: at })
  await identity.db
    .updateTable('identity.sessions')
    .set({ last_used_at: at })
    .where('token_hash', '=', session.token_hash)
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

/** A session ends if it was last used, or opened, before these times. */
export function sessionLimits(at: Date) {
  return { unused: secondsAfter(at, -SESSION_UNUSED_SECONDS), opened: secondsAfter(at, -SESSION_SECONDS) }
}

export type Caller = Account & { claims: IdTokenClaims }

/** In Google's order of checks: signature, account, revocation, disabled; then whether the session has ended. */
export async function authenticate(
  identity: Identity,
  db: Db,
  idToken: string | null | undefined,
  options: { lock?: boolean } = {},
): Promise<Caller> {
  const claims = await verifyIdToken(identity, idToken)
  const account = await requireAccount(db, claims.sub, options)
  check(claims.iat * 1000 >= account.user.valid_since.getTime(), 'TOKEN_EXPIRED')
  check(!account.user.disabled_at, 'USER_DISABLED')
  check(!claims.sid || (await isSignedIn(db, claims.sub, claims.sid, identity.now())), 'TOKEN_EXPIRED')
  return { ...account, claims }
}

async function isSignedIn(db: Db, userId: string, sid: string, at: Date): Promise<boolean> {
  const session = await db
    .selectFrom('identity.sessions')
    .select('sid')
    .where('sid', '=', sid)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('created_at', '>=', sessionLimits(at).opened)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

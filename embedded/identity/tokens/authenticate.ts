import type { Db } from '#database/open.ts'
import { type Account, requireAccount } from '../accounts/accounts.ts'
import { isSignedIn } from '../accounts/sessions.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import { type IdTokenClaims, verifyIdToken } from './id-tokens.ts'
import { RECENT_SIGN_IN_SECONDS } from './lifetimes.ts'

export type Caller = Account & { claims: IdTokenClaims }

/**
 * The account of an ID token, with Google's order of checks: signature, account, revocation, disabled. The token of an
 * ended session is refused before it expires.
 * Errors: MISSING_ID_TOKEN, INVALID_ID_TOKEN, USER_NOT_FOUND, TOKEN_EXPIRED, USER_DISABLED.
 */
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
  check(!claims.sid || (await isSignedIn(db, { userId: claims.sub, sid: claims.sid })), 'TOKEN_EXPIRED')
  return { ...account, claims }
}

/** Error: CREDENTIAL_TOO_OLD_LOGIN_AGAIN. */
export function checkRecentSignIn(identity: Identity, { claims }: Caller): void {
  const age = identity.now().getTime() / 1000 - claims.auth_time
  check(age <= RECENT_SIGN_IN_SECONDS, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}

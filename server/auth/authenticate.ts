import { AppError } from '#contract/errors.ts'
import type { Db } from '#database/open.ts'
import type { AccessTokens } from './access-token.ts'

/** The account behind a request, as the database has it at this moment. */
export type Caller = { id: string; uid: string; email: string | null; role: 'admin' | 'user' }

/** The bearer token of an Authorization header. Throws `unauthenticated`. */
export function bearerToken(header: string | undefined): string {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(header ?? '')?.[1]
  if (!token) throw new AppError('unauthenticated')
  return token
}

/** Role and disabled flag are read at every request, so that a demotion or a removal holds at once. */
export async function authenticate(
  db: Db,
  tokens: AccessTokens,
  header: string | undefined,
): Promise<Caller> {
  const claims = await tokens.read(bearerToken(header))
  const user = await db
    .selectFrom('users')
    .select(['id', 'uid', 'email', 'role', 'disabled_at', 'valid_since'])
    .where('uid', '=', claims.uid)
    .executeTakeFirst()
  if (!user) throw new AppError('unauthenticated')
  if (user.disabled_at) throw new AppError('account_disabled')
  if (claims.signedInAt.getTime() < Number(user.valid_since)) throw new AppError('unauthenticated')
  return { id: user.id, uid: user.uid, email: user.email, role: user.role }
}

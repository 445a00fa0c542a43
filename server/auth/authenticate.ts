import { AppError } from '#contract/errors.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import type { UserRow } from '#database/schema.ts'
import type { AccessTokens } from './access-token.ts'

/** The account behind a request, as the database has it at this moment. */
export type Caller = {
  id: string
  uid: string
  email: string | null
  role: 'admin' | 'user'
  signInId: string
  /** An admin whose sign-in lacks the second step that the shop asks for: a customer until then. */
  needsSecondStep?: boolean
}

type Found = Pick<UserRow, 'id' | 'uid' | 'email' | 'role' | 'disabled_at' | 'deleted_at' | 'valid_since'> & {
  signInId: string | null
  second_factor: boolean | null
}

const find = prepare<Found>(
  'authenticate',
  `select users.id, uid, email, role, disabled_at, deleted_at, valid_since, sign_ins.id as "signInId", second_factor
  from users left join sign_ins on sign_ins.user_id = users.id and sign_ins.id = $2 and sign_ins.ended_at is null
  where uid = $1`,
)

/** The bearer token of an Authorization header. Throws `unauthenticated`. */
export function bearerToken(header: string | undefined): string {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(header ?? '')?.[1]
  if (!token) throw new AppError('unauthenticated')
  return token
}

/**
 * Role, disabled flag and sign-in are read at every request, in one question, so that a demotion, a removal and an
 * ended sign-in hold at once.
 */
export async function authenticate(
  db: Db,
  tokens: AccessTokens,
  header: string | undefined,
  { adminSecondStep = false } = {},
): Promise<Caller> {
  const claims = await tokens.read(bearerToken(header))
  const [user] = await find(db, [claims.uid, claims.signInId])
  if (!user || user.deleted_at) throw new AppError('unauthenticated')
  if (user.disabled_at) throw new AppError('account_disabled')
  if (claims.signedInAt.getTime() < Number(user.valid_since)) throw new AppError('unauthenticated')
  if (!user.signInId) throw new AppError('unauthenticated')
  const { id, uid, email, signInId } = user
  const needsSecondStep = user.role === 'admin' && adminSecondStep && !user.second_factor
  return { id, uid, email, signInId, role: needsSecondStep ? 'user' : user.role, needsSecondStep }
}

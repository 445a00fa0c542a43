import { isStaff, type Role } from '#contract/platform/auth/roles.ts'
import { AppError } from '#contract/platform/errors.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import type { UserRow } from '#database/rows.ts'
import type { AccessTokens } from './access-token.ts'

export type Caller = {
  id: string
  uid: string
  email: string | null
  role: Role
  signInId: string
  /** Staff whose sign-in lacks the second factor that the store requires: treated as a customer. */
  needsSecondFactor?: boolean
}

type Account = Pick<
  UserRow,
  'id' | 'uid' | 'email' | 'role' | 'disabled_at' | 'deleted_at' | 'valid_since'
> & {
  signInId: string | null
  second_factor: boolean | null
}
/** At every call: planning takes longer than running it. */
const findAccount = prepare<Account>(
  'find-account',
  `select users.id, users.uid, email, role, disabled_at, deleted_at, valid_since, sign_ins.id as "signInId", second_factor
  from users
  left join sign_ins on sign_ins.user_id = users.id and sign_ins.id = $2 and sign_ins.ended_at is null
  where users.uid = $1`,
)

/** Longer than an identity token with the longest name and picture address, if they are ordinary ASCII. */
const MAX_CHARACTERS = 8192

/** The bearer token of an Authorization header. Throws `unauthenticated`. */
export function bearerToken(header = ''): string {
  if (header.length > MAX_CHARACTERS) throw new AppError('unauthenticated')
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(header)?.[1]
  if (!token) throw new AppError('unauthenticated')
  return token
}

/** Reads the account at every request: a removal takes effect at once. Throws `unauthenticated`, `account_disabled`. */
export async function authenticate(
  db: Db,
  tokens: AccessTokens,
  header: string | undefined,
  { adminSecondFactor = false } = {},
): Promise<Caller> {
  const claims = tokens.read(bearerToken(header))
  const [user] = await findAccount(db, [claims.uid, claims.signInId])
  if (!user || user.deleted_at) throw new AppError('unauthenticated')
  if (user.disabled_at) throw new AppError('account_disabled')
  if (claims.signedInAt.getTime() < Number(user.valid_since)) throw new AppError('unauthenticated')
  if (!user.signInId) throw new AppError('unauthenticated')
  const { id, uid, email, signInId } = user
  const needsSecondFactor = isStaff(user.role) && adminSecondFactor && !user.second_factor
  return { id, uid, email, signInId, role: needsSecondFactor ? 'user' : user.role, needsSecondFactor }
}

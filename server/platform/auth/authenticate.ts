import { sql } from 'kysely'
import { isStaff, type Role } from '#contract/platform/auth/roles.ts'
import { AppError } from '#contract/platform/errors.ts'
import { batched } from '#database/batch.ts'
import type { Db } from '#database/open.ts'
import type { UserRow } from '#database/rows.ts'
import type { AccessClaims, AccessTokens } from './access-token.ts'

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
type SignInKey = Pick<AccessClaims, 'uid' | 'signInId'>

const findAccount = batched<SignInKey, Account | undefined>(async (db, keys) => {
  const uids = keys.map(({ uid }) => uid)
  const signInIds = keys.map(({ signInId }) => signInId)
  const { rows } = await sql<Account & { position: number }>`
    select requested.at::integer as position, users.id, users.uid, email, role, disabled_at, deleted_at, valid_since,
      sign_ins.id as "signInId", second_factor
    from unnest(${uids}::text[], ${signInIds}::uuid[]) with ordinality as requested (uid, sign_in, at)
    join users on users.uid = requested.uid
    left join sign_ins on sign_ins.user_id = users.id and sign_ins.id = sign_in and sign_ins.ended_at is null`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [row.position, row]))
  return keys.map((_, at) => found.get(at + 1))
})

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
  const user = await findAccount(db, claims)
  if (!user || user.deleted_at) throw new AppError('unauthenticated')
  if (user.disabled_at) throw new AppError('account_disabled')
  if (claims.signedInAt.getTime() < Number(user.valid_since)) throw new AppError('unauthenticated')
  if (!user.signInId) throw new AppError('unauthenticated')
  const { id, uid, email, signInId } = user
  const needsSecondFactor = isStaff(user.role) && adminSecondFactor && !user.second_factor
  return { id, uid, email, signInId, role: needsSecondFactor ? 'user' : user.role, needsSecondFactor }
}

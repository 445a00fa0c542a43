import { type Db, inTransaction } from '#database/open.ts'
import type { NewIdentityUserRow } from '#database/rows.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity, Operation, ToolkitCall } from '../identity.ts'
import { checkMethod } from '../methods.ts'
import { checkStrength } from '../password/passwords.ts'
import { wholeSecond } from '../tokens/lifetimes.ts'
import { newUid } from '../tokens/secrets.ts'
import { type Account, findAccount, PASSWORD_PROVIDER } from './accounts.ts'
import { normaliseEmail } from './emails.ts'
import { changeProfile, readProfile } from './profile.ts'
import { limitSignUps } from './rate-limits.ts'
import { openSession } from './sessions.ts'
import { updateAccount } from './update-account.ts'

/**
 * `accounts:signUp`: a new account with address and password; with an ID token they are added to the
 * caller's account. Accounts without an address are an operation for admins.
 */
export const signUp: Operation = async (identity, call) => {
  const { body } = call
  check(body.email || body.password || body.idToken, 'ADMIN_ONLY_OPERATION')
  checkMethod(identity, 'password')
  check(body.email, 'MISSING_EMAIL')
  check(body.password, 'MISSING_PASSWORD')
  if (body.idToken) return addPassword(identity, call)
  const email = normaliseEmail(body.email)
  await limitSignUps(identity, call.address)
  check(!(await findAccount(identity.db, { email })), 'EMAIL_EXISTS')
  checkStrength(identity, body.password)
  const profile = changeProfile(readProfile(body))
  const passwordHash = await identity.passwords.hash(body.password)
  return inTransaction(identity.db, async (trx) => {
    const account = await createAccount(identity, trx, {
      ...profile,
      email,
      password_hash: passwordHash,
      password_updated_at: identity.now(),
    })
    check(account, 'EMAIL_EXISTS')
    return {
      kind: 'identitytoolkit#SignupNewUserResponse',
      localId: account.user.id,
      email,
      displayName: account.user.display_name ?? undefined,
      ...(await openSession(identity, trx, { account, provider: PASSWORD_PROVIDER })),
    }
  })
}

/** Inserts an account; undefined if the address has one already. */
export async function createAccount(
  identity: Identity,
  db: Db,
  fields: Partial<NewIdentityUserRow>,
): Promise<Account | undefined> {
  const at = identity.now()
  const user = await db
    .insertInto('identity.users')
    .values({
      email: null,
      ...fields,
      id: newUid(),
      valid_since: wholeSecond(at),
      created_at: at,
      last_login_at: at,
      last_refresh_at: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  return user && { user, providers: [] }
}

async function addPassword(identity: Identity, call: ToolkitCall): Promise<object> {
  const { kind: _, ...updated } = await updateAccount(identity, {
    ...call,
    body: { ...call.body, returnSecureToken: true },
  })
  return { kind: 'identitytoolkit#SignupNewUserResponse', ...updated }
}

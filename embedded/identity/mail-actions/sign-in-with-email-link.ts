import { sql } from 'kysely'
import { type Db, inTransaction } from '#database/open.ts'
import { type Account, findAccount, PASSWORD_PROVIDER as provider } from '../accounts/accounts.ts'
import { changeAddress } from '../accounts/change-address.ts'
import { foldAddress } from '../accounts/emails.ts'
import { handOver } from '../accounts/hand-over.ts'
import { openSession } from '../accounts/sessions.ts'
import { createAccount } from '../accounts/sign-up.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity, Operation } from '../identity.ts'
import { checkMethod } from '../methods.ts'
import { checkProof, continuing, finishSignIn } from '../mfa/second-factors.ts'
import { authenticate } from '../tokens/authenticate.ts'
import { mayTell } from './mail-limits.ts'
import { readCode, useCode } from './oob-codes.ts'

/**
 * `accounts:signInWithEmailLink`: whoever has the code reads the mailbox. With an ID token the address is
 * added to the caller's account. Errors: those of a code, INVALID_EMAIL, USER_DISABLED, EMAIL_EXISTS.
 */
export const signInWithEmailLink: Operation = async (identity, { body }) => {
  checkMethod(identity, 'emailLink')
  check(body.email, 'MISSING_EMAIL')
  const email = foldAddress(body.email)
  const code = await readCode(identity.db, body.oobCode, identity.now())
  check(code.request_type === 'EMAIL_SIGNIN', 'INVALID_OOB_CODE')
  check(code.email === email, 'INVALID_EMAIL : The email provided does not match the sign-in email address.')
  const { idToken } = body
  // before the transaction, which must not wait for another connection
  const before = idToken ? await authenticate(identity, identity.db, idToken) : undefined
  const tells = before ? before.user.email !== email && (await mayTell(identity, before.user)) : false
  return inTransaction(identity.db, async (trx) => {
    await useCode(trx, code)
    await forgetLinks(trx, email)
    const { account, isNewUser, ...signedIn } = idToken
      ? await linkMailbox(identity, trx, { idToken, email, tells })
      : await settleMailbox(identity, trx, email)
    const kind = 'identitytoolkit#EmailLinkSigninResponse'
    return { kind, email, localId: account.user.id, isNewUser, ...signedIn }
  })
}

/** Finds or makes the account of a proven address. */
async function settleMailbox(identity: Identity, trx: Db, email: string) {
  // the owner's windows must not make two accounts
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity:${email}`}, 0))`.execute(trx)
  const owner = await findAccount(trx, { email }, { lock: true })
  if (!owner) {
    const account = await createAccount(identity, trx, { email, email_verified: true, email_link: true })
    check(account, 'EMAIL_EXISTS')
    return { account, isNewUser: true, ...(await openSession(identity, trx, { account, provider })) }
  }
  check(!owner.user.disabled_at, 'USER_DISABLED')
  if (!owner.user.email_verified) await handOver(identity, trx, owner.user.id)
  const account = await markLink(trx, owner.user.id)
  return { account, isNewUser: false, ...(await finishSignIn(identity, trx, { account, provider })) }
}

type Linking = { idToken: string; email: string; tells: boolean }

async function linkMailbox(identity: Identity, trx: Db, { idToken, email, tells }: Linking) {
  const caller = await authenticate(identity, trx, idToken, { lock: true })
  await checkProof(identity, trx, caller)
  const { user } = caller
  const { sid: goesOn } = caller.claims
  if (user.email !== email) await changeAddress(identity, trx, { user, email, isProven: true, tells, goesOn })
  const account = await markLink(trx, user.id)
  const session = { account, provider, ...continuing(caller.claims) }
  return { account, isNewUser: false, ...(await openSession(identity, trx, session)) }
}

async function markLink(trx: Db, id: string): Promise<Account> {
  await trx
    .updateTable('identity.users')
    .set({ email_verified: true, email_link: true })
    .where('id', '=', id)
    .execute()
  const account = await findAccount(trx, { id })
  check(account, 'USER_NOT_FOUND')
  return account
}

/** Older links to the same mailbox are of no use once one was. */
async function forgetLinks(trx: Db, email: string): Promise<void> {
  await trx
    .deleteFrom('identity.oob_codes')
    .where('request_type', '=', 'EMAIL_SIGNIN')
    .where('email', '=', email)
    .execute()
}

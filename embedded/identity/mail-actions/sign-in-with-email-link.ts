import { type Db, inTransaction } from '#database/open.ts'
import {
  type Account,
  findAccount,
  lockIdentifier,
  PASSWORD_PROVIDER as provider,
  requireAccount,
} from '../accounts/accounts.ts'
import { changeAddress } from '../accounts/change-address.ts'
import { normaliseEmail } from '../accounts/emails.ts'
import { mayNotify } from '../accounts/rate-limits.ts'
import { removeUnverifiedAccess } from '../accounts/remove-unverified-access.ts'
import { openSession } from '../accounts/sessions.ts'
import { createAccount } from '../accounts/sign-up.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity, Operation } from '../identity.ts'
import { checkMethod } from '../methods.ts'
import { continuedSession, finishSignIn, requireReauthentication } from '../mfa/second-factors.ts'
import { authenticate } from '../tokens/authenticate.ts'
import { readCode, useCode } from './oob-codes.ts'

/**
 * `accounts:signInWithEmailLink`: the code proves access to the mailbox. With an ID token the address is added to the
 * caller's account. Errors: those of `readCode`, INVALID_EMAIL, USER_DISABLED, EMAIL_EXISTS.
 */
export const signInWithEmailLink: Operation = async (identity, { body }) => {
  checkMethod(identity, 'emailLink')
  check(body.email, 'MISSING_EMAIL')
  const email = normaliseEmail(body.email)
  const code = await readCode(identity.db, body.oobCode, identity.now())
  check(code.request_type === 'EMAIL_SIGNIN', 'INVALID_OOB_CODE')
  check(code.email === email, 'INVALID_EMAIL : The email provided does not match the sign-in email address.')
  const { idToken } = body
  // before the transaction, which must not wait for another connection
  const before = idToken ? await authenticate(identity, identity.db, idToken) : undefined
  const notifies = before ? before.user.email !== email && (await mayNotify(identity, before.user)) : false
  return inTransaction(identity.db, async (trx) => {
    await useCode(trx, code)
    await deleteLinks(trx, email)
    const { account, isNewUser, ...signedIn } = idToken
      ? await linkMailbox(identity, trx, { idToken, email, notifies })
      : await resolveAccount(identity, trx, email)
    const kind = 'identitytoolkit#EmailLinkSigninResponse'
    return { kind, email, localId: account.user.id, isNewUser, ...signedIn }
  })
}

async function resolveAccount(identity: Identity, trx: Db, email: string) {
  await lockIdentifier(trx, email)
  const owner = await findAccount(trx, { email }, { lock: true })
  if (!owner) {
    const account = await createAccount(identity, trx, { email, email_verified: true, email_link: true })
    check(account, 'EMAIL_EXISTS')
    return { account, isNewUser: true, ...(await openSession(identity, trx, { account, provider })) }
  }
  check(!owner.user.disabled_at, 'USER_DISABLED')
  if (!owner.user.email_verified) await removeUnverifiedAccess(identity, trx, owner.user.id)
  const account = await markEmailLink(trx, owner.user.id)
  return { account, isNewUser: false, ...(await finishSignIn(identity, trx, { account, provider })) }
}

type Linking = { idToken: string; email: string; notifies: boolean }

async function linkMailbox(identity: Identity, trx: Db, { idToken, email, notifies }: Linking) {
  const caller = await authenticate(identity, trx, idToken, { lock: true })
  await requireReauthentication(identity, trx, caller)
  const { user } = caller
  const { sid: continuedSid } = caller.claims
  if (user.email !== email)
    await changeAddress(identity, trx, { user, email, isProven: true, notifies, continuedSid })
  const account = await markEmailLink(trx, user.id)
  const session = { account, provider, ...continuedSession(caller.claims) }
  return { account, isNewUser: false, ...(await openSession(identity, trx, session)) }
}

async function markEmailLink(trx: Db, id: string): Promise<Account> {
  await trx
    .updateTable('identity.users')
    .set({ email_verified: true, email_link: true })
    .where('id', '=', id)
    .execute()
  return requireAccount(trx, id)
}

/** Invalidates older links to the same mailbox. */
async function deleteLinks(trx: Db, email: string): Promise<void> {
  await trx
    .deleteFrom('identity.oob_codes')
    .where('request_type', '=', 'EMAIL_SIGNIN')
    .where('email', '=', email)
    .execute()
}

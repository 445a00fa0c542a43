import { type Db, inTransaction } from '#database/open.ts'
import {
  type Account,
  createAccount,
  findUser,
  lockIdentifier,
  normaliseEmail,
  PASSWORD_PROVIDER as provider,
  requireAccount,
  updateUser,
} from '../accounts/accounts.ts'
import { changeAddress, removeUnverifiedAccess } from '../accounts/addresses.ts'
import { mayNotify } from '../accounts/rate-limits.ts'
import { authenticate, openSession } from '../accounts/sessions.ts'
import { checkMethod } from '../accounts/sign-in-methods.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity, Operation } from '../identity.ts'
import { continuedSession, finishSignIn, requireReauthentication } from '../mfa/second-factors.ts'
import { consumeCode, readCode } from './oob-codes.ts'

export const signInWithEmailLink: Operation = async (identity, { body }) => {
  checkMethod(identity, 'emailLink')
  check(body.email, 'MISSING_EMAIL')
  const email = normaliseEmail(body.email)
  const code = await readCode(identity.db, body.oobCode, identity.now())
  check(code.request_type === 'EMAIL_SIGNIN', 'INVALID_OOB_CODE')
  check(code.email === email, 'INVALID_EMAIL : The email provided does not match the sign-in email address.')
  const { idToken } = body
  // before the transaction, which must not wait for another connection
  const callerBeforeLock = idToken ? await authenticate(identity, identity.db, idToken) : undefined
  const user = callerBeforeLock?.user
  const notifies = user !== undefined && user.email !== email && (await mayNotify(identity, user))
  return inTransaction(identity.db, async (trx) => {
    await consumeCode(trx, code)
    await trx
      .deleteFrom('identity.oob_codes')
      .where('request_type', '=', 'EMAIL_SIGNIN')
      .where('email', '=', email)
      .execute()
    const { account, isNewUser, ...signedIn } = idToken
      ? await linkMailbox(identity, trx, { idToken, email, notifies })
      : await signIn(identity, trx, email)
    const kind = 'identitytoolkit#EmailLinkSigninResponse'
    return { kind, email, localId: account.user.id, isNewUser, ...signedIn }
  })
}

async function signIn(identity: Identity, trx: Db, email: string) {
  await lockIdentifier(trx, email)
  const owner = await findUser(trx, { email }, { lock: true })
  if (!owner) {
    const account = await createAccount(identity, trx, { email, email_verified: true, email_link: true })
    check(account, 'EMAIL_EXISTS')
    return { account, isNewUser: true, ...(await openSession(identity, trx, { account, provider })) }
  }
  check(!owner.disabled_at, 'USER_DISABLED')
  if (!owner.email_verified) await removeUnverifiedAccess(identity, trx, owner.id)
  const account = await markEmailLink(trx, owner.id)
  return { account, isNewUser: false, ...(await finishSignIn(identity, trx, { account, provider })) }
}

type Linking = { idToken: string; email: string; notifies: boolean }

async function linkMailbox(identity: Identity, trx: Db, { idToken, email, notifies }: Linking) {
  const caller = await authenticate(identity, trx, idToken, { lock: true })
  await requireReauthentication(identity, trx, caller)
  const { user } = caller
  const { sid: continuedSid } = caller.claims
  if (user.email !== email)
    await changeAddress(identity, trx, { user, email, isVerified: true, notifies, continuedSid })
  const account = await markEmailLink(trx, user.id)
  const session = { account, provider, ...continuedSession(caller.claims) }
  return { account, isNewUser: false, ...(await openSession(identity, trx, session)) }
}

async function markEmailLink(trx: Db, id: string): Promise<Account> {
  await updateUser(trx, id, { email_verified: true, email_link: true })
  return requireAccount(trx, id)
}

import { passwordChangedMail } from '#contract/messages/account/identity.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { check } from '../http/toolkit-error.ts'
import { hostOf, type Identity, type ToolkitCall } from '../identity.ts'
import { checkMethod } from '../methods.ts'
import { continuedSession, requireReauthentication } from '../mfa/second-factors.ts'
import { checkStrength } from '../password/passwords.ts'
import { authenticate, type Caller } from '../tokens/authenticate.ts'
import { wholeSecond } from '../tokens/lifetimes.ts'
import {
  type Account,
  describeProfile,
  describeProviders,
  PASSWORD_PROVIDER,
  requireAccount,
} from './accounts.ts'
import { changeAddress } from './change-address.ts'
import { normaliseEmail } from './emails.ts'
import { changeProfile, readProfile } from './profile.ts'
import { limitAddressChanges, mayNotify } from './rate-limits.ts'
import { endSignIns, openSession, type Tokens } from './sessions.ts'
import { removeMethods } from './sign-in-methods.ts'

type Credentials = { email?: string; passwordHash?: string }
export type UpdateReply = ReturnType<typeof describeUpdate> & Partial<Tokens>

/**
 * `accounts:update` by the account's owner. A new password or address ends every session and returns new tokens for
 * this one. A mail reports changed credentials and removed sign-in methods. Errors: those of `authenticate`,
 * EMAIL_EXISTS, INVALID_EMAIL, WEAK_PASSWORD, CREDENTIAL_TOO_OLD_LOGIN_AGAIN, OPERATION_NOT_ALLOWED,
 * TOO_MANY_ATTEMPTS_TRY_LATER.
 */
export async function updateAccount(identity: Identity, call: ToolkitCall): Promise<UpdateReply> {
  const { body } = call
  const before = await authenticate(identity, identity.db, body.idToken)
  const credentials = await readCredentials(identity, before, call)
  const profile = changeProfile(readProfile(body))
  // `mayNotify` runs before the transaction, which must not wait for another connection
  const names = body.deleteProvider ?? []
  const changes = names.length > 0 || isChange(before, credentials)
  const notifies = changes && (await mayNotify(identity, before.user))
  return inTransaction(identity.db, async (trx) => {
    const caller = await authenticate(identity, trx, body.idToken, { lock: true })
    await removeMethods(identity, trx, { caller, names, notifies })
    if (Object.keys(profile).length > 0) {
      await trx.updateTable('identity.users').set(profile).where('id', '=', caller.user.id).execute()
    }
    const continuedSid = body.returnSecureToken ? caller.claims.sid : undefined
    const isChanged = await changeCredentials(identity, trx, { caller, credentials, notifies, continuedSid })
    const account = await requireAccount(trx, caller.user.id)
    const provider = credentials.passwordHash ? PASSWORD_PROVIDER : caller.claims.firebase.sign_in_provider
    const session = { account, provider, ...continuedSession(caller.claims) }
    const tokens = isChanged && body.returnSecureToken ? await openSession(identity, trx, session) : {}
    return { ...describeUpdate(account), ...tokens }
  })
}

export function describeUpdate(account: Account) {
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    localId: account.user.id,
    ...describeProfile(account),
    providerUserInfo: describeProviders(account),
  }
}

async function readCredentials(
  identity: Identity,
  caller: Caller,
  { body: { email, password }, address }: ToolkitCall,
): Promise<Credentials> {
  const credentials: Credentials = {}
  if (email) credentials.email = normaliseEmail(email)
  if (password) {
    checkMethod(identity, 'password')
    check(credentials.email ?? caller.user.email, 'MISSING_EMAIL')
    checkStrength(identity, password)
  }
  const isNewAddress = credentials.email !== undefined && credentials.email !== caller.user.email
  if (password || isNewAddress) await requireReauthentication(identity, identity.db, caller)
  if (isNewAddress) await limitAddressChanges(identity, { userId: caller.user.id, address })
  if (password) credentials.passwordHash = await identity.passwords.hash(password)
  return credentials
}

/** Returns whether there was a change. */
async function changeCredentials(
  identity: Identity,
  trx: Db,
  {
    caller,
    credentials,
    notifies,
    continuedSid,
  }: { caller: Caller; credentials: Credentials; notifies: boolean; continuedSid: string | undefined },
): Promise<boolean> {
  const { user } = caller
  if (!isChange(caller, credentials)) return false
  const email = credentials.email === user.email ? undefined : credentials.email
  if (email !== undefined)
    await changeAddress(identity, trx, { user, email, isProven: false, notifies, continuedSid })
  if (credentials.passwordHash === undefined) return true
  const at = identity.now()
  await trx
    .updateTable('identity.users')
    .set({
      valid_since: wholeSecond(at),
      password_hash: credentials.passwordHash,
      password_updated_at: at,
    })
    .where('id', '=', user.id)
    .execute()
  await endSignIns(identity, trx, { userId: user.id, continuedSid })
  if (notifies && user.email)
    await identity.sendMail(trx, { to: user.email, ...passwordChangedMail(hostOf(identity)) })
  return true
}

function isChange({ user }: Caller, { email, passwordHash }: Credentials): boolean {
  return passwordHash !== undefined || (email !== undefined && email !== user.email)
}

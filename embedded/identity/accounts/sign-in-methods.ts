import { methodNames } from '#contract/messages/account/account.ts'
import { methodAddedMail, methodRemovedMail } from '#contract/messages/account/identity.ts'
import type { Db } from '#database/open.ts'
import type { IdentityUserRow } from '#database/rows.ts'
import { findProvider } from '../federated/outside-providers.ts'
import { check } from '../http/toolkit-error.ts'
import { hostOf, type Identity } from '../identity.ts'
import { hasMethod } from '../methods.ts'
import { requireReauthentication } from '../mfa/second-factors.ts'
import { authenticate, type Caller } from '../tokens/authenticate.ts'
import { type Account, describeProviders, PASSWORD_PROVIDER, PHONE_PROVIDER } from './accounts.ts'
import { mayNotify } from './rate-limits.ts'

type AddedMethod = { user: IdentityUserRow; providerId: string; notifies: boolean }
type Removal = { caller: Caller; names: readonly string[]; notifies: boolean }

/** Whether to notify the caller of a new sign-in method. Call it outside of transactions, as `mayNotify`. */
export async function mayNotifyCaller(identity: Identity, idToken: string): Promise<boolean> {
  const { user } = await authenticate(identity, identity.db, idToken)
  return mayNotify(identity, user)
}

/** Notifies the owner, since an attacker may have added the method. */
export async function notifyMethodAdded(
  identity: Identity,
  trx: Db,
  { user, providerId, notifies }: AddedMethod,
): Promise<void> {
  if (!notifies || !user.email) return
  await identity.sendMail(trx, {
    to: user.email,
    ...methodAddedMail(hostOf(identity), nameOf(identity, providerId)),
  })
}

/**
 * Removes sign-in methods by their provider ids and notifies the mailbox. One enabled method must remain. Errors:
 * CREDENTIAL_TOO_OLD_LOGIN_AGAIN, OPERATION_NOT_ALLOWED for the last method.
 */
export async function removeMethods(identity: Identity, trx: Db, removal: Removal): Promise<void> {
  const { caller, names, notifies } = removal
  if (names.length === 0) return
  await requireReauthentication(identity, trx, caller)
  const { user } = caller
  const current = describeProviders(caller).map(({ providerId }) => providerId)
  const removed = current.filter((providerId) => names.includes(providerId))
  const remaining = current.filter((providerId) => !names.includes(providerId))
  if (removed.length === 0) return
  check(
    remaining.some((providerId) => isEnabled(identity, caller, providerId)) ||
      canUseEmailLink(identity, user),
    'OPERATION_NOT_ALLOWED : The last way to sign in stays.',
  )
  await remove(trx, user.id, removed)
  const { email } = user
  if (!notifies || !email) return
  for (const providerId of removed) {
    const name = nameOf(identity, providerId)
    await identity.sendMail(trx, { to: email, ...methodRemovedMail(hostOf(identity), name) })
  }
}

async function remove(trx: Db, userId: string, providerIds: string[]): Promise<void> {
  await trx
    .deleteFrom('identity.user_providers')
    .where('user_id', '=', userId)
    .where('provider_id', 'in', providerIds)
    .execute()
  const fields = {
    ...(providerIds.includes(PASSWORD_PROVIDER)
      ? { password_hash: null, password_updated_at: null, email_link: false }
      : {}),
    ...(providerIds.includes(PHONE_PROVIDER) ? { phone_number: null } : {}),
  }
  if (Object.keys(fields).length === 0) return
  await trx.updateTable('identity.users').set(fields).where('id', '=', userId).execute()
}

function isEnabled(identity: Identity, { user }: Account, providerId: string): boolean {
  if (providerId === PASSWORD_PROVIDER) return user.password_hash !== null && hasMethod(identity, 'password')
  if (providerId === PHONE_PROVIDER) return hasMethod(identity, 'phone')
  const provider = findProvider(identity, providerId)
  return provider !== undefined && hasMethod(identity, provider.method)
}

/** With email links every address is a sign-in method. */
function canUseEmailLink(identity: Identity, { email }: IdentityUserRow): boolean {
  return email !== null && hasMethod(identity, 'emailLink')
}

function nameOf(identity: Identity, providerId: string): string {
  if (providerId === PASSWORD_PROVIDER) return methodNames.password
  if (providerId === PHONE_PROVIDER) return methodNames.phone
  return findProvider(identity, providerId)?.name ?? providerId
}

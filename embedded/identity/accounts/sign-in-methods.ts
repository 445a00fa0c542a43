import { methodNames } from '#contract/people/account/texts.ts'
import { methodAddedMail, methodRemovedMail } from '#contract/people/sign-in/identity-texts.ts'
import { type IdentityMethod, isPopupMethod } from '#contract/platform/auth/identity-methods.ts'
import type { Db } from '#database/open.ts'
import type { IdentityUserRow } from '#database/rows.ts'
import { type ExternalProvider, findProvider } from '../federated/external-providers.ts'
import { check } from '../http/toolkit-error.ts'
import { hostOf, type Identity } from '../identity.ts'
import { requireReauthentication } from '../mfa/second-factors.ts'
import { type Account, describeProviders, PASSWORD_PROVIDER, PHONE_PROVIDER, updateUser } from './accounts.ts'
import { mayNotify } from './rate-limits.ts'
import { authenticate, type Caller } from './sessions.ts'

function hasMethod({ methods, demo, sendSms, clients }: Identity, method: IdentityMethod): boolean {
  if (!methods.includes(method)) return false
  if (isPopupMethod(method)) return demo || clients[method] !== undefined
  return method === 'phone' || method === 'phoneFactor' ? sendSms !== undefined : true
}

export function checkMethod(identity: Identity, method: IdentityMethod, message = 'OPERATION_NOT_ALLOWED') {
  check(hasMethod(identity, method), message)
}

export function checkAnyFactor(identity: Identity): void {
  check(hasMethod(identity, 'totp') || hasMethod(identity, 'phoneFactor'), 'OPERATION_NOT_ALLOWED')
}

export function requireProvider(identity: Identity, providerId: string): ExternalProvider {
  const provider = findProvider(identity, providerId)
  check(provider && hasMethod(identity, provider.method), 'OPERATION_NOT_ALLOWED')
  return provider
}

export async function mayNotifyCaller(identity: Identity, idToken: string): Promise<boolean> {
  const { user } = await authenticate(identity, identity.db, idToken)
  return mayNotify(identity, user)
}

/** Notifies the account's owner, since an attacker may have added the method. */
export async function notifyMethodAdded(
  identity: Identity,
  trx: Db,
  { user, providerId, notifies }: { user: IdentityUserRow; providerId: string; notifies: boolean },
): Promise<void> {
  if (!notifies || !user.email) return
  const mail = methodAddedMail(hostOf(identity), nameOf(identity, providerId))
  await identity.sendMail(trx, { to: user.email, ...mail })
}

/** At least one enabled method must remain. Errors: OPERATION_NOT_ALLOWED, CREDENTIAL_TOO_OLD_LOGIN_AGAIN. */
export async function removeMethods(
  identity: Identity,
  trx: Db,
  { caller, providerIds, notifies }: { caller: Caller; providerIds: readonly string[]; notifies: boolean },
): Promise<void> {
  if (providerIds.length === 0) return
  await requireReauthentication(identity, trx, caller)
  const { id, email } = caller.user
  const current = describeProviders(caller).map(({ providerId }) => providerId)
  const removed = current.filter((providerId) => providerIds.includes(providerId))
  const remaining = current.filter((providerId) => !providerIds.includes(providerId))
  if (removed.length === 0) return
  // with e-mail links enabled, an address is a sign-in method
  const hasLink = email !== null && hasMethod(identity, 'emailLink')
  check(
    hasLink || remaining.some((providerId) => isEnabled(identity, caller, providerId)),
    'OPERATION_NOT_ALLOWED : The last way to sign in stays.',
  )
  await trx
    .deleteFrom('identity.user_providers')
    .where('user_id', '=', id)
    .where('provider_id', 'in', removed)
    .execute()
  if (removed.includes(PASSWORD_PROVIDER))
    await updateUser(trx, id, { password_hash: null, password_updated_at: null, email_link: false })
  if (removed.includes(PHONE_PROVIDER)) await updateUser(trx, id, { phone_number: null })
  if (!notifies || !email) return
  for (const providerId of removed) {
    const mail = methodRemovedMail(hostOf(identity), nameOf(identity, providerId))
    await identity.sendMail(trx, { to: email, ...mail })
  }
}

function isEnabled(identity: Identity, { user }: Account, providerId: string): boolean {
  if (providerId === PASSWORD_PROVIDER) return user.password_hash !== null && hasMethod(identity, 'password')
  if (providerId === PHONE_PROVIDER) return hasMethod(identity, 'phone')
  const provider = findProvider(identity, providerId)
  return provider !== undefined && hasMethod(identity, provider.method)
}

function nameOf(identity: Identity, providerId: string): string {
  if (providerId === PASSWORD_PROVIDER) return methodNames.password
  if (providerId === PHONE_PROVIDER) return methodNames.phone
  return findProvider(identity, providerId)?.name ?? providerId
}

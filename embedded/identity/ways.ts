import { methodNames } from '#contract/messages/account/account.ts'
import { wayAddedMail, wayRemovedMail } from '#contract/messages/account/identity.ts'
import type { Db } from '#database/open.ts'
import type { IdentityUserRow } from '#database/rows.ts'
import { type Account, describeProviders, PASSWORD_PROVIDER, PHONE_PROVIDER } from './accounts/accounts.ts'
import { findProvider } from './federated/outside-providers.ts'
import { check } from './http/toolkit-error.ts'
import { hostOf, type Identity } from './identity.ts'
import { mayTell } from './mail-actions/mail-limits.ts'
import { hasMethod } from './methods.ts'
import { checkProof } from './mfa/second-factors.ts'
import { authenticate, type Caller } from './tokens/authenticate.ts'

type Told = { user: IdentityUserRow; providerId: string; tells: boolean }
type Removal = { caller: Caller; names: readonly string[]; tells: boolean }

/** Whether whoever calls is told of a new way in. Call it outside of transactions, as `mayTell`. */
export async function mayTellCaller(identity: Identity, idToken: string): Promise<boolean> {
  const { user } = await authenticate(identity, identity.db, idToken)
  return mayTell(identity, user)
}

/** A way in that somebody else opened must not stay unseen. */
export async function tellWayAdded(
  identity: Identity,
  trx: Db,
  { user, providerId, tells }: Told,
): Promise<void> {
  if (!tells || !user.email) return
  await identity.sendMail(trx, {
    to: user.email,
    ...wayAddedMail(hostOf(identity), nameOf(identity, providerId)),
  })
}

/**
 * Removes ways to sign in, by their providers' ids, and tells the mailbox of each. One that works must stay: nobody
 * could prove again who they are. Errors: CREDENTIAL_TOO_OLD_LOGIN_AGAIN, OPERATION_NOT_ALLOWED for the last.
 */
export async function removeWays(identity: Identity, trx: Db, removal: Removal): Promise<void> {
  const { caller, names, tells } = removal
  if (names.length === 0) return
  await checkProof(identity, trx, caller)
  const { user } = caller
  const had = describeProviders(caller).map(({ providerId }) => providerId)
  const gone = had.filter((providerId) => names.includes(providerId))
  const staying = had.filter((providerId) => !names.includes(providerId))
  if (gone.length === 0) return
  check(
    staying.some((providerId) => leadsIn(identity, caller, providerId)) || readsLinks(identity, user),
    'OPERATION_NOT_ALLOWED : The last way to sign in stays.',
  )
  await remove(trx, user.id, gone)
  const { email } = user
  if (!tells || !email) return
  for (const providerId of gone) {
    const way = nameOf(identity, providerId)
    await identity.sendMail(trx, { to: email, ...wayRemovedMail(hostOf(identity), way) })
  }
}

async function remove(trx: Db, userId: string, gone: string[]): Promise<void> {
  await trx
    .deleteFrom('identity.user_providers')
    .where('user_id', '=', userId)
    .where('provider_id', 'in', gone)
    .execute()
  const fields = {
    ...(gone.includes(PASSWORD_PROVIDER)
      ? { password_hash: null, password_updated_at: null, email_link: false }
      : {}),
    ...(gone.includes(PHONE_PROVIDER) ? { phone_number: null } : {}),
  }
  if (Object.keys(fields).length === 0) return
  await trx.updateTable('identity.users').set(fields).where('id', '=', userId).execute()
}

/** A way that the store no longer offers leads nowhere. */
function leadsIn(identity: Identity, { user }: Account, providerId: string): boolean {
  if (providerId === PASSWORD_PROVIDER) return user.password_hash !== null && hasMethod(identity, 'password')
  if (providerId === PHONE_PROVIDER) return hasMethod(identity, 'phone')
  const provider = findProvider(identity, providerId)
  return provider !== undefined && hasMethod(identity, provider.method)
}

/** Whoever reads the mailbox can always come in where links are mailed. */
function readsLinks(identity: Identity, { email }: IdentityUserRow): boolean {
  return email !== null && hasMethod(identity, 'emailLink')
}

function nameOf(identity: Identity, providerId: string): string {
  if (providerId === PASSWORD_PROVIDER) return methodNames.password
  if (providerId === PHONE_PROVIDER) return methodNames.phone
  return findProvider(identity, providerId)?.name ?? providerId
}

import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { type Account, findAccount, lockIdentifier, requireAccount } from '../accounts/accounts.ts'
import { removeUnverifiedAccess } from '../accounts/remove-unverified-access.ts'
import { createAccount } from '../accounts/sign-up.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import type { OutsidePerson } from './outside-person.ts'

type Outside = { provider: string; person: OutsidePerson }
export type Resolved = { account: Account; isNewUser: boolean } | { conflict: Account } | 'unlinked'

/**
 * Finds or creates the account of an outside person: the linked one; else the one with the same verified address; else
 * a new one. `conflict`: the address has an account, but the provider does not vouch for it. `unlinked`: no account is
 * linked, and `linkedOnly` is set.
 */
export async function resolveAccount(
  identity: Identity,
  trx: Db,
  { provider, person, linkedOnly }: Outside & { linkedOnly: boolean },
): Promise<Resolved> {
  await lockPerson(trx, { provider, person })
  const linked = await findLinked(trx, { provider, person })
  if (linked) {
    await linkProvider(trx, { userId: linked.user.id, provider, person })
    return { account: linked, isNewUser: false }
  }
  if (linkedOnly) return 'unlinked'
  const { email } = person
  const owner = email === null ? undefined : await findAccount(trx, { email }, { lock: true })
  if (owner && !person.emailVerified) return { conflict: owner }
  if (owner) await adopt(identity, trx, { owner, person })
  const account =
    owner ??
    (await createAccount(identity, trx, {
      email,
      email_verified: person.emailVerified,
      display_name: person.name,
      photo_url: person.photoUrl,
    }))
  check(account, 'EMAIL_EXISTS')
  await linkProvider(trx, { userId: account.user.id, provider, person })
  return { account: await requireAccount(trx, account.user.id), isNewUser: !owner }
}

async function lockPerson(trx: Db, { provider, person }: Outside): Promise<void> {
  await lockIdentifier(trx, `${provider}:${person.rawId}`)
  if (person.email !== null) await lockIdentifier(trx, person.email)
}

/** Links the outside person to the caller's account, unless another account has them or their address. */
export async function linkToCaller(
  trx: Db,
  { caller, provider, person }: Outside & { caller: Account },
): Promise<{ account: Account } | { conflict: string }> {
  await lockPerson(trx, { provider, person })
  if (await findLinked(trx, { provider, person })) return { conflict: 'FEDERATED_USER_ID_ALREADY_LINKED' }
  const owner = person.email === null ? undefined : await findAccount(trx, { email: person.email })
  if (owner && owner.user.id !== caller.user.id) return { conflict: 'EMAIL_EXISTS' }
  await linkProvider(trx, { userId: caller.user.id, provider, person })
  return { account: await requireAccount(trx, caller.user.id) }
}

async function adopt(
  identity: Identity,
  trx: Db,
  { owner: { user }, person }: { owner: Account; person: OutsidePerson },
): Promise<void> {
  if (!user.email_verified) await removeUnverifiedAccess(identity, trx, user.id)
  await trx
    .updateTable('identity.users')
    .set({
      display_name: sql`coalesce(display_name, ${person.name})`,
      photo_url: sql`coalesce(photo_url, ${person.photoUrl})`,
    })
    .where('id', '=', user.id)
    .execute()
}

async function findLinked(trx: Db, { provider, person }: Outside): Promise<Account | undefined> {
  const link = await trx
    .selectFrom('identity.user_providers')
    .select('user_id')
    .where('provider_id', '=', provider)
    .where('raw_id', '=', person.rawId)
    .executeTakeFirst()
  return link && findAccount(trx, { id: link.user_id }, { lock: true })
}

/** An account has at most one link to a provider; the newest replaces the others. */
async function linkProvider(trx: Db, { userId, provider, person }: Outside & { userId: string }) {
  await trx
    .deleteFrom('identity.user_providers')
    .where('user_id', '=', userId)
    .where('provider_id', '=', provider)
    .execute()
  await trx
    .insertInto('identity.user_providers')
    .values({
      provider_id: provider,
      raw_id: person.rawId,
      user_id: userId,
      email: person.email,
      display_name: person.name,
      photo_url: person.photoUrl,
      screen_name: person.screenName,
    })
    .execute()
}

import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { type Account, findAccount } from '../accounts/accounts.ts'
import { handOver } from '../accounts/hand-over.ts'
import { createAccount } from '../accounts/sign-up.ts'
import { check } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import type { OutsidePerson } from './outside-person.ts'

type Outside = { provider: string; person: OutsidePerson }
export type Settled = { account: Account; isNewUser: boolean } | { conflict: Account } | 'stranger'

/**
 * Finds or makes the account of an outside person: the one linked to them; else the one with their address,
 * if the provider vouches for it; else a new one. `conflict`: the address has an account and nobody vouches.
 * `stranger`: nobody is linked to them, and `linkedOnly` asks for no more.
 */
export async function settlePerson(
  identity: Identity,
  trx: Db,
  { provider, person, linkedOnly }: Outside & { linkedOnly: boolean },
): Promise<Settled> {
  await takeTurn(trx, { provider, person })
  const linked = await findLinked(trx, { provider, person })
  if (linked) {
    await linkProvider(trx, { userId: linked.user.id, provider, person })
    return { account: linked, isNewUser: false }
  }
  if (linkedOnly) return 'stranger'
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
  return { account: await reload(trx, account), isNewUser: !owner }
}

/** Two windows of one person, or of one address, must not make two accounts. */
async function takeTurn(trx: Db, { provider, person }: Outside): Promise<void> {
  const names = [`${provider}:${person.rawId}`, ...(person.email === null ? [] : [person.email])]
  for (const name of names) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`identity:${name}`}, 0))`.execute(trx)
  }
}

/** Links the outside person to the caller's account, unless they, or their address, belong to another one. */
export async function linkToCaller(
  trx: Db,
  { caller, provider, person }: Outside & { caller: Account },
): Promise<{ account: Account } | { conflict: string }> {
  await takeTurn(trx, { provider, person })
  if (await findLinked(trx, { provider, person })) return { conflict: 'FEDERATED_USER_ID_ALREADY_LINKED' }
  const owner = person.email === null ? undefined : await findAccount(trx, { email: person.email })
  if (owner && owner.user.id !== caller.user.id) return { conflict: 'EMAIL_EXISTS' }
  await linkProvider(trx, { userId: caller.user.id, provider, person })
  return { account: await reload(trx, caller) }
}

/** The person proved the address of this account. */
async function adopt(
  identity: Identity,
  trx: Db,
  { owner: { user }, person }: { owner: Account; person: OutsidePerson },
): Promise<void> {
  if (!user.email_verified) await handOver(identity, trx, user.id)
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

/** An account has at most one link to a provider; the newest stands. */
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

async function reload(trx: Db, { user }: Account): Promise<Account> {
  const account = await findAccount(trx, { id: user.id })
  check(account, 'USER_NOT_FOUND')
  return account
}

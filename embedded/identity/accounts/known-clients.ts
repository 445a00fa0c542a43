import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Client, Identity } from '../identity.ts'
import { digest, secondsAfter } from '../tokens/secrets.ts'

/* Who the owner of an account was before: docs/decisions/0053-known-devices-and-networks.md */

const MAX_CLIENTS = 50
const KNOWN_SECONDS = 180 * 86_400
const SEEN_AGAIN_SECONDS = 3600

export type KnownBy = 'device' | 'network' | undefined
type Owner = { email: string } | { id: string }

/** Whether an account knows the device of a client, else its network. Takes as long for an address without an account. */
export async function recognise(identity: Identity, owner: Owner, client: Client): Promise<KnownBy> {
  const { device, network } = hashesOf(identity, client)
  const hashes = [device, network].filter((hash) => hash !== undefined)
  if (hashes.length === 0) return undefined
  const found = await identity.db
    .selectFrom('identity.known_clients')
    .innerJoin('identity.users', 'identity.users.id', 'identity.known_clients.user_id')
    .select('client_hash')
    .where(
      'email' in owner ? 'identity.users.email' : 'identity.users.id',
      '=',
      'email' in owner ? owner.email : owner.id,
    )
    .where('client_hash', 'in', hashes)
    .where('seen_at', '>=', secondsAfter(identity.now(), -KNOWN_SECONDS))
    .execute()
  const known = found.map(({ client_hash: hash }) => hash)
  if (device !== undefined && known.includes(device)) return 'device'
  return known.length > 0 ? 'network' : undefined
}

/** Remembers the client of somebody who proved to be the owner; those that were not seen for longest are forgotten beyond fifty. */
export async function rememberClient(
  identity: Identity,
  db: Db,
  { userId, client }: { userId: string; client: Client },
) {
  const at = identity.now()
  const hashes = Object.values(hashesOf(identity, client)).filter((hash) => hash !== undefined)
  if (hashes.length === 0) return
  const added = await sql`
    insert into identity.known_clients as known (user_id, client_hash, seen_at)
    select id, hash, ${at} from identity.users, unnest(${hashes}::text[]) as hash where id = ${userId}
    on conflict (user_id, client_hash) do update set seen_at = excluded.seen_at
      where known.seen_at < ${secondsAfter(at, -SEEN_AGAIN_SECONDS)}
    returning client_hash`.execute(db)
  if (added.rows.length === 0) return
  await sql`
    delete from identity.known_clients where user_id = ${userId} and client_hash in (
      select client_hash from identity.known_clients where user_id = ${userId}
      order by seen_at desc, client_hash offset ${MAX_CLIENTS}
    )`.execute(db)
}

/** For one account: what it knew may have been another person's. */
export async function forgetClients(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('identity.known_clients').where('user_id', '=', userId).execute()
}

export async function deleteUnseenClients(db: Db, at: Date): Promise<void> {
  const before = secondsAfter(at, -KNOWN_SECONDS)
  await db.deleteFrom('identity.known_clients').where('seen_at', '<', before).execute()
}

function hashesOf({ encryptionSecret }: Identity, { device, ipAddress }: Client) {
  const hash = (kind: string, value: string | undefined) =>
    value === undefined ? undefined : digest(encryptionSecret, `known ${kind}`, value)
  return { device: hash('device', device), network: hash('network', ipAddress) }
}

import { sql } from 'kysely'
import type { Db } from '#database/open.ts'

/** All that an order, its payment and its part leave behind at the store and at the provider, oldest first. */
const TABLES = [
  ['orders', 'created_at'],
  ['payment_intents', 'attempt'],
  ['refunds', 'created_at, id'],
  ['orphaned_payments', 'created_at'],
  ['disputes', 'created_at'],
  ['ledger', 'id'],
  ['card_events', 'created_at, id'],
  ['audit', 'id'],
  ['order_events', 'id'],
  ['products', 'id'],
  ['users', 'id'],
  ['cards.intents', 'created_at'],
  ['cards.refunds', 'created_at, id'],
  ['cards.disputes', 'created_at'],
  ['cards.events', 'position'],
  ['cards.idempotency_keys', 'created_at'],
] as const

const TIMES = /\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::?\d\d)?)?|\b[12]\d{9}\b/g
/** Keys, made ids, secrets, hashes; and the numbers that the database counts up, which no undoing takes back. */
const NAMES =
  /[0-9a-f]{8}-[0-9a-f-]{27}|\b[a-z]+_[A-Za-z0-9_]{10,}|[A-Za-z0-9+/_=-]{32,}|"(?:id|position)":\d+/g

/**
 * The rows of a test database with one order, as a text: the same for databases that differ in times and names alone.
 * A name stands for the order in which it comes, so that rows that mean each other still do.
 */
export async function readRows(db: Db): Promise<string> {
  const parts = TABLES.map(
    ([table, order]) =>
      `'${table}', (select json_agg(to_jsonb(rows) order by ${order}) from ${table} as rows)`,
  )
  const { rows } = await sql<{
    all: object
  }>`select json_build_object(${sql.raw(parts.join(', '))}) as all`.execute(db)
  const names = new Map<string, string>()
  const nameOf = (name: string) => {
    const known = names.get(name) ?? `#${names.size}`
    names.set(name, known)
    return known
  }
  return JSON.stringify(rows[0]?.all).replace(TIMES, 'a time').replace(NAMES, nameOf)
}

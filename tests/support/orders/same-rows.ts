import { sql } from 'kysely'
import type { Db } from '#database/open.ts'

/**
 * The tables with rows of an order, its payment and its part at the store and the provider, and the order of
 * their rows.
 */
const TABLES = [
  ['orders', 'created_at'],
  ['order_lines', 'position'],
  ['payment_intents', 'attempt'],
  ['refunds', 'created_at, id'],
  ['refund_lines', 'refund_id, position'],
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
/** Keys, generated ids, secrets and hashes; and values of sequences, which a rollback does not restore. */
const NAMES =
  /[0-9a-f]{8}-[0-9a-f-]{27}|\b[a-z]+_[A-Za-z0-9_]{10,}|[A-Za-z0-9+/_=-]{32,}|"(?:id|position|number)":\d+/g

/**
 * Returns the rows of a test database with one order as text that is the same for databases that differ only
 * in times and names. A name is replaced by its index, so that references between rows stay visible.
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

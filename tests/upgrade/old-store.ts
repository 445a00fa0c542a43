import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import type { ApiClient } from '#contract/api-client.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Overview } from '#contract/overview/overview.ts'
import type { Import, ImportChange, ImportError } from '#contract/products/imports.ts'
import type { Estimate, Subscriber } from '#contract/requests/requests.ts'
import type { ListedReview, Review } from '#contract/reviews/reviews.ts'
import type { ListedUser } from '#contract/users/users.ts'
import { type BareDatabase, createOldDatabase } from './old-database.ts'

type Rows = { name: string; columns: string[]; rows: unknown[][] }
type OldStore = {
  /** The tables in an order that satisfies the foreign keys. */
  tables: Rows[]
  sequences: Record<string, { last_value: number; is_called: boolean }>
  answers: RecordedResponses
}

type RecordedResponses = {
  /** The ids of the parts that each search found, in order. */
  searches: Record<string, string[]>
  counts: Awaited<ReturnType<ApiClient['countProducts']>>
  orders: Order[]
  /** The texts of each page, by order. */
  receipts: Record<string, string[][]>
  imports: Import[]
  changes: Record<string, [ImportChange[], ImportError[]]>
  reviews: Review[]
  manageReviews: ListedReview[]
  users: ListedUser[]
  estimates: Estimate[]
  subscribers: Subscriber[]
  overview: Overview
}

/**
 * A demo of commit 8a82332 (migrations up to 0041): every row of its tables, and its responses. It had orders that were
 * paid, declined, deleted and refunded, in part and in full, a dispute, reviews, one of them hidden, an import that was
 * applied, one that was undone and one that was only checked. Its keys and passwords were created for this file.
 */
export const oldStore: OldStore = JSON.parse(
  brotliDecompressSync(readFileSync(path.join(import.meta.dirname, 'old-store.json.br'))).toString(),
)

const listColumns = (names: string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ')

/** A database with the old migrations up to 0041 and the rows of `oldStore`. */
export async function createOldDatabaseWithRows(): Promise<BareDatabase> {
  const database = await createOldDatabase()
  const { tables, sequences } = oldStore
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const { name, columns, rows } of tables) {
      const objects = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))
      await client.query(
        `insert into ${name} (${listColumns(columns)}) overriding system value
          select ${listColumns(columns)} from json_populate_recordset(null::${name}, $1)`,
        [JSON.stringify(objects)],
      )
    }
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
    for (const [name, { last_value, is_called }] of Object.entries(sequences))
      await client.query('select setval($1, $2, $3)', [name, last_value, is_called])
    await client.query('commit')
  } finally {
    client.release()
  }
  return database
}

export type TableRows = Record<string, Record<string, unknown>[]>

/** All rows of all tables, sorted, except the list of migrations. */
export async function readRows({ pool }: BareDatabase): Promise<TableRows> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'identity', 'cards') and c.relname <> 'migrations' order by 1`)
  const found: TableRows = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} as t`,
    )
    found[name] = sortRows(rows.map(({ row }) => row))
  }
  return found
}

/** Rows in an order that does not depend on their physical order. */
export function sortRows(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  const sorted = rows.map((row) =>
    Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))),
  )
  const keyed = sorted.map((row) => ({ row, key: JSON.stringify(row) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row)
}

/** The last value of every sequence, by name; null of one that was never used. */
export async function readSequences({ pool }: BareDatabase): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<{ name: string; value: number | null }>(
    `select schemaname || '.' || sequencename as name, last_value as value from pg_sequences
      where schemaname in ('public', 'identity', 'cards')`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { type CataloguePart, cataloguePart } from './generate.ts'

export const DEFAULT_PARTS = 95_200
export const MAX_PARTS = 1_000_000

export type FillOptions = {
  parts: number
  onProgress?: (progress: { added: number; missing: number }) => void
}
export type FillResult = { added: number; onSale: number }

const BATCH = 5_000
/** Concurrent batches: the database's computation of search lexemes takes most of the time. */
const COPIERS = 2

const COPY = `copy products
  (id, name, description, price_minor, minimum_order, available, img, category, brand, part_number, created_at)
  from stdin`

/** Adds generated parts until `parts` parts are on sale. Uses up to three connections of the pool. */
export async function fillCatalogue(pool: Pool, { parts, onProgress }: FillOptions): Promise<FillResult> {
  const client = await pool.connect()
  try {
    await client.query('set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.fillCatalogue])
    const before = await countOnSale(client)
    const missing = Math.max(0, parts - before)
    let chosen = 0
    let added = 0
    const running = new Set<Promise<void>>()
    for (let first = 0; chosen < missing; first += BATCH) {
      const batch = (await newParts(client, first)).slice(0, missing - chosen)
      chosen += batch.length
      const written = copyParts(pool, batch).then(() => {
        running.delete(written)
        added += batch.length
        onProgress?.({ added, missing })
      })
      // its error is thrown by `race` or `all` below
      written.catch(() => {})
      running.add(written)
      if (running.size >= COPIERS) await Promise.race(running)
    }
    await Promise.all(running)
    if (added > 0) await updateStatistics(client)
    return { added, onSale: before + added }
  } finally {
    await client
      .query('select pg_advisory_unlock($1)', [advisoryLocks.fillCatalogue])
      .then(() => client.query('reset lock_timeout'))
      .finally(() => client.release())
  }
}

/** Merges pending search changes and updates planner statistics: otherwise the first search takes many seconds. */
async function updateStatistics(client: PoolClient): Promise<void> {
  await client.query('select merge_count_changes()')
  await client.query('vacuum (analyze) products, lexeme_counts, facet_counts')
  await client.query('vacuum (analyze) lexeme_count_changes, facet_count_changes')
}

async function countOnSale(client: PoolClient): Promise<number> {
  const counted = await client.query<{ count: number }>(
    'select count(*) as count from products where archived_at is null',
  )
  return counted.rows[0]?.count ?? 0
}

/** The generated parts of a batch that the store has neither on sale nor archived. */
async function newParts(client: PoolClient, first: number): Promise<CataloguePart[]> {
  const parts = Array.from({ length: BATCH }, (_, at) => cataloguePart(first + at))
  const ids = parts.map(({ id }) => id)
  const existing = await client.query<{ id: string }>('select id from products where id = any($1)', [ids])
  const known = new Set(existing.rows.map(({ id }) => id))
  return parts.filter(({ id }) => !known.has(id))
}

async function copyParts(pool: Pool, parts: CataloguePart[]): Promise<void> {
  if (parts.length === 0) return
  const client = await pool.connect()
  try {
    await pipeline(Readable.from(textRows(parts)), client.query(copyFrom(COPY)))
  } finally {
    client.release()
  }
}

function* textRows(parts: CataloguePart[]): Generator<string> {
  for (let at = 0; at < parts.length; at += 500) {
    yield parts
      .slice(at, at + 500)
      .map(toTextRow)
      .join('')
  }
}

function toTextRow(part: CataloguePart): string {
  const fields = [
    part.id,
    part.name,
    part.description,
    part.priceMinor,
    part.minimumOrder,
    part.available,
    part.img,
    part.category,
    part.brand,
    part.partNumber,
    part.createdAt.toISOString(),
  ]
  return `${fields.map((field) => String(field).replace(/[\\\t\n\r]/g, (sign) => ESCAPED[sign] ?? sign)).join('\t')}\n`
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { type CataloguePart, cataloguePart } from './generate.ts'

export const USUAL_PARTS = 95_200
export const MOST_PARTS = 1_000_000

export type Fill = {
  /** How many parts shall be on sale. */
  parts: number
  /** Called after each batch; the last call has both the same. */
  onProgress?: (progress: { added: number; missing: number }) => void
}
export type Filled = { added: number; onSale: number }

const BATCH = 5_000
/** Batches written at a time: the database finds the words of each part, which takes it longer than all else. */
const COPIERS = 2

const COPY = `copy products
  (id, name, description, price_minor, minimum_order, available, img, category, brand, part_number, created_at)
  from stdin`

/**
 * Fills the store up to so many parts on sale, keeping what exists. The parts are the same in every store, so that
 * a second run adds nothing and a larger one adds what is missing; each batch is on sale as soon as it is written,
 * and an interrupted run is taken up by the next. Takes three connections of the pool.
 */
export async function fillCatalogue(pool: Pool, { parts, onProgress }: Fill): Promise<Filled> {
  const client = await pool.connect()
  try {
    await client.query('set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.fill])
    const before = await countOnSale(client)
    const missing = Math.max(0, parts - before)
    let [chosen, added] = [0, 0]
    const underWay = new Set<Promise<void>>()
    for (let first = 0; chosen < missing; first += BATCH) {
      const batch = (await newParts(client, first)).slice(0, missing - chosen)
      chosen += batch.length
      const written = copyParts(pool, batch).then(() => {
        underWay.delete(written)
        added += batch.length
        onProgress?.({ added, missing })
      })
      underWay.add(written)
      if (underWay.size >= COPIERS) await Promise.race(underWay)
    }
    await Promise.all(underWay)
    if (added > 0) await tidy(client)
    return { added, onSale: before + added }
  } finally {
    await client
      .query('select pg_advisory_unlock($1)', [advisoryLocks.fill])
      .then(() => client.query('reset lock_timeout'))
      .finally(() => client.release())
  }
}

/** The search takes in what it had put off, and the planner counts again: the first search would take many seconds. */
async function tidy(client: PoolClient): Promise<void> {
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

/** The generated parts of a batch that the store does not have, on sale or archived. */
async function newParts(client: PoolClient, first: number): Promise<CataloguePart[]> {
  const parts = Array.from({ length: BATCH }, (_, at) => cataloguePart(first + at))
  const ids = parts.map(({ id }) => id)
  const taken = await client.query<{ id: string }>('select id from products where id = any($1)', [ids])
  const known = new Set(taken.rows.map(({ id }) => id))
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

/** A line of COPY's text format. */
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
  return `${fields.map((field) => String(field).replace(/[\\\t\n\r]/g, escapeSign)).join('\t')}\n`
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escapeSign(sign: string): string {
  return ESCAPED[sign] ?? sign
}

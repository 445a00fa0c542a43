import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { type CataloguePart, cataloguePart } from './generate.ts'
import { createTypeColumns, STORED_TYPES, type StoredType, type TypeColumns } from './stored-types.ts'

export const DEFAULT_PARTS = 95_200
export const MAX_PARTS = 1_000_000

export type FillOptions = {
  parts: number
  onProgress?: (progress: { added: number; missing: number }) => void
}
export type FillResult = { added: number; onSale: number }

type ToTypeColumns = ReturnType<typeof createTypeColumns>

const BATCH = 5_000
/** Concurrent batches: the database's computation of search lexemes takes most of the time. */
const COPIERS = 2

const COPY = `copy products
  (id, name, description, price_minor, minimum_order, available, img, category, brand, part_number, created_at,
   part_type_id, attributes, sale_unit)
  from stdin`

/**
 * Adds generated parts until `parts` parts are on sale, and gives type and attributes to those of before that have none.
 * Uses up to three connections of the pool.
 */
export async function fillCatalogue(pool: Pool, { parts, onProgress }: FillOptions): Promise<FillResult> {
  const client = await pool.connect()
  try {
    await client.query('set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.fillCatalogue])
    const typeColumns = createTypeColumns((await client.query<StoredType>(STORED_TYPES)).rows)
    const typed = await typeEarlierParts(client, typeColumns)
    const before = await countOnSale(client)
    const missing = Math.max(0, parts - before)
    let chosen = 0
    let added = 0
    const running = new Set<Promise<void>>()
    for (let first = 0; chosen < missing; first += BATCH) {
      const batch = (await newParts(client, first)).slice(0, missing - chosen)
      chosen += batch.length
      const written = copyParts(pool, batch, typeColumns).then(() => {
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
    if (added + typed > 0) await updateStatistics(client)
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
  await client.query('select merge_count_changes(), merge_facet_values()')
  await client.query('vacuum (analyze) products, lexeme_counts, facet_counts, facet_value_counts')
  await client.query('vacuum (analyze) lexeme_count_changes, facet_count_changes, facet_value_changes')
}

async function countOnSale(client: PoolClient): Promise<number> {
  const counted = await client.query<{ count: number }>(
    'select count(*) as count from products where archived_at is null',
  )
  return counted.rows[0]?.count ?? 0
}

/** The generated parts of a batch that the store has neither on sale nor archived. */
async function newParts(client: PoolClient, first: number): Promise<CataloguePart[]> {
  const parts = generatedParts(first)
  const ids = parts.map(({ id }) => id)
  const existing = await client.query<{ id: string }>('select id from products where id = any($1)', [ids])
  const known = new Set(existing.rows.map(({ id }) => id))
  return parts.filter(({ id }) => !known.has(id))
}

/**
 * Gives type, attributes, sale unit and drawing to generated parts that a store added before it had types; not to those whose
 * name was edited. Returns how many there were.
 */
async function typeEarlierParts(client: PoolClient, typeColumns: ToTypeColumns): Promise<number> {
  const { rowCount: hasUntyped } = await client.query(
    'select from products where part_type_id is null limit 1',
  )
  if (!hasUntyped) return 0
  let typed = 0
  for (let first = 0; ; first += BATCH) {
    const parts = generatedParts(first)
    const found = await client.query<{ id: string; is_typed: boolean }>(
      'select id, part_type_id is not null as is_typed from products where id = any($1)',
      [parts.map(({ id }) => id)],
    )
    if (found.rows.length === 0) return typed
    const untyped = new Set(found.rows.filter((row) => !row.is_typed).map(({ id }) => id))
    const given = parts.filter(({ id }) => untyped.has(id)).map((part) => ({ ...part, ...typeColumns(part) }))
    const { rowCount } = await client.query(TYPE_PARTS, [JSON.stringify(given)])
    typed += rowCount ?? 0
  }
}

const TYPE_PARTS = `update products set part_type_id = given.part_type_id, attributes = given.attributes,
    sale_unit = given."saleUnit",
    img = case when products.img like '/drawings/%' then given.img else products.img end
  from jsonb_to_recordset($1::jsonb)
    as given (id uuid, name text, part_type_id smallint, attributes jsonb, "saleUnit" text, img text)
  where products.id = given.id and products.name = given.name and given.part_type_id is not null`

function generatedParts(first: number): CataloguePart[] {
  return Array.from({ length: BATCH }, (_, at) => cataloguePart(first + at))
}

async function copyParts(pool: Pool, parts: CataloguePart[], typeColumns: ToTypeColumns): Promise<void> {
  if (parts.length === 0) return
  const client = await pool.connect()
  try {
    await pipeline(Readable.from(textRows(parts, typeColumns)), client.query(copyFrom(COPY)))
  } finally {
    client.release()
  }
}

function* textRows(parts: CataloguePart[], typeColumns: ToTypeColumns): Generator<string> {
  for (let at = 0; at < parts.length; at += 500) {
    yield parts
      .slice(at, at + 500)
      .map((part) => toTextRow(part, typeColumns(part)))
      .join('')
  }
}

function toTextRow(part: CataloguePart, { part_type_id: type, attributes }: TypeColumns): string {
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
    type,
    JSON.stringify(attributes),
    part.saleUnit,
  ]
  return `${fields.map((field) => (field === null ? '\\N' : String(field).replace(/[\\\t\n\r]/g, (sign) => ESCAPED[sign] ?? sign))).join('\t')}\n`
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

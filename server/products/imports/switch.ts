import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { currencyDecimals } from '#contract/money.ts'
import type { ImportedPart } from '#database/import-schema.ts'
import type { Db } from '#database/open.ts'
import type { Act } from '../service.ts'
import { type OnProgress, partFields } from './check.ts'

/** To what the file says, or back. */
export type Direction = 'forward' | 'back'
export type Switch = Act & { id: string; direction: Direction; currency: string; onProgress: OnProgress }

/** A part is not what it was when the import last saw it: nothing may be written. */
export class CatalogueMoved extends Error {}

/** Rows written between two looks at the progress; all of them are one transaction. */
export const ROWS_AT_ONCE = 5000

type Column = keyof ImportedPart
export const partColumns: Column[] = [
  'name',
  'description',
  'price_minor',
  'minimum_order',
  'available',
  'img',
  'images',
  'category',
  'brand',
  'part_number',
]
const wanted = sql.ref('change.wanted')

/** A column's value in the JSON of a change. */
export function readColumn(column: Column, fields: RawBuilder<unknown>): RawBuilder<unknown> {
  const text = sql`${fields} ->> ${sql.lit(column)}`
  if (column === 'price_minor') return sql`(${text})::bigint`
  if (column === 'minimum_order' || column === 'available') return sql`(${text})::integer`
  if (column === 'images') return sql`array(select jsonb_array_elements_text(${fields} -> 'images'))`
  return text
}

/**
 * Prepares a transaction for thousands of rows at a time. What follows from a change of parts was planned on this
 * connection for one row, by loops that take minutes here: those plans are dropped, and made without loops.
 */
export async function expectManyRows(trx: Db): Promise<void> {
  await sql`discard plans`.execute(trx)
  await sql`set local enable_nestloop = off`.execute(trx)
  await sql`set local work_mem = '32MB'`.execute(trx)
}

/**
 * Writes the changes of parts, all or nothing. Stock moves by the difference that was shown, so that orders placed
 * meanwhile stay counted; any other field must be what it was. Throws `CatalogueMoved`.
 */
export async function writeChanges(trx: Db, order: Switch): Promise<void> {
  const { id, onProgress } = order
  const { changed, fresh, last } = await measureChanges(trx, id)
  const names = await changedColumns(trx, id)
  let done = 0
  for (let from = 0; names.length > 0 && from < last; from += ROWS_AT_ONCE) {
    const { asked, written } = await writeBatch(trx, order, { names, from, to: from + ROWS_AT_ONCE })
    if (written < asked) throw new CatalogueMoved()
    done += written
    await onProgress(done, changed + fresh)
  }
}

/** How many parts an import changes and adds, and the last of its rows. */
export async function measureChanges(
  trx: Db,
  id: string,
): Promise<{ changed: number; fresh: number; last: number }> {
  const { rows } = await sql<{ changed: number; fresh: number; last: number }>`
    select count(before) as changed, count(*) - count(before) as fresh, coalesce(max(row), 0) as last
    from import_changes where import_id = ${id}`.execute(trx)
  return rows[0] ?? { changed: 0, fresh: 0, last: 0 }
}

/** A column that no row changes is not named, so that search columns are not made anew for a new price. */
async function changedColumns(trx: Db, id: string): Promise<Column[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_object_keys(after) as name from import_changes
    where import_id = ${id} and before is not null`.execute(trx)
  return partColumns.filter((name) => rows.some((row) => row.name === name))
}

type Batch = { names: Column[]; from: number; to: number }

async function writeBatch(
  trx: Db,
  { id, direction, currency, actorId, at }: Switch,
  { names, from, to }: Batch,
): Promise<{ asked: number; written: number }> {
  const trail = sql`${at}::timestamptz, ${actorId}::uuid, 'product', id::text`
  const { rows } = await sql<{ asked: number; written: number }>`
    with change as materialized (
      select product_id, ${sides(direction)}, ${movedStock(direction)} as moved
      from import_changes
      where import_id = ${id} and before is not null and row > ${from} and row <= ${to}
    ), written as (
      update products set ${sql.join(names.map(assignment))}
      from change
      where products.id = change.product_id and products.id = any(array(select product_id from change))
        and ${stands}
      returning products.id, products.available, change.seen, change.wanted, change.moved
    ), trail as (
      insert into audit (at, actor_id, entity, entity_id, field, before, after)
      select ${trail}, 'price', ${priceText('seen', currency)}, ${priceText('wanted', currency)}
        from written where wanted ? 'price_minor'
      union all
      select ${trail}, 'availableQuantity', (available - moved)::text, available::text
        from written where moved <> 0
    )
    select (select count(*) from change) as asked, (select count(*) from written) as written`.execute(trx)
  return rows[0] ?? { asked: 0, written: 0 }
}

/** What a part must be, and what it becomes. */
function sides(direction: Direction): RawBuilder<unknown> {
  return direction === 'forward' ? sql`before as seen, after as wanted` : sql`after as seen, before as wanted`
}

function movedStock(direction: Direction): RawBuilder<unknown> {
  const more = sql`(after ->> 'available')::bigint - (before ->> 'available')::bigint`
  return direction === 'forward' ? sql`coalesce(${more}, 0)` : sql`coalesce(-(${more}), 0)`
}

/** Whether the fields that a change names are what it saw, stock aside; of lists the order counts, too. */
const looksAsSeen = sql<SqlBool>`${partFields} @> (change.seen - 'available' - 'images')
  and coalesce(to_jsonb(products.images) = change.seen -> 'images', true)`

/** Whether a part is still what the change saw, and its shelf holds the move. */
const stands = sql<SqlBool>`products.archived_at is null and ${looksAsSeen}
  and products.available + change.moved between 0 and 2147483647`

function assignment(name: Column): RawBuilder<unknown> {
  const column = sql.ref(name)
  if (name === 'available') return sql`available = products.available + change.moved`
  return sql`${column} = case when ${wanted} ? ${sql.lit(name)} then ${readColumn(name, wanted)} else products.${column} end`
}

/** A price as the wire writes it: 12.5, not 12.50. */
function priceText(side: 'seen' | 'wanted', currency: string): RawBuilder<string> {
  const unit = 10 ** currencyDecimals(currency)
  return sql`trim_scale((${sql.ref(side)} ->> 'price_minor')::numeric / ${sql.lit(unit)})::text`
}

/** The first parts that are no longer what an applied import made of them. */
export async function findConflicts(trx: Db, id: string, most: number) {
  const { rows } = await sql<{ row: number; id: string; name: string }>`
    with change as (
      select row, product_id, before is null as is_new, ${sides('back')}, ${movedStock('back')} as moved
      from import_changes where import_id = ${id}
    )
    select row, products.id, products.name from change join products on products.id = change.product_id
    where case when is_new then not ${isAsCreated} else not (${stands}) end
    order by row limit ${most}`.execute(trx)
  return rows
}

/** Whether nobody has touched a part that the import brought: orders may have moved its stock. */
export const isAsCreated = sql<SqlBool>`(
  ${looksAsSeen}
  and (products.available = (change.seen ->> 'available')::integer
    or exists (select 1 from orders where orders.product_id = products.id))
)`

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PartColumn } from '#contract/products/part-fields.ts'
import type { Db } from '#database/open.ts'
import type { OnProgress } from './check.ts'
import { partColumns, partObject, readColumn, textColumns } from './columns.ts'

type Direction = 'apply' | 'undo'

/** A part has changed since the comparison, so nothing may be written. */
export class CatalogueChanged extends Error {}

export type Preparation = { id: string; direction: Direction; onProgress: OnProgress }
export type Size = { changed: number; fresh: number; last: number }

/** Rows prepared between two reports of progress. */
const ROWS_AT_ONCE = 5000

/**
 * Computes the rows to write, in a temporary table and without locks on parts: lexemes take longer to compute than rows
 * to write. Each row has the version of the part it was computed from. Half of the progress. Throws `CatalogueChanged`.
 */
export async function prepareRows(
  trx: Db,
  order: Preparation,
  { changed, fresh, last }: Size,
): Promise<void> {
  const columns = sql.join(partColumns.map((name) => sql.ref(name)))
  await sql`create temporary table import_prepared on commit drop as
    select 0 as row, false as is_new, false as is_kept, id as product_id, xmin as version, 0 as moved,
      0::bigint as price_seen, ${columns}, search_vector
    from products with no data`.execute(trx)
  let done = 0
  for (let from = 0; from < last; from += ROWS_AT_ONCE) {
    const batch = sql<SqlBool>`row > ${from} and row <= ${from + ROWS_AT_ONCE}`
    if (changed > 0) done += await prepareChanges(trx, order, batch)
    if (fresh > 0)
      done += await (order.direction === 'apply' ? prepareNew : prepareRemovals)(trx, order, batch)
    await order.onProgress(Math.floor(done / 2), changed + fresh)
  }
  if (done < changed + fresh) throw new CatalogueChanged()
  await sql`create index on import_prepared (row)`.execute(trx)
  await sql`analyze import_prepared (row, is_new, product_id, version)`.execute(trx)
}

/** Prepares the parts that are unchanged since the comparison. Returns how many. */
export async function prepareChanges(
  trx: Db,
  { id, direction }: Preparation,
  batch: RawBuilder<SqlBool>,
): Promise<number> {
  const names = sql.join(partColumns.map((name) => sql.ref(name)))
  const values = sql.join(partColumns.map((name) => sql`${changedValue(name)} as ${sql.ref(name)}`))
  const { numAffectedRows } = await sql`
    with change as materialized (
      select row, product_id, ${sides(direction)}, ${movedStock(direction)} as moved
      from import_changes where import_id = ${id} and before is not null and ${batch}
    ), made as materialized (
      select row, products.id, products.xmin as version, moved, wanted ?| ${textColumns}::text[] as has_other_words,
        case when wanted ? 'price_minor' then (seen ->> 'price_minor')::bigint end as price_seen, ${values}
      from change join products on products.id = change.product_id
        and products.id = any(array(select product_id from change))
      where ${isUnchanged}
    )
    insert into import_prepared (row, is_new, product_id, version, moved, price_seen, ${names}, search_vector)
    select row, false, id, version, moved, price_seen, ${names}, case when has_other_words then ${words} end
    from made`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

async function prepareNew(trx: Db, { id }: Preparation, batch: RawBuilder<SqlBool>): Promise<number> {
  const after = sql.ref('after')
  const names = sql.join(partColumns.map((name) => sql.ref(name)))
  const values = sql.join(partColumns.map((name) => sql`${readColumn(name, after)} as ${sql.ref(name)}`))
  const { numAffectedRows } = await sql`
    with made as materialized (
      select row, product_id, ${values} from import_changes where import_id = ${id} and before is null and ${batch}
    )
    insert into import_prepared (row, is_new, product_id, ${names}, search_vector)
    select row, true, product_id, ${names}, ${words} from made`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** The parts that the import added, where they are unchanged. */
async function prepareRemovals(trx: Db, { id }: Preparation, batch: RawBuilder<SqlBool>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into import_prepared (row, is_new, is_kept, product_id, version)
    select row, true, false, products.id, products.xmin
    from (
      select row, product_id, after as seen from import_changes
      where import_id = ${id} and before is null and ${batch}
    ) as change join products on products.id = change.product_id
    where ${isAsCreated}`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

const words = sql`search_lexemes(name, description, brand, category, part_number)`
const wanted = sql.ref('change.wanted')

function changedValue(name: PartColumn): RawBuilder<unknown> {
  if (name === 'available') return sql`products.available + change.moved`
  const value = readColumn(name, wanted)
  return sql`case when ${wanted} ? ${sql.lit(name)} then ${value} else products.${sql.ref(name)} end`
}

/** The fields that a part must have, and those that it gets. */
export function sides(direction: Direction): RawBuilder<unknown> {
  return direction === 'apply' ? sql`before as seen, after as wanted` : sql`after as seen, before as wanted`
}

export function movedStock(direction: Direction): RawBuilder<unknown> {
  const more = sql`(after ->> 'available')::bigint - (before ->> 'available')::bigint`
  return direction === 'apply' ? sql`coalesce(${more}, 0)` : sql`coalesce(-(${more}), 0)`
}

/** Whether the fields of a change have the values of the comparison, without stock; lists must have the same order. */
const hasSeenFields = sql<SqlBool>`${partObject} @> (change.seen - 'available' - 'images')
  and coalesce(to_jsonb(products.images) = change.seen -> 'images', true)`

/** Whether a part is unchanged since the comparison, and its stock stays within the limits. */
export const isUnchanged = sql<SqlBool>`products.archived_at is null and ${hasSeenFields}
  and products.available + change.moved between 0 and 2147483647`

/** Whether a part that the import added is unchanged; orders may have changed its stock. */
export const isAsCreated = sql<SqlBool>`(
  ${hasSeenFields}
  and (products.available = (change.seen ->> 'available')::integer
    or exists (select 1 from orders where orders.product_id = products.id))
)`

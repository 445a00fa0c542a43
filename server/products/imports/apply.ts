import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { currencyDecimals } from '#contract/money.ts'
import { type PartColumn, partFields } from '#contract/products/part-fields.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { ImportRow } from '#database/rows.ts'
import type { Act } from '../service.ts'
import { type OnProgress, partObject, sameBrand } from './check.ts'

const partColumns: PartColumn[] = partFields.map(({ column }) => column)
/** What a part's search lexemes are made of, as in the database's trigger. */
const textColumns: PartColumn[] = ['name', 'description', 'brand', 'category', 'part_number']

type Order = Act & Preparation & { currency: string }

/** Rows written between two reports of progress, all in one transaction. */
const ROWS_AT_ONCE = 20_000

/**
 * Applies or undoes a comparison. Locks no part before all rows are prepared; parts that were on sale before come last and
 * are locked the shortest. Throws `CatalogueChanged`.
 */
export async function applyChanges(trx: Db, order: Order, row: ImportRow): Promise<void> {
  const size = await measureChanges(trx, row.id)
  await prepareRows(trx, order, size)
  await planForManyRows(trx)
  if (order.direction === 'apply') await createParts(trx, order, row, size)
  else await removeParts(trx, order, size)
  await writeChanges(trx, order, size)
}

/** Triggers were planned on this connection for one row, with nested loops that take minutes here. */
async function planForManyRows(trx: Db): Promise<void> {
  await sql`discard plans`.execute(trx)
  await sql`set local enable_nestloop = off`.execute(trx)
  await sql`set local work_mem = '32MB'`.execute(trx)
}

/**
 * Merges the pending list of the index of words, which searches read until then. Writing a part does not merge it (its
 * limit is set so), or orders would wait for seconds.
 */
export async function mergePendingWords(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`set local lock_timeout = 0`.execute(trx)
    await sql`select gin_clean_pending_list('products_search_vector')`.execute(trx)
  })
}

/** Stock changes by the difference of the comparison, so that orders placed meanwhile stay counted. */
async function writeChanges(trx: Db, order: Order, { changed, fresh, last }: Size): Promise<void> {
  if (changed === 0) return
  const names = await changedColumns(trx, order.id)
  let written = 0
  for (let from = 0; from < last; from += ROWS_AT_ONCE) {
    written += await writeRows(trx, order, { names, from, to: from + ROWS_AT_ONCE })
    await order.onProgress(fresh + Math.floor((changed + written) / 2), changed + fresh)
  }
  if (written === changed) return
  await prepareStale(trx, order)
  written += await writeRows(trx, order, { names, from: 0, to: last })
  if (written < changed) throw new CatalogueChanged()
}

/** Locks the parts that were sold or edited meanwhile, and prepares them again. */
async function prepareStale(trx: Db, order: Order): Promise<void> {
  const { rows } = await sql<{ row: number }>`
    select row from import_prepared join products on products.id = product_id
    where not is_new and products.xmin <> version and products.xmin <> pg_current_xact_id()::xid
    order by products.id for no key update of products`.execute(trx)
  const stale = rows.map(({ row }) => row)
  await sql`delete from import_prepared where row = any(${stale}::integer[])`.execute(trx)
  await prepareChanges(trx, order, sql<SqlBool>`row = any(${stale}::integer[])`)
}

/** How many parts an import changes and adds, and the last of its rows. */
async function measureChanges(trx: Db, id: string): Promise<Size> {
  const { rows } = await sql<Size>`
    select count(before) as changed, count(*) - count(before) as fresh, coalesce(max(row), 0) as last
    from import_changes where import_id = ${id}`.execute(trx)
  return rows[0] ?? { changed: 0, fresh: 0, last: 0 }
}

async function changedColumns(trx: Db, id: string): Promise<PartColumn[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_object_keys(after) as name from import_changes
    where import_id = ${id} and before is not null`.execute(trx)
  return partColumns.filter((name) => rows.some((row) => row.name === name))
}

type Rows = { names: PartColumn[]; from: number; to: number }

/** Parts with unchanged texts are written without these columns, or a trigger would compute their lexemes again. */
async function writeRows(trx: Db, order: Order, { names, from, to }: Rows): Promise<number> {
  const range = sql<SqlBool>`not is_new and row > ${from} and row <= ${to}`
  const others = names.filter((name) => !textColumns.includes(name))
  let written = 0
  if (others.length > 0) {
    written += await writeBatch(trx, order, {
      names: others,
      batch: sql`${range} and ready.search_vector is null`,
    })
  }
  if (others.length < names.length) {
    const batch = sql<SqlBool>`${range} and ready.search_vector is not null`
    written += await writeBatch(trx, order, { names: [...names, 'search_vector'], batch })
  }
  return written
}

type Batch = { names: (PartColumn | 'search_vector')[]; batch: RawBuilder<SqlBool> }

/** Writes the parts that still have the prepared version. Returns how many. */
async function writeBatch(
  trx: Db,
  { currency, actorId, at }: Order,
  { names, batch }: Batch,
): Promise<number> {
  const trail = sql`${at}::timestamptz, ${actorId}::uuid, 'product', id::text`
  const assignments = names.map((name) => sql`${sql.ref(name)} = ready.${sql.ref(name)}`)
  const { rows } = await sql<{ written: number }>`
    with written as (
      update products set ${sql.join(assignments)}
      from import_prepared as ready
      where ${batch} and products.id = ready.product_id and products.xmin = ready.version
        and products.id = any(array(select product_id from import_prepared as ready where ${batch}))
      returning products.id, products.available, products.price_minor, ready.price_seen, ready.moved
    ), trail as (
      insert into audit (at, actor_id, entity, entity_id, field, before, after)
      select ${trail}, 'price', ${priceText('price_seen', currency)}, ${priceText('price_minor', currency)}
        from written where price_seen is not null
      union all
      select ${trail}, 'availableQuantity', (available - moved)::text, available::text
        from written where moved <> 0
    )
    select count(*) as written from written`.execute(trx)
  return rows[0]?.written ?? 0
}

/** A price as on the wire: 12.5, not 12.50. */
function priceText(column: 'price_seen' | 'price_minor', currency: string): RawBuilder<string> {
  const unit = 10 ** currencyDecimals(currency)
  return sql`trim_scale(${sql.ref(column)}::numeric / ${sql.lit(unit)})::text`
}

/** The first parts that were changed after the import was applied. */
export async function findConflicts(trx: Db, id: string, most: number) {
  const { rows } = await sql<{ row: number; id: string; name: string }>`
    with change as (
      select row, product_id, before is null as is_new, ${sides('undo')}, ${movedStock('undo')} as moved
      from import_changes where import_id = ${id}
    )
    select row, products.id, products.name from change join products on products.id = change.product_id
    where case when is_new then not ${isAsCreated} else not (${isUnchanged}) end
    order by row limit ${most}`.execute(trx)
  return rows
}

/** Throws `CatalogueChanged` if one of the parts was added meanwhile. */
async function createParts(trx: Db, order: Order, row: ImportRow, size: Size): Promise<void> {
  if (size.fresh === 0) return
  const { id, at, actorId } = order
  const { rows: doubles } = await sql`
    select 1 from import_changes
    join import_rows using (import_id, row)
    join products on products.part_number_key = number_key and products.archived_at is null
      and ${sameBrand(row.layout)}
    where import_id = ${id} and before is null and import_rows.product_id is null and number_key <> ''
    limit 1`.execute(trx)
  if (doubles.length > 0) throw new CatalogueChanged()
  const names = sql.join([...partColumns, 'search_vector'].map((name) => sql.ref(name)))
  await inBatches(order, size, (batch) =>
    sql`with added as (
        insert into products (id, created_at, ${names})
        select product_id, ${at}::timestamptz, ${names} from import_prepared where ${batch} order by row
        returning id, name
      )
      insert into audit (at, actor_id, entity, entity_id, field, before, after)
      select ${at}::timestamptz, ${actorId}::uuid, 'product', id::text, 'created', null, name from added`.execute(
      trx,
    ),
  )
}

/** Deletes the added parts, or archives those with orders or reviews. Throws `CatalogueChanged` if one was changed. */
async function removeParts(trx: Db, order: Order, size: Size): Promise<void> {
  if (size.fresh === 0) return
  const { id, at, actorId } = order
  // orders in progress commit first
  await sql`select 1 from products where id in (select product_id from import_prepared where is_new)
    order by id for update`.execute(trx)
  await sql`update import_prepared set is_kept = true where is_new and (
    exists (select 1 from orders where orders.product_id = import_prepared.product_id)
    or exists (select 1 from reviews where reviews.product_id = import_prepared.product_id)
  )`.execute(trx)
  const { rows: moved } = await sql`
    select 1 from import_prepared as ready
    join (select row, after as seen from import_changes where import_id = ${id}) as change using (row)
    left join products on products.id = ready.product_id
    where is_new and (products.id is null or (products.xmin <> version and not ${isAsCreated}))
    limit 1`.execute(trx)
  if (moved.length > 0) throw new CatalogueChanged()
  const trail = sql`${at}::timestamptz, ${actorId}::uuid, 'product', id::text`
  await inBatches(order, size, (rows) => {
    const batch = sql`products.id = product_id and ${rows}`
    return sql`with deleted as (
        delete from products using import_prepared where ${batch} and not is_kept
        returning products.id, products.name
      ), archived as (
        update products set archived_at = ${at} from import_prepared
        where ${batch} and is_kept and archived_at is null returning products.id
      )
      insert into audit (at, actor_id, entity, entity_id, field, before, after)
      select ${trail}, 'deleted', name, null from deleted
      union all select ${trail}, 'archived', 'false', 'true' from archived`.execute(trx)
  })
}

async function inBatches(
  { onProgress }: Order,
  { changed, fresh, last }: Size,
  work: (batch: RawBuilder<SqlBool>) => Promise<{ numAffectedRows?: bigint }>,
): Promise<void> {
  let done = changed + fresh
  for (let from = 0; from < last; from += ROWS_AT_ONCE) {
    const { numAffectedRows } = await work(sql`is_new and row > ${from} and row <= ${from + ROWS_AT_ONCE}`)
    done += Number(numAffectedRows ?? 0)
    await onProgress(Math.floor(done / 2), changed + fresh)
  }
}

// --- Preparing the rows ----------------------------------------------------------------------------------------------

type Direction = 'apply' | 'undo'

/** A part has changed since the comparison, so nothing may be written. */
export class CatalogueChanged extends Error {}

type Preparation = { id: string; direction: Direction; onProgress: OnProgress }
type Size = { changed: number; fresh: number; last: number }

/** Rows prepared between two reports of progress. */
const PREPARED_AT_ONCE = 5000

/**
 * Computes the rows to write, in a temporary table and without locks on parts: lexemes take longer to compute than rows
 * to write. Each row has the version of the part it was computed from. Half of the progress. Throws `CatalogueChanged`.
 */
async function prepareRows(trx: Db, order: Preparation, { changed, fresh, last }: Size): Promise<void> {
  const columns = sql.join(partColumns.map((name) => sql.ref(name)))
  await sql`create temporary table import_prepared on commit drop as
    select 0 as row, false as is_new, false as is_kept, id as product_id, xmin as version, 0 as moved,
      0::bigint as price_seen, ${columns}, search_vector
    from products with no data`.execute(trx)
  let done = 0
  for (let from = 0; from < last; from += PREPARED_AT_ONCE) {
    const batch = sql<SqlBool>`row > ${from} and row <= ${from + PREPARED_AT_ONCE}`
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
async function prepareChanges(
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
function sides(direction: Direction): RawBuilder<unknown> {
  return direction === 'apply' ? sql`before as seen, after as wanted` : sql`after as seen, before as wanted`
}

function movedStock(direction: Direction): RawBuilder<unknown> {
  const more = sql`(after ->> 'available')::bigint - (before ->> 'available')::bigint`
  return direction === 'apply' ? sql`coalesce(${more}, 0)` : sql`coalesce(-(${more}), 0)`
}

/** Whether the fields of a change have the values of the comparison, without stock; lists must have the same order. */
const hasSeenFields = sql<SqlBool>`${partObject} @> (change.seen - 'available' - 'images')
  and coalesce(to_jsonb(products.images) = change.seen -> 'images', true)`

/** Whether a part is unchanged since the comparison, and its stock stays within the limits. */
const isUnchanged = sql<SqlBool>`products.archived_at is null and ${hasSeenFields}
  and products.available + change.moved between 0 and 2147483647`

/** Whether a part that the import added is unchanged; orders may have changed its stock. */
const isAsCreated = sql<SqlBool>`(
  ${hasSeenFields}
  and (products.available = (change.seen ->> 'available')::integer
    or exists (select 1 from orders where orders.product_id = products.id))
)`

/** A field's value in the JSON of a change, with the type of its column. */
function readColumn(column: PartColumn, change: RawBuilder<unknown>): RawBuilder<unknown> {
  const text = sql`${change} ->> ${sql.lit(column)}`
  switch (partFields.find((field) => field.column === column)?.kind) {
    case 'price':
      return sql`(${text})::bigint`
    case 'count':
      return sql`(${text})::integer`
    case 'pictures':
      return sql`array(select jsonb_array_elements_text(${change} -> ${sql.lit(column)}))`
    default:
      return text
  }
}

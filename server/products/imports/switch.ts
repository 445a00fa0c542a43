import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { currencyDecimals } from '#contract/money.ts'
import type { PartColumn } from '#contract/products/part-fields.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { Act } from '../service.ts'
import { partColumns, textColumns } from './columns.ts'
import {
  CatalogueMoved,
  isAsCreated,
  movedStock,
  type Preparation,
  readyChanges,
  type Size,
  sides,
  stands,
} from './ready.ts'

export type Switch = Act & Preparation & { currency: string }

/** Rows written between two looks at the progress; all of them are one transaction. */
export const ROWS_AT_ONCE = 20_000

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
 * Takes what waits beside the index of words into it, after another transaction that does so; searches look through it until
 * then. Writing a part does not: its limit is set so (migration 0045), or orders would be late by seconds.
 */
export async function tidyWords(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`set local lock_timeout = 0`.execute(trx)
    await sql`select gin_clean_pending_list('products_search_vector')`.execute(trx)
  })
}

/**
 * Writes the changes of parts that were made ready, all or nothing. Stock moves by the difference that was shown, so
 * that orders placed meanwhile stay counted; any other field must be what it was. Throws `CatalogueMoved`.
 */
export async function writeChanges(trx: Db, order: Switch, { changed, fresh, last }: Size): Promise<void> {
  if (changed === 0) return
  const names = await changedColumns(trx, order.id)
  let written = 0
  for (let from = 0; from < last; from += ROWS_AT_ONCE) {
    written += await writeRows(trx, order, { names, from, to: from + ROWS_AT_ONCE })
    await order.onProgress(fresh + Math.floor((changed + written) / 2), changed + fresh)
  }
  if (written === changed) return
  await readyAgain(trx, order)
  written += await writeRows(trx, order, { names, from: 0, to: last })
  if (written < changed) throw new CatalogueMoved()
}

/** Parts that were sold or edited after they had been made ready: held, and looked at once more. */
async function readyAgain(trx: Db, order: Switch): Promise<void> {
  const { rows } = await sql<{ row: number }>`
    select row from import_ready join products on products.id = product_id
    where not is_new and products.xmin <> version and products.xmin <> pg_current_xact_id()::xid
    order by products.id for no key update of products`.execute(trx)
  const stale = rows.map(({ row }) => row)
  await sql`delete from import_ready where row = any(${stale}::integer[])`.execute(trx)
  await readyChanges(trx, order, sql<SqlBool>`row = any(${stale}::integer[])`)
}

/** How many parts an import changes and adds, and the last of its rows. */
export async function measureChanges(trx: Db, id: string): Promise<Size> {
  const { rows } = await sql<Size>`
    select count(before) as changed, count(*) - count(before) as fresh, coalesce(max(row), 0) as last
    from import_changes where import_id = ${id}`.execute(trx)
  return rows[0] ?? { changed: 0, fresh: 0, last: 0 }
}

/** A column that no row changes is not named. */
async function changedColumns(trx: Db, id: string): Promise<PartColumn[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_object_keys(after) as name from import_changes
    where import_id = ${id} and before is not null`.execute(trx)
  return partColumns.filter((name) => rows.some((row) => row.name === name))
}

type Rows = { names: PartColumn[]; from: number; to: number }

/** A part whose texts stay is written without naming them, or its words would be computed again. Returns how many. */
async function writeRows(trx: Db, order: Switch, { names, from, to }: Rows): Promise<number> {
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

/** Of the parts whose version is the one that was made ready; answers how many. */
async function writeBatch(
  trx: Db,
  { currency, actorId, at }: Switch,
  { names, batch }: Batch,
): Promise<number> {
  const trail = sql`${at}::timestamptz, ${actorId}::uuid, 'product', id::text`
  const assignments = names.map((name) => sql`${sql.ref(name)} = ready.${sql.ref(name)}`)
  const { rows } = await sql<{ written: number }>`
    with written as (
      update products set ${sql.join(assignments)}
      from import_ready as ready
      where ${batch} and products.id = ready.product_id and products.xmin = ready.version
        and products.id = any(array(select product_id from import_ready as ready where ${batch}))
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

/** A price as the wire writes it: 12.5, not 12.50. */
function priceText(column: 'price_seen' | 'price_minor', currency: string): RawBuilder<string> {
  const unit = 10 ** currencyDecimals(currency)
  return sql`trim_scale(${sql.ref(column)}::numeric / ${sql.lit(unit)})::text`
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

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { ImportRow } from '#database/rows.ts'
import { sameBrand } from './check.ts'
import { partColumns } from './columns.ts'
import { CatalogueMoved, isAsCreated, type Size } from './ready.ts'
import { ROWS_AT_ONCE, type Switch } from './switch.ts'

/** Adds the new parts that were staged. Throws `CatalogueMoved` where one of them was added meanwhile. */
export async function createParts(trx: Db, order: Switch, row: ImportRow, size: Size): Promise<void> {
  if (size.fresh === 0) return
  const { id, at, actorId } = order
  const { rows: doubles } = await sql`
    select 1 from import_changes
    join import_rows using (import_id, row)
    join products on products.part_number_key = number_key and products.archived_at is null
      and ${sameBrand(row.layout)}
    where import_id = ${id} and before is null and import_rows.product_id is null and number_key <> ''
    limit 1`.execute(trx)
  if (doubles.length > 0) throw new CatalogueMoved()
  const names = sql.join([...partColumns, 'search_vector'].map((name) => sql.ref(name)))
  await inBatches(order, size, (batch) =>
    sql`with added as (
        insert into products (id, created_at, ${names})
        select product_id, ${at}::timestamptz, ${names} from import_ready where ${batch} order by row
        returning id, name
      )
      insert into audit (at, actor_id, entity, entity_id, field, before, after)
      select ${at}::timestamptz, ${actorId}::uuid, 'product', id::text, 'created', null, name from added`.execute(
      trx,
    ),
  )
}

/**
 * Takes the parts away that the import brought: deleted where they have no order and no review, else archived.
 * Throws `CatalogueMoved` where one was changed.
 */
export async function removeParts(trx: Db, order: Switch, size: Size): Promise<void> {
  if (size.fresh === 0) return
  const { id, at, actorId } = order
  // orders that are being placed commit before their parts are checked for orders
  await sql`select 1 from products where id in (select product_id from import_ready where is_new)
    order by id for update`.execute(trx)
  await sql`update import_ready set is_kept = true where is_new and (
    exists (select 1 from orders where orders.product_id = import_ready.product_id)
    or exists (select 1 from reviews where reviews.product_id = import_ready.product_id)
  )`.execute(trx)
  const { rows: moved } = await sql`
    select 1 from import_ready as ready
    join (select row, after as seen from import_changes where import_id = ${id}) as change using (row)
    left join products on products.id = ready.product_id
    where is_new and (products.id is null or (products.xmin <> version and not ${isAsCreated}))
    limit 1`.execute(trx)
  if (moved.length > 0) throw new CatalogueMoved()
  const trail = sql`${at}::timestamptz, ${actorId}::uuid, 'product', id::text`
  await inBatches(order, size, (rows) => {
    const batch = sql`products.id = product_id and ${rows}`
    return sql`with deleted as (
        delete from products using import_ready where ${batch} and not is_kept
        returning products.id, products.name
      ), archived as (
        update products set archived_at = ${at} from import_ready
        where ${batch} and is_kept and archived_at is null returning products.id
      )
      insert into audit (at, actor_id, entity, entity_id, field, before, after)
      select ${trail}, 'deleted', name, null from deleted
      union all select ${trail}, 'archived', 'false', 'true' from archived`.execute(trx)
  })
}

async function inBatches(
  { onProgress }: Switch,
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

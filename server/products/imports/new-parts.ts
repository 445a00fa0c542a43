import { sql } from 'kysely'
import type { ImportRow } from '#database/import-schema.ts'
import type { Db } from '#database/open.ts'
import { sameBrand } from './check.ts'
import {
  CatalogueMoved,
  isAsCreated,
  measureChanges,
  partColumns,
  ROWS_AT_ONCE,
  readColumn,
  type Switch,
} from './switch.ts'

const after = sql.ref('after')

/** Adds the new parts. Throws `CatalogueMoved` where somebody added one of them meanwhile. */
export async function createParts(trx: Db, { layout }: ImportRow, order: Switch): Promise<void> {
  const { id, at, actorId } = order
  const { rows: doubles } = await sql`
    select 1 from import_changes
    join import_rows using (import_id, row)
    join products on products.part_number_key = number_key and products.archived_at is null
      and ${sameBrand(layout)}
    where import_id = ${id} and before is null and import_rows.product_id is null and number_key <> ''
    limit 1`.execute(trx)
  if (doubles.length > 0) throw new CatalogueMoved()
  const names = sql.join(partColumns.map((name) => sql.ref(name)))
  const values = sql.join(partColumns.map((name) => readColumn(name, after)))
  await inBatches(trx, order, (from, to) =>
    sql`with added as (
        insert into products (id, created_at, ${names})
        select product_id, ${at}::timestamptz, ${values} from import_changes
        where import_id = ${id} and before is null and row > ${from} and row <= ${to}
        returning id, name
      )
      insert into audit (at, actor_id, entity, entity_id, field, before, after)
      select ${at}::timestamptz, ${actorId}::uuid, 'product', id::text, 'created', null, name from added`.execute(
      trx,
    ),
  )
}

/**
 * Takes the parts away that the import brought: deleted where nobody has ordered or reviewed them, else archived.
 * Throws `CatalogueMoved` where somebody has changed one.
 */
export async function removeParts(trx: Db, order: Switch): Promise<void> {
  const { id, at, actorId } = order
  await sql`create temporary table import_removals on commit drop as
    select row, product_id, after as seen, false as is_kept from import_changes
    where import_id = ${id} and before is null`.execute(trx)
  // whoever is ordering one has finished before anybody is asked for its orders
  await sql`select 1 from products where id in (select product_id from import_removals) order by id for update`.execute(
    trx,
  )
  await sql`update import_removals set is_kept = true where
    exists (select 1 from orders where orders.product_id = import_removals.product_id)
    or exists (select 1 from reviews where reviews.product_id = import_removals.product_id)`.execute(trx)
  const { rows: moved } = await sql`
    select 1 from import_removals as change left join products on products.id = change.product_id
    where products.id is null or not ${isAsCreated} limit 1`.execute(trx)
  if (moved.length > 0) throw new CatalogueMoved()
  const trail = sql`${at}::timestamptz, ${actorId}::uuid, 'product', id::text`
  await inBatches(trx, order, (from, to) => {
    const batch = sql`products.id = product_id and row > ${from} and row <= ${to}`
    return sql`with deleted as (
        delete from products using import_removals where ${batch} and not is_kept
        returning id, name
      ), archived as (
        update products set archived_at = ${at} from import_removals
        where ${batch} and is_kept and archived_at is null returning id
      )
      insert into audit (at, actor_id, entity, entity_id, field, before, after)
      select ${trail}, 'deleted', name, null from deleted
      union all select ${trail}, 'archived', 'false', 'true' from archived`.execute(trx)
  })
}

async function inBatches(
  trx: Db,
  { id, onProgress }: Switch,
  work: (from: number, to: number) => Promise<{ numAffectedRows?: bigint }>,
): Promise<void> {
  const { changed, fresh, last } = await measureChanges(trx, id)
  let done = changed
  for (let from = 0; fresh > 0 && from < last; from += ROWS_AT_ONCE) {
    const { numAffectedRows } = await work(from, from + ROWS_AT_ONCE)
    done += Number(numAffectedRows ?? 0)
    await onProgress(done, changed + fresh)
  }
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ImportReport } from '#contract/catalog/imports/import-states.ts'
import { importTexts as texts } from '#contract/catalog/imports/texts.ts'
import { partFields } from '#contract/catalog/products/part-fields.ts'
import type { ImportLayout } from '#database/column-values.ts'
import type { Db } from '#database/open.ts'
import type { ImportRow } from '#database/rows.ts'

const initialColumns = Object.fromEntries(
  partFields.flatMap((field) => ('initial' in field ? [[field.column, field.initial]] : [])),
)

export const partObject = sql`jsonb_build_object(${sql.join(
  partFields.flatMap(({ column }) => [sql.lit(column), sql.ref(`products.${column}`)]),
)})`

const REQUIRED = partFields.filter((field) => !('initial' in field)).map(({ name }) => name)

export type OnProgress = (done: number, total: number) => Promise<void>

const STEPS = 4

export async function compareRows(
  trx: Db,
  { id, layout, unreadable_rows: unreadable }: ImportRow,
  onProgress: OnProgress,
): Promise<void> {
  await onProgress(0, STEPS)
  await trx.deleteFrom('import_errors').where('import_id', '=', id).where('by_check', '=', true).execute()
  await trx.deleteFrom('import_changes').where('import_id', '=', id).execute()
  // the planner does not know new rows, and would choose a loop that takes hours
  await sql`analyze import_rows (import_id, row, product_id, number_key, brand_key)`.execute(trx)
  await onProgress(1, STEPS)
  for (const [at, store] of [storeTargets, storeErrors, storeChanges].entries()) {
    await store(trx, id, layout)
    await onProgress(at + 2, STEPS)
  }
  const report = JSON.stringify(await countRows(trx, id, unreadable))
  await trx
    .updateTable('imports')
    .set((eb) => ({ state: 'checked', report, check_version: eb('check_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Stores which part on sale each row is about: by its `_id`, else by its number (and brand, if the file has that column), where exactly one part matches. */
async function storeTargets(trx: Db, id: string, layout: ImportLayout | null): Promise<void> {
  await sql`create temporary table import_targets on commit drop as
    with named as (
      select row, products.id as product_id
      from import_rows join products on products.id = import_rows.product_id and products.archived_at is null
      where import_id = ${id}
    ), numbered as (
      select row, count(*)::integer as matches, case when count(*) = 1 then min(products.id::text)::uuid end as product_id
      from import_rows join products on products.part_number_key = number_key and products.archived_at is null
        and ${sameBrand(layout)}
      where import_id = ${id} and import_rows.product_id is null and number_key <> ''
      group by row
    )
    select row, import_rows.product_id as named_id, coalesce(named.product_id, numbered.product_id) as product_id,
      coalesce(numbered.matches, 0) as matches,
      -- the same for two rows about one part, be it on sale or new
      coalesce(
        coalesce(named.product_id, numbered.product_id)::text,
        case when import_rows.product_id is null and number_key <> '' then brand_key || ' ' || number_key end
      ) as key
    from import_rows left join named using (row) left join numbered using (row)
    where import_id = ${id}`.execute(trx)
  await sql`analyze import_targets`.execute(trx)
}

export function sameBrand(layout: ImportLayout | null): RawBuilder<SqlBool> {
  return layout?.columns.includes('brand') ? sql`brand_key(products.brand) = brand_key` : sql`true`
}

async function storeErrors(trx: Db, id: string, layout: ImportLayout | null): Promise<void> {
  const missing = REQUIRED.filter((column) => !layout?.columns.includes(column))
  await sql`with keyed as (
      select *, min(row) over (partition by key) as first_row from import_targets
    ), found (row, position, column_name, value, message) as (
      select row, 0, '_id', named_id::text, ${texts.idUnknown}
        from import_targets where named_id is not null and product_id is null
      union all
      select row, 0, 'partNumber', part ->> 'part_number', format(${texts.numberAmbiguous('%s')}, ${formatNumber('matches')})
        from import_targets join import_rows using (row) where import_id = ${id} and matches > 1
      union all
      select row, 0, case when named_id is null then 'partNumber' else '_id' end,
        coalesce(named_id::text, part ->> 'part_number'), format(${texts.sameAsRow('%s')}, ${formatNumber('first_row')})
        from keyed join import_rows using (row)
        where import_id = ${id} and key is not null and first_row < row and matches <= 1
      union all
      select row, position, missing, null, ${texts.requiredForNew}
        from import_targets, unnest(${missing}::text[]) with ordinality as list (missing, position)
        where named_id is null and product_id is null and matches = 0
    )
    insert into import_errors (import_id, row, position, column_name, value, message, by_check)
    select ${id}::uuid, row, position, column_name, left(value, 200), message, true from found`.execute(trx)
  await sql`delete from import_targets
    using import_errors as error
    where error.import_id = ${id} and by_check and error.row = import_targets.row`.execute(trx)
}

function formatNumber(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)}, 'FM9,999,999,999')`
}

async function storeChanges(trx: Db, id: string): Promise<void> {
  await sql`with compared as materialized (
      select row, products.id, part, ${partObject} as now
      from import_targets
      join import_rows using (row)
      join products on products.id = import_targets.product_id
      where import_id = ${id}
    )
    insert into import_changes (import_id, row, product_id, before, after)
    select ${id}::uuid, row, id, difference.before, difference.after
    from compared, lateral (
      select jsonb_object_agg(key, now -> key) as before, jsonb_object_agg(key, value) as after
      from jsonb_each(part) where value is distinct from now -> key
    ) as difference
    where now || part <> now`.execute(trx)
  await sql`insert into import_changes (import_id, row, product_id, after)
    select ${id}::uuid, row, new_id, ${JSON.stringify(initialColumns)}::jsonb || part
    from import_targets join import_rows using (row)
    where import_id = ${id} and import_targets.product_id is null`.execute(trx)
}

async function countRows(trx: Db, id: string, unreadable: number): Promise<ImportReport> {
  const { rows } = await sql<{ read: number; good: number; new_parts: number; changed: number }>`
    select
      (select count(*) from import_rows where import_id = ${id}) as read,
      (select count(*) from import_targets) as good,
      (select count(*) from import_changes where import_id = ${id} and before is null) as new_parts,
      (select count(*) from import_changes where import_id = ${id} and before is not null) as changed`.execute(
    trx,
  )
  const { read = 0, good = 0, new_parts: newParts = 0, changed: changedParts = 0 } = rows[0] ?? {}
  return {
    rows: read + unreadable,
    newParts,
    changedParts,
    unchangedParts: good - newParts - changedParts,
    badRows: unreadable + read - good,
  }
}

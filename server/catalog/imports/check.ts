import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ImportReport } from '#contract/catalog/imports/import-states.ts'
import { importTexts as texts } from '#contract/catalog/imports/texts.ts'
import { partFields } from '#contract/catalog/products/part-fields.ts'
import type { Db } from '#database/open.ts'
import type { ImportRow } from '#database/rows.ts'
import { type Catalogue, currentCatalogue } from '../part-types/catalogue.ts'
import { catalogueFaults, settledPart } from './catalogue-columns.ts'
import { catalogueVersion } from './deleted-since.ts'
import { settleAmounts } from './settle.ts'

const initialColumns = Object.fromEntries(
  partFields.flatMap((field) => ('initial' in field ? [[field.column, field.initial]] : [])),
)

export const partObject = sql`jsonb_build_object(${sql.join(
  partFields.flatMap(({ column }) => [sql.lit(column), sql.ref(`products.${column}`)]),
)})`

/** A new part without a category is in `tools`, where the shop has that, else in its first one. */
function initialPartOf({ categoryIds }: Catalogue): string {
  const category = categoryIds.find((id) => id === initialColumns.category) ?? categoryIds[0]
  return JSON.stringify({ ...initialColumns, category })
}

const REQUIRED = partFields.flatMap((field) => ('initial' in field ? [] : [field.name]))

export type OnProgress = (done: number, total: number) => Promise<void>

const STEPS = 5

export async function compareRows(
  trx: Db,
  row: ImportRow,
  { currency, onProgress }: { currency: string; onProgress: OnProgress },
): Promise<void> {
  const { id, layout, unreadable_rows: unreadable } = row
  const required = REQUIRED.filter((column) => !layout?.columns.includes(column))
  await onProgress(0, STEPS)
  await trx.deleteFrom('import_errors').where('import_id', '=', id).where('by_check', '=', true).execute()
  await trx.deleteFrom('import_changes').where('import_id', '=', id).execute()
  // the planner does not know new rows, and would choose a loop that takes hours
  await sql`analyze import_rows (import_id, row, product_id, number_key, brand_key)`.execute(trx)
  await onProgress(1, STEPS)
  await settleAmounts(trx, row, currency)
  await onProgress(2, STEPS)
  await storeTargets(trx, row, required)
  const catalogue = await currentCatalogue(trx)
  const initial = initialPartOf(catalogue)
  await onProgress(3, STEPS)
  await storeSuspects(trx, id)
  await storeFaults(trx, row, required)
  for (const found of catalogueFaults(layout, { id, partObject, initial, catalogue }))
    await storeErrors(trx, id, found)
  await onProgress(4, STEPS)
  await storeChanges(trx, row, { initial, catalogue })
  await onProgress(STEPS, STEPS)
  const report = JSON.stringify(await countRows(trx, id, unreadable))
  await trx
    .updateTable('imports')
    .set((eb) => ({
      state: 'checked',
      report,
      check_version: eb('check_version', '+', 1),
      catalogue_version: catalogueVersion,
    }))
    .where('id', '=', id)
    .execute()
}

/**
 * The tables `matched`, the parts on sale that rows may be about, and `claimed`, those that a row names exactly: by its
 * `_id`, or by its number and, if the file has that column, its brand. Only where no part has a row's number, the parts with
 * the same key count, which differ in case, spaces, dashes, dots or slashes.
 */
export function matchedParts({ id, layout }: Pick<ImportRow, 'id' | 'layout'>): RawBuilder<unknown> {
  const sameBrand = layout?.columns.includes('brand') ? sql`brand_key(products.brand) = brand_key` : sql`true`
  return sql`found as (
      select row, products.id as product_id, true as is_certain
      from import_rows join products on products.id = import_rows.product_id and products.archived_at is null
      where import_id = ${id}
      union all
      select row, products.id, products.part_number = part ->> 'part_number'
      from import_rows join products on number_key(products.part_number) = import_rows.number_key
        and products.archived_at is null and ${sameBrand}
      where import_id = ${id} and import_rows.product_id is null
    ), matched as (
      select row, is_certain, count(*)::integer as matches,
        case when count(*) = 1 then min(product_id::text)::uuid end as product_id
      from (select *, bool_or(is_certain) over (partition by row) as has_certain from found) as found
      where is_certain or not has_certain
      group by row, is_certain
    ), claimed as (
      select product_id, min(row) as rival from matched where is_certain group by product_id
    )`
}

/** A row that only resembles the number of a part, which another row names: it is about a part of its own. */
export const isRivalled = sql<SqlBool>`claimed.product_id = matched.product_id and not is_certain`

/** Stores which part on sale each readable row is about, where it is one, and the row that names it if that is another one. */
async function storeTargets(trx: Db, row: ImportRow, required: string[]): Promise<void> {
  const { id } = row
  await sql`create temporary table import_targets on commit drop as
    with ${matchedParts(row)}, decided as (
      select matched.*, rival from matched left join claimed on ${isRivalled}
      where rival is null or ${required.length > 0}
    ), contested as (
      select decided.product_id from decided join import_rows using (row)
      where import_id = ${id} and not is_certain and rival is null
      group by decided.product_id having count(distinct part ->> 'part_number') > 1
    )
    select row, import_rows.product_id as named_id, decided.product_id, coalesce(matches, 0) as matches,
      coalesce(is_certain, false) as is_certain, rival,
      not is_certain and rival is null and contested.product_id is not null as is_contested,
      -- the same for two rows about one part, be it on sale or new
      coalesce(
        decided.product_id::text,
        case when import_rows.product_id is null then brand_key || ' ' || (part ->> 'part_number') end
      ) as key
    from import_rows left join decided using (row)
      left join contested on contested.product_id = decided.product_id
    where import_id = ${id} and not is_bad
      and not exists (select from import_errors as error where error.import_id = ${id} and error.row = import_rows.row)`.execute(
    trx,
  )
  await sql`analyze import_targets`.execute(trx)
}

const wireNames = JSON.stringify(Object.fromEntries(partFields.map(({ column, name }) => [column, name])))

/** A text that a spreadsheet writes in place of others is right where the part has exactly this text. */
async function storeSuspects(trx: Db, id: string): Promise<void> {
  await storeErrors(
    trx,
    id,
    sql`select row, position, ${wireNames}::jsonb ->> suspect.key, suspect.value, ${texts.spoilt}
      from import_targets join import_rows using (row) left join products on products.id = import_targets.product_id,
        jsonb_each_text(suspects) with ordinality as suspect (key, value, position)
      where import_id = ${id} and ${partObject} ->> suspect.key is distinct from suspect.value`,
  )
}

async function storeFaults(trx: Db, { id }: ImportRow, required: string[]): Promise<void> {
  await storeErrors(
    trx,
    id,
    sql`select row, 0, '_id', named_id::text, ${texts.idUnknown}
        from import_targets where named_id is not null and product_id is null
      union all
      select row, 0, 'partNumber', part ->> 'part_number', format(${texts.numberAmbiguous('%s')}, ${formatNumber('matches')})
        from import_targets join import_rows using (row) where import_id = ${id} and matches > 1
      union all
      select row, 0, 'partNumber', part ->> 'part_number', ${texts.numberContested}
        from import_targets join import_rows using (row) where import_id = ${id} and is_contested
      union all
      select row, 0, case when named_id is null then 'partNumber' else '_id' end,
        coalesce(named_id::text, part ->> 'part_number'), format(${texts.sameAsRow('%s')}, ${formatNumber('first_row')})
        from (
          select *, coalesce(rival, first_value(row) over (partition by key order by not is_certain, row)) as first_row
          from import_targets where key is not null and matches <= 1 and not is_contested
        ) as keyed join import_rows using (row)
        where import_id = ${id} and first_row <> row
      union all
      select row, position, missing, null, ${texts.requiredForNew}
        from import_targets, unnest(${required}::text[]) with ordinality as list (missing, position)
        where named_id is null and product_id is null and matches = 0`,
  )
}

/** Stores the errors that `found` selects, as (row, position, column, value, message); their rows have no target any more. */
async function storeErrors(trx: Db, id: string, found: RawBuilder<unknown>): Promise<void> {
  await sql`with found (row, position, column_name, value, message) as (${found})
    insert into import_errors (import_id, row, position, column_name, value, message, by_check)
    select ${id}::uuid, row, row_number() over (partition by row order by position) - 1, column_name, left(value, 200),
      message, true
    from found`.execute(trx)
  await sql`delete from import_targets
    using import_errors as error
    where error.import_id = ${id} and by_check and error.row = import_targets.row`.execute(trx)
}

function formatNumber(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)}, 'FM9,999,999,999')`
}

type Settling = { initial: string; catalogue: Catalogue }

async function storeChanges(
  trx: Db,
  { id, layout }: ImportRow,
  { initial, catalogue }: Settling,
): Promise<void> {
  await sql`with compared as materialized (
      select row, products.id, now, ${settledPart(layout, catalogue)} || coalesce((
          select jsonb_object_agg(key, value) from jsonb_each(literals) where value = now -> key
        ), '{}') as part
      from import_targets
      join import_rows using (row)
      join products on products.id = import_targets.product_id,
        lateral (select ${partObject} as now) as current
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
    select ${id}::uuid, row, new_id, ${initial}::jsonb || ${settledPart(layout, catalogue)}
    from import_targets join import_rows using (row), lateral (select '{}'::jsonb as now) as current
    where import_id = ${id} and import_targets.product_id is null`.execute(trx)
}

async function countRows(trx: Db, id: string, unreadable: number): Promise<ImportReport> {
  const { rows } = await sql<{
    read: number
    good: number
    new_parts: number
    changed: number
    untyped: number
  }>`
    select
      (select count(*) from import_rows where import_id = ${id} and not is_bad) as read,
      (select count(*) from import_targets) as good,
      (select count(*) from import_changes where import_id = ${id} and before is null) as new_parts,
      (select count(*) from import_changes where import_id = ${id} and before is not null) as changed,
      (select count(*) from import_changes
        where import_id = ${id} and before is null and after ->> 'part_type_id' is null) as untyped`.execute(
    trx,
  )
  const {
    read = 0,
    good = 0,
    new_parts: newParts = 0,
    changed: changedParts = 0,
    untyped = 0,
  } = rows[0] ?? {}
  return {
    rows: read + unreadable,
    newParts,
    changedParts,
    unchangedParts: good - newParts - changedParts,
    badRows: unreadable + read - good,
    ...(untyped > 0 && { untypedParts: untyped }),
  }
}

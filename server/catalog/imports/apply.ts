import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type PartColumn, partFields } from '#contract/catalog/products/part-fields.ts'
import type { Db } from '#database/open.ts'
import type { ImportRow } from '#database/rows.ts'
import { type Catalogue, heldCatalogue } from '../part-types/catalogue.ts'
import type { Actor } from '../products/service.ts'
import { givesNoChoice } from './catalogue-columns.ts'
import { isRivalled, matchedParts, type OnProgress, partObject } from './check.ts'
import { isCompared, isLess, storableColumns, storablePart } from './deleted-since.ts'

const partColumns: PartColumn[] = partFields.map(({ column }) => column)
const columns = sql.join(partColumns.map((name) => sql.ref(name)))
/** What a part's search lexemes are made of, as in the database's trigger. */
const textColumns: PartColumn[] = ['name', 'description', 'brand', 'category', 'part_number']
const lexemes = sql`search_lexemes(name, description, brand, category, part_number)`

export class CatalogueChanged extends Error {}

type Direction = 'apply' | 'undo'
type ApplyOptions = Actor & { id: string; direction: Direction; onProgress: OnProgress }
type Writing = ApplyOptions & { lastRow: number; report: (rows: number) => Promise<void> }

/**
 * Applies or undoes a comparison. Parts that were on sale before the import are locked last. Returns how many parts an undo
 * left without something that was deleted since. Throws `CatalogueChanged`.
 */
export async function applyChanges(trx: Db, options: ApplyOptions, row: ImportRow): Promise<number> {
  // what can be given back is prepared below
  if (options.direction === 'undo') await heldCatalogue(trx)
  const { rows } = await sql<{ changed: number; added: number; lastRow: number }>`
    select count(before) as changed, count(*) - count(before) as added, coalesce(max(row), 0) as "lastRow"
    from import_changes where import_id = ${row.id}`.execute(trx)
  const { changed = 0, added = 0, lastRow = 0 } = rows[0] ?? {}
  let done = 0
  const writing: Writing = {
    ...options,
    lastRow,
    async report(count) {
      done += count
      // a row is half done when it is prepared
      await options.onProgress(Math.floor(done / 2), changed + added)
    },
  }
  await prepareRows(trx, writing, { changed, added })
  await sql`set local enable_nestloop = off`.execute(trx)
  await sql`set local work_mem = '32MB'`.execute(trx)
  await requireCatalogue(trx, writing, row)
  // no other transaction sees the new ones yet
  if (added > 0 && options.direction === 'apply') await createParts(trx, writing, row)
  await lockParts(trx)
  if (added > 0 && options.direction === 'undo') await removeParts(trx, writing, row)
  if (changed > 0) await writeChanges(trx, writing, changed)
  return options.direction === 'undo' ? countLess(trx) : 0
}

async function countLess(trx: Db): Promise<number> {
  const { rows } = await sql<{ parts: number }>`
    select count(*) as parts from import_prepared where is_less`.execute(trx)
  return rows[0]?.parts ?? 0
}

/** Nobody changes the catalogue from here on. Before any part is locked, as changes of the catalogue do. */
async function requireCatalogue(trx: Db, { id, direction }: ApplyOptions, row: ImportRow): Promise<void> {
  const catalogue = await heldCatalogue(trx)
  if (direction === 'apply' && !(await isCompared(trx, row))) throw new CatalogueChanged()
  const { rows } = await sql`
    select from (select ${seenAndWanted(direction)} from import_changes where import_id = ${id}) as change
    where ${givesNoChoice(catalogue)} limit 1`.execute(trx)
  if (rows.length > 0) throw new CatalogueChanged()
}

/** Locks the parts that were there by ascending id, as orders do: otherwise an import and an order of several parts deadlock. */
async function lockParts(trx: Db): Promise<void> {
  await sql`select 1 from products where id in (select product_id from import_prepared where version is not null)
    order by id for no key update`.execute(trx)
}

async function inBatches(
  { lastRow, report }: Writing,
  rowsAtOnce: number,
  work: (batch: RawBuilder<SqlBool>) => Promise<number>,
): Promise<number> {
  let done = 0
  for (let from = 0; from < lastRow; from += rowsAtOnce) {
    const count = await work(sql`row > ${from} and row <= ${from + rowsAtOnce}`)
    done += count
    await report(count)
  }
  return done
}

async function countRows(trx: Db, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(trx)).numAffectedRows ?? 0)
}

const PREPARED_AT_ONCE = 5000

/** Computes the rows to write, without locks on parts. A row of an existing part has its version (`xmin`). */
async function prepareRows(
  trx: Db,
  writing: Writing,
  { changed, added }: { changed: number; added: number },
): Promise<void> {
  await sql`create temporary table import_prepared on commit drop as
    select 0 as row, false as is_new, false as is_kept, id as product_id, xmin as version, 0 as stock_change,
      0::bigint as price_seen, false as is_less, ${columns}, search_vector
    from products with no data`.execute(trx)
  const prepareAdded = writing.direction === 'apply' ? prepareNew : prepareRemovals
  const prepared = await inBatches(writing, PREPARED_AT_ONCE, async (batch) => {
    const changes = changed > 0 ? await prepareChanges(trx, writing, batch) : 0
    return changes + (added > 0 ? await prepareAdded(trx, writing, batch) : 0)
  })
  if (prepared < changed + added) throw new CatalogueChanged()
  await sql`create index on import_prepared (row)`.execute(trx)
  await sql`analyze import_prepared (row, is_new, product_id, version)`.execute(trx)
}

function prepareChanges(
  trx: Db,
  { id, direction }: ApplyOptions,
  batch: RawBuilder<SqlBool>,
): Promise<number> {
  const isUndo = direction === 'undo'
  const values = partColumns.map((name) => {
    if (name === 'available') return sql`products.available + stock_change as available`
    return sql`${(isUndo && storableColumns[name]) || sql.ref(`wished.${name}`)} as ${sql.ref(name)}`
  })
  return countRows(
    trx,
    sql`with change as materialized (
      select row, product_id, ${seenAndWanted(direction)} from import_changes
      where import_id = ${id} and before is not null and ${batch}
    ), computed as materialized (
      select row, products.id, products.xmin as version, stock_change, wanted ?| ${textColumns}::text[] as changes_texts,
        case when wanted ? 'price_minor' then (seen ->> 'price_minor')::bigint end as price_seen,
        ${isUndo ? isLess : sql`false`} as is_less, ${sql.join(values)}
      from change join products on products.id = change.product_id
        and products.id = any(array(select product_id from change))
      cross join lateral jsonb_populate_record(products, wanted) as wished
      ${isUndo ? sql`cross join ${storablePart}` : sql``}
      where ${isWritable}
    )
    insert into import_prepared (row, is_new, product_id, version, stock_change, price_seen, is_less, ${columns}, search_vector)
    select row, false, id, version, stock_change, price_seen, is_less, ${columns}, case when changes_texts then ${lexemes} end
    from computed`,
  )
}

function prepareNew(trx: Db, { id }: ApplyOptions, batch: RawBuilder<SqlBool>): Promise<number> {
  return countRows(
    trx,
    sql`with computed as materialized (
      select row, product_id, ${sql.join(partColumns.map((name) => sql.ref(`part.${name}`)))}
      from import_changes cross join lateral jsonb_populate_record(null::products, after) as part
      where import_id = ${id} and before is null and ${batch}
    )
    insert into import_prepared (row, is_new, product_id, ${columns}, search_vector)
    select row, true, product_id, ${columns}, ${lexemes} from computed`,
  )
}

function prepareRemovals(trx: Db, { id }: ApplyOptions, batch: RawBuilder<SqlBool>): Promise<number> {
  return countRows(
    trx,
    sql`insert into import_prepared (row, is_new, is_kept, product_id, version)
    select row, true, false, products.id, products.xmin
    from (
      select row, product_id, after as seen from import_changes
      where import_id = ${id} and before is null and ${batch}
    ) as change join products on products.id = change.product_id
    where ${isAsCreated}`,
  )
}

function seenAndWanted(direction: Direction): RawBuilder<unknown> {
  const seen = sql.ref(direction === 'apply' ? 'before' : 'after')
  const wanted = sql.ref(direction === 'apply' ? 'after' : 'before')
  return sql`${seen} as seen, ${wanted} as wanted,
    coalesce((${wanted} ->> 'available')::bigint - (${seen} ->> 'available')::bigint, 0) as stock_change`
}

const hasSeenFields = sql<SqlBool>`${partObject} @> (change.seen - 'available' - 'images' - 'attributes')
  and coalesce(to_jsonb(products.images) = change.seen -> 'images', true)
  and coalesce(products.attributes = change.seen -> 'attributes', true)`

const isWritable = sql<SqlBool>`products.archived_at is null and ${hasSeenFields}
  and products.available + change.stock_change between 0 and 2147483647`

const isAsCreated = sql<SqlBool>`(
  ${hasSeenFields}
  and (products.available = (change.seen ->> 'available')::integer
    or exists (select 1 from order_lines where order_lines.product_id = products.id))
)`

export async function findConflicts(
  trx: Db,
  { id, catalogue, limit }: { id: string; catalogue: Catalogue; limit: number },
) {
  const { rows } = await sql<{ row: number; id: string; name: string }>`
    with change as (
      select row, product_id, before is null as is_new, ${seenAndWanted('undo')} from import_changes where import_id = ${id}
    )
    select row, products.id, products.name from change join products on products.id = change.product_id
    where case when is_new then not ${isAsCreated} else not (${isWritable}) or ${givesNoChoice(catalogue)} end
    order by row limit ${limit}`.execute(trx)
  return rows
}

const WRITTEN_AT_ONCE = 20_000

function auditValues({ at, actorId }: ApplyOptions): RawBuilder<unknown> {
  return sql`${at}::timestamptz, ${actorId}::uuid, 'product', id::text`
}

async function createParts(trx: Db, writing: Writing, row: ImportRow): Promise<void> {
  const { rows: duplicates } = await sql`with ${matchedParts(row)}
    select 1 from import_changes join matched using (row) left join claimed on ${isRivalled}
    where import_id = ${row.id} and before is null and rival is null
    limit 1`.execute(trx)
  if (duplicates.length > 0) throw new CatalogueChanged()
  await inBatches(writing, WRITTEN_AT_ONCE, (batch) =>
    countRows(
      trx,
      sql`with added as (
        insert into products (id, created_at, ${columns}, search_vector)
        select product_id, ${writing.at}::timestamptz, ${columns}, search_vector
        from import_prepared where is_new and ${batch} order by row
        returning id, name
      )
      insert into audit (at, actor_id, entity, entity_id, field, before, after)
      select ${auditValues(writing)}, 'created', null, name from added`,
    ),
  )
}

async function removeParts(trx: Db, writing: Writing, { id }: ImportRow): Promise<void> {
  // no order and no review can refer to them from now on
  await sql`select 1 from products where id in (select product_id from import_prepared where is_new)
    order by id for update`.execute(trx)
  await sql`update import_prepared set is_kept = true where is_new and (
    exists (select 1 from order_lines where order_lines.product_id = import_prepared.product_id)
    or exists (select 1 from reviews where reviews.product_id = import_prepared.product_id)
  )`.execute(trx)
  const { rows: changed } = await sql`
    select 1 from import_prepared as prepared
    join (select row, after as seen from import_changes where import_id = ${id}) as change using (row)
    left join products on products.id = prepared.product_id
    where is_new and (products.id is null or (products.xmin <> version and not ${isAsCreated}))
    limit 1`.execute(trx)
  if (changed.length > 0) throw new CatalogueChanged()
  await inBatches(writing, WRITTEN_AT_ONCE, (batch) => {
    const isNew = sql`products.id = product_id and is_new and ${batch}`
    return countRows(
      trx,
      sql`with deleted as (
        delete from products using import_prepared where ${isNew} and not is_kept
        returning products.id, products.name
      ), archived as (
        update products set archived_at = ${writing.at} from import_prepared
        where ${isNew} and is_kept and archived_at is null returning products.id
      )
      insert into audit (at, actor_id, entity, entity_id, field, before, after)
      select ${auditValues(writing)}, 'deleted', name, null from deleted
      union all select ${auditValues(writing)}, 'archived', 'false', 'true' from archived`,
    )
  })
}

/** Stock changes by the difference of the comparison, so that concurrent orders stay counted. */
async function writeChanges(trx: Db, writing: Writing, changed: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_object_keys(after) as name from import_changes
    where import_id = ${writing.id} and before is not null`.execute(trx)
  const changes = new Set(rows.map(({ name }) => name))
  // what an undo may have to take back with them
  if (changes.has('category')) changes.add('subcategory')
  if (changes.has('part_type_id')) changes.add('attributes')
  const names = partColumns.filter((name) => changes.has(name))
  await prepareStale(trx, writing)
  const written = await inBatches(writing, WRITTEN_AT_ONCE, (batch) => writeRows(trx, writing, names, batch))
  if (written < changed) throw new CatalogueChanged()
}

/** Prepares the rows again whose parts changed before they were locked. */
async function prepareStale(trx: Db, writing: Writing): Promise<void> {
  const { rows } = await sql<{ row: number }>`
    select row from import_prepared join products on products.id = product_id
    where not is_new and products.xmin <> version`.execute(trx)
  if (rows.length === 0) return
  const isStale = sql<SqlBool>`row = any(${rows.map(({ row }) => row)}::integer[])`
  await sql`delete from import_prepared where ${isStale}`.execute(trx)
  await prepareChanges(trx, writing, isStale)
}

/** Parts with unchanged texts are written without the text columns, or a trigger would compute their lexemes again. */
async function writeRows(
  trx: Db,
  options: ApplyOptions,
  names: readonly PartColumn[],
  batch: RawBuilder<SqlBool>,
) {
  const others = names.filter((name) => !textColumns.includes(name))
  const hasTexts = others.length < names.length
  const ofOthers =
    others.length > 0
      ? await writeColumns(trx, options, others, sql`${batch} and prepared.search_vector is null`)
      : 0
  if (!hasTexts) return ofOthers
  const isOfTexts = sql<SqlBool>`${batch} and prepared.search_vector is not null`
  return ofOthers + (await writeColumns(trx, options, [...names, 'search_vector'], isOfTexts))
}

async function writeColumns(
  trx: Db,
  options: ApplyOptions,
  names: readonly string[],
  batch: RawBuilder<SqlBool>,
) {
  const values = auditValues(options)
  const isChange = sql`not is_new and ${batch}`
  const { rows } = await sql<{ written: number }>`
    with written as (
      update products set ${sql.join(names.map((name) => sql`${sql.ref(name)} = prepared.${sql.ref(name)}`))}
      from import_prepared as prepared
      where ${isChange} and products.id = prepared.product_id and products.xmin = prepared.version
        and products.id = any(array(select product_id from import_prepared as prepared where ${isChange}))
      returning products.id, products.available, products.price_minor, prepared.price_seen, prepared.stock_change
    ), audited as (
      insert into audit (at, actor_id, entity, entity_id, field, before, after)
      select ${values}, 'price', price_seen::text, price_minor::text from written where price_seen is not null
      union all
      select ${values}, 'availableQuantity', (available - stock_change)::text, available::text from written where stock_change <> 0
    )
    select count(*) as written from written`.execute(trx)
  return rows[0]?.written ?? 0
}

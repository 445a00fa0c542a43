import { sql, type Updateable } from 'kysely'
import {
  type ImportChoice,
  type ImportState,
  unfinishedImportStates,
} from '#contract/catalog/imports/import-states.ts'
import type { Import, ImportChange, ImportError } from '#contract/catalog/imports/imports.ts'
import { importTexts as texts } from '#contract/catalog/imports/texts.ts'
import { ATTRIBUTE_PREFIX, type PartField, partFields } from '#contract/catalog/products/part-fields.ts'
import { AppError } from '#contract/platform/errors.ts'
import { fromMinor } from '#contract/platform/money.ts'
import { advisoryLocks } from '#database/advisory-locks.ts'
import type { ImportedPart } from '#database/column-values.ts'
import type { Tables } from '#database/generated-tables.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { ImportRow } from '#database/rows.ts'
import { newId } from '#database/uuid.ts'
import { recordChange } from '../../platform/audit.ts'
import {
  type ListOrder,
  type ListPage,
  newestFirst,
  type PageRequest,
  pageOfList,
} from '../../platform/http/page-of-list.ts'
import { type Catalogue, currentCatalogue } from '../part-types/catalogue.ts'
import type { Actor } from '../products/service.ts'

/** A file, and how to read it where that is chosen. */
export type NamedFile = { fileName: string; bytes: number } & ImportChoice

export async function startImport(
  db: Db,
  file: NamedFile,
  { actorId, at, maxMegabytes }: Actor & { maxMegabytes: number },
): Promise<Import> {
  if (file.bytes > maxMegabytes * 1_000_000) {
    throw new AppError('body_too_large', { message: texts.fileTooLarge(maxMegabytes) })
  }
  const id = newId()
  const { fileName: file_name, bytes, encoding, delimiter } = file
  const choice = JSON.stringify({ encoding, delimiter })
  await db
    .insertInto('imports')
    .values({ id, file_name, bytes, choice, actor_id: actorId, created_at: at })
    .execute()
  return getImport(db, id)
}

function selectImports(db: Db) {
  return db
    .selectFrom('imports')
    .leftJoin('import_progress', 'import_progress.import_id', 'imports.id')
    .selectAll('imports')
    .select([
      'done',
      'total',
      isLocked.as('is_working'),
      sql<boolean>`exists (
        select 1 from imports as later where later.applied_at > imports.applied_at and later.state <> 'undone'
      )`.as('later_applied'),
      sql<boolean>`exists (select 1 from import_changes where import_id = imports.id)`.as('changes_kept'),
    ])
}

const isLocked = sql<boolean>`exists (
  select 1 from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and classid = ${sql.lit(advisoryLocks.import)} and objid = (hashtext(imports.id::text)::bigint & 4294967295)::oid
)`

/** An import. Throws `not_found`. A statement sees locks as of now, rows as of its start: only a second read is reliable. */
export async function getImport(db: Db, id: string): Promise<Import> {
  const row = await findImport(db, id)
  const seemsInterrupted = ['checking', 'applying', 'undoing'].includes(row.state) && !row.is_working
  return toImport(seemsInterrupted ? await findImport(db, id) : row)
}

export async function findImport(db: Db, id: string) {
  return selectImports(db)
    .where('imports.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not_found'))
}

export function listImports(
  db: Db,
  { unfinished, ...page }: PageRequest & { unfinished?: 'true' | 'false' | undefined },
): Promise<ListPage<Import>> {
  const imports = selectImports(db).$if(unfinished !== undefined, (query) =>
    query.where('state', unfinished === 'true' ? 'in' : 'not in', UNFINISHED),
  )
  return pageOfList(imports, { order: newestFirst('imports'), page, toItem: toImport })
}

/** Literals, which the planner matches with the partial index of these states. */
const UNFINISHED = unfinishedImportStates.map((state) => sql.lit<ImportState>(state))

export async function findUnfinished(db: Db, { fileName, bytes, encoding, delimiter }: NamedFile) {
  const row = await selectImports(db)
    .where('file_name', '=', fileName)
    .where('bytes', '=', bytes)
    .where(sql<boolean>`choice = ${JSON.stringify({ encoding, delimiter })}::jsonb`)
    .where('state', 'in', ['receiving', 'checking', 'checked', 'applying'])
    .orderBy('imports.created_at', 'desc')
    .executeTakeFirst()
  return row && toImport(row)
}

export async function findLastApplied(db: Db): Promise<Import | undefined> {
  const row = await selectImports(db)
    .where('state', 'in', ['applied', 'undoing'])
    .orderBy('applied_at', 'desc')
    .executeTakeFirst()
  return row && toImport(row)
}

/** Discards an import and deletes its rows and changes. Throws `not_found`, `import_busy`, and `import_not_ready` for one that was applied or discarded. */
export async function discardImport(db: Db, id: string, by: Actor): Promise<Import> {
  return inTransaction(db, async (trx) => {
    const row = await lockImport(trx, id)
    if (!['receiving', 'checking', 'checked', 'applying', 'refused'].includes(row.state)) {
      throw new AppError('import_not_ready')
    }
    await updateImport(trx, id, { state: 'discarded' })
    await recordImport(trx, id, 'discarded', by)
    await deleteStagedRows(trx, id)
    await trx.deleteFrom('import_changes').where('import_id', '=', id).execute()
    return getImport(trx, id)
  })
}

export async function updateImport(db: Db, id: string, values: Updateable<Tables['imports']>): Promise<void> {
  await db.updateTable('imports').set(values).where('id', '=', id).execute()
}

/** Audits what was done with an import. What it wrote in each part is audited by `applyChanges`. */
export function recordImport(
  trx: Db,
  id: string,
  field: 'applied' | 'undone' | 'discarded',
  { actorId, at }: Actor,
): Promise<void> {
  const values = { before: 'false', after: 'true' }
  return recordChange(trx, { at, actorId, entity: 'import', entityId: id, field, ...values })
}

export async function deleteStagedRows(db: Db, id: string): Promise<void> {
  await db.deleteFrom('import_rows').where('import_id', '=', id).execute()
  await updateImport(db, id, { tail: Buffer.alloc(0) })
}

const DAY_MS = 24 * 3_600_000
/** Imports that are received or compared, but not being applied, are discarded after so many days. */
const UNAPPLIED_DAYS = 7
const UNDO_DAYS = 30

export async function cleanUpImports(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'discarded', tail: Buffer.alloc(0) })
    .where('state', 'in', ['receiving', 'checking', 'checked'])
    .where('created_at', '<', new Date(now.getTime() - UNAPPLIED_DAYS * DAY_MS))
    .execute()
  const undoableSince = new Date(now.getTime() - UNDO_DAYS * DAY_MS)
  const ended = db
    .selectFrom('imports')
    .select('id')
    .where(
      sql<boolean>`state = 'discarded' or state not in ('applying', 'undoing') and created_at < ${undoableSince}`,
    )
  for (const table of ['import_rows', 'import_changes', 'import_errors'] as const) {
    await db.deleteFrom(table).where('import_id', 'in', ended).execute()
  }
}

function lockedImport(trx: Db, id: string) {
  return trx.selectFrom('imports').selectAll().where('id', '=', id).forNoKeyUpdate()
}

/** Locks an import until the end of the transaction. Throws `not_found`, and `import_busy` while another transaction has the lock. */
export async function lockImport(trx: Db, id: string): Promise<ImportRow> {
  const row = await lockedImport(trx, id).skipLocked().executeTakeFirst()
  if (row) return row
  await findImport(trx, id)
  throw new AppError('import_busy')
}

/** Locks an import until the end of the transaction, after waiting for the lock. Throws `not_found`. */
export async function awaitImport(trx: Db, id: string): Promise<ImportRow> {
  return lockedImport(trx, id).executeTakeFirstOrThrow(() => new AppError('not_found'))
}

function toImport(row: Awaited<ReturnType<typeof findImport>>): Import {
  const isApplied = row.state === 'applied' || row.state === 'undoing'
  return {
    _id: row.id,
    fileName: row.file_name,
    bytes: row.bytes,
    received: row.received,
    digest: row.digest,
    state: row.state,
    isWorking: row.is_working,
    failure: row.failure,
    progress: row.done === null || row.total === null ? null : { done: row.done, total: row.total },
    fault: row.file_error,
    ignoredColumns: row.layout?.ignored ?? [],
    encoding: row.encoding,
    delimiter: row.layout?.delimiter ?? null,
    checkNumber: row.check_version,
    madeAnew: row.rechecked,
    report: row.report,
    conflicts: row.conflicts.map((one) => ({ row: one.row, _id: one.id, productName: one.name })),
    leftOut: row.left_out,
    canUndo: isApplied && !row.later_applied && row.changes_kept,
    createdAt: row.created_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
    undoneAt: row.undone_at?.toISOString() ?? null,
  }
}

type ListedChange = {
  row: number
  product_id: string
  before: ImportedPart | null
  after: ImportedPart
  name: string | null
}
const byRow: ListOrder<ListedChange> = {
  name: 'row',
  descending: false,
  keys: [{ column: sql.ref('row'), kind: 'integer', of: (change) => change.row }],
}

type ChangesRequest = PageRequest & { id: string; currency: string; isNew?: boolean }

/** What an import writes, or wrote, in the order of the file; only new parts, or only others, by `isNew`. Throws `not_found`, `invalid_request` for an invalid cursor. */
export async function listImportChanges(db: Db, { id, currency, isNew, ...page }: ChangesRequest) {
  await findImport(db, id)
  const catalogue = await currentCatalogue(db)
  let changes = db
    .selectFrom('import_changes')
    .leftJoin('products', 'products.id', 'product_id')
    .select(['row', 'product_id', 'before', 'after', 'products.name'])
    .where('import_id', '=', id)
  if (isNew !== undefined) changes = changes.where('before', isNew ? 'is' : 'is not', null)
  return pageOfList(changes, {
    order: byRow,
    page,
    toItem: (change) => toChange(change, { currency, catalogue }),
  })
}

type Naming = { currency: string; catalogue: Catalogue }

function toChange(change: ListedChange, { currency, catalogue }: Naming): ImportChange {
  const { row, product_id, before, after, name } = change
  const wireValue = (part: ImportedPart | null, field: Exclude<PartField, { kind: 'attributes' }>) => {
    if (field.kind === 'type') return catalogue.typeOfId.get(part?.part_type_id ?? 0)?.key ?? null
    const value = part?.[field.column] ?? null
    return field.kind === 'price' && typeof value === 'number' ? fromMinor(value, currency) : value
  }
  const fields = partFields
    .filter(({ column }) => column in after)
    .flatMap((field) =>
      field.kind === 'attributes'
        ? changedAttributes(before?.attributes ?? {}, after.attributes ?? {})
        : [{ field: field.name, before: wireValue(before, field), after: wireValue(after, field) }],
    )
  const known = before ? (before.name ?? name) : after.name
  return { row, _id: product_id, productName: known ?? '', isNew: before === null, fields }
}

type Values = NonNullable<ImportedPart['attributes']>

function changedAttributes(before: Values, after: Values): ImportChange['fields'] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return keys
    .filter((key) => before[key] !== after[key])
    .map((key) => ({
      field: ATTRIBUTE_PREFIX + key,
      before: before[key] ?? null,
      after: after[key] ?? null,
    }))
}

type ListedError = Omit<ImportError, 'column'> & { position: number; column_name: string | null }
const byPlace: ListOrder<ListedError> = {
  name: 'place',
  descending: false,
  keys: [
    { column: sql.ref('row'), kind: 'integer', of: (error) => error.row },
    { column: sql.ref('position'), kind: 'integer', of: (error) => error.position },
  ],
}

export async function listImportErrors(db: Db, { id, ...page }: PageRequest & { id: string }) {
  await findImport(db, id)
  const errors = db
    .selectFrom('import_errors')
    .select(['row', 'position', 'column_name', 'value', 'message'])
    .where('import_id', '=', id)
  return pageOfList(errors, {
    order: byPlace,
    page,
    toItem: ({ row, column_name: column, value, message }) => ({ row, column, value, message }),
  })
}

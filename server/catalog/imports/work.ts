import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  type ImportFailure,
  type ImportState,
  importFailures,
} from '#contract/catalog/imports/import-states.ts'
import { AppError } from '#contract/platform/errors.ts'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { codeOf } from '#database/failures/unavailable.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { ImportRow } from '#database/rows.ts'
import { toAppError } from '../../platform/http/problem.ts'
import { currentCatalogue } from '../part-types/catalogue.ts'
import type { Actor } from '../products/service.ts'
import { mergePendingWords } from '../search/merge-pending-words.ts'
import { applyChanges, CatalogueChanged, findConflicts } from './apply.ts'
import { compareRows, type OnProgress } from './check.ts'
import {
  awaitImport,
  deleteStagedRows,
  findImport,
  lockImport,
  recordImport,
  updateImport,
} from './imports.ts'

/** Requests a comparison, the first or another one. Throws `not_found`, `import_busy`, and `import_not_ready` unless the file is complete and its state is `receiving`, `checking` or `checked`. */
export async function requestCheck(db: Db, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { state, received, bytes } = await lockImport(trx, id)
    const isReady = state === 'receiving' ? received === bytes : state === 'checked' || state === 'checking'
    if (!isReady) throw new AppError('import_not_ready')
    await updateImport(trx, id, { state: 'checking', rechecked: false })
  })
}

/** Requests that a comparison is applied, or resumes that. Throws `not_found`, `import_outdated`, `import_busy`, `import_not_ready` (also without changes). */
export async function requestApply(db: Db, id: string, checkNumber: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { state, check_version, report } = await lockImport(trx, id)
    if (state === 'applying') return
    if (state !== 'checked') throw new AppError('import_not_ready')
    if (check_version !== checkNumber) throw new AppError('import_outdated')
    if (!report || report.newParts + report.changedParts === 0) throw new AppError('import_not_ready')
    await startStep(trx, id, 'applying')
  })
}

/** Requests an undo, or resumes one. Throws `not_found`, `import_not_last`, `import_busy`, `import_not_ready` if not applied or too old. */
export async function requestUndo(db: Db, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { state } = await lockImport(trx, id)
    if (state === 'undoing') return
    if (state !== 'applied') throw new AppError('import_not_ready')
    const { later_applied, changes_kept } = await findImport(trx, id)
    if (later_applied) throw new AppError('import_not_last')
    if (!changes_kept) throw new AppError('import_not_ready')
    await startStep(trx, id, 'undoing')
  })
}

/** One import at a time is applied or undone: a unique index ensures it. */
async function startStep(trx: Db, id: string, state: 'applying' | 'undoing'): Promise<void> {
  try {
    await updateImport(trx, id, { state, rechecked: false, conflicts: '[]' })
  } catch (cause) {
    throw codeOf(cause) === '23505' ? new AppError('import_busy', { cause }) : cause
  }
}

export type ImportWorker = ReturnType<typeof createImportWorker>

type WorkerDeps = {
  db: Db
  currency: string
  /** Called at once when parts may have changed. */
  onChanged: () => void
  onFailed: (error: unknown, importId: string) => void
}

class Interruption extends Error {}

export function createImportWorker({ db, currency, onChanged, onFailed }: WorkerDeps) {
  const running = new Set<Promise<void>>()
  let isStopped = false

  async function run(id: string, actor: Actor, onLocked: () => void): Promise<void> {
    let writing: Promise<unknown> | undefined
    const onProgress = async (done: number, total: number) => {
      if (isStopped) throw new Interruption('The store stops; the import can be resumed')
      // progress is written on another connection and not awaited: other requests may occupy the whole pool
      writing ??= writeProgress(db, id, { done, total }).finally(() => {
        writing = undefined
      })
    }
    try {
      await workOn(db, { id, ...actor, currency, onProgress, onLocked, onChanged })
    } catch (error) {
      onFailed(error, id)
    } finally {
      await writing
      const progress = db.deleteFrom('import_progress').where('import_id', '=', id)
      await progress.execute().catch(() => {})
    }
  }

  return {
    /** Begins the step that an import's state requires; resolves once the import is locked, or the attempt has ended. */
    begin(id: string, actor: Actor): Promise<void> {
      const { promise: locked, resolve } = Promise.withResolvers<void>()
      const work = run(id, actor, resolve).finally(() => {
        running.delete(work)
        resolve()
      })
      running.add(work)
      return locked
    },
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}

async function writeProgress(db: Db, id: string, progress: { done: number; total: number }): Promise<void> {
  await db
    .insertInto('import_progress')
    .values({ import_id: id, ...progress })
    .onConflict((conflict) => conflict.column('import_id').doUpdateSet(progress))
    .execute()
    .catch(() => {})
}

type Work = Actor & {
  id: string
  currency: string
  onProgress: OnProgress
  onLocked?: () => void
  onChanged?: () => void
}

export async function workOn(db: Db, work: Work): Promise<void> {
  try {
    await withImportLock(db, work.id, async (connection) => {
      await setFailure(connection, work.id, null)
      work.onLocked?.()
      const { state } = await findImport(connection, work.id)
      if (state === 'checking') await check(connection, work)
      if (state === 'applying') await apply(connection, work)
      if (state === 'undoing') await undo(connection, work)
    })
  } catch (error) {
    const { code } = toAppError(error)
    const failure = importFailures.find((one) => one === code) ?? 'internal'
    // if this fails as well, the import looks interrupted and can be resumed
    if (!(error instanceof Interruption)) await setFailure(db, work.id, failure).catch(() => {})
    throw error
  }
}

/** An import whose step has been committed has not failed, whatever fails after it. */
async function setFailure(db: Db, id: string, failure: ImportFailure | null): Promise<void> {
  await db
    .updateTable('imports')
    .set({ failure })
    .where('id', '=', id)
    .where('state', 'in', ['checking', 'applying', 'undoing'])
    .where('failure', 'is distinct from', failure)
    .execute()
}

async function check(db: Db, work: Work): Promise<void> {
  const compare = () => inStep(db, work, 'checking', (trx, row) => compareRows(trx, row, work))
  try {
    await compare()
  } catch (error) {
    // a serialization failure: the import's row was changed, as by another request, after this one began
    if (codeOf(error) !== '40001') throw error
    await compare()
  }
}

async function apply(db: Db, work: Work): Promise<void> {
  const { id, at, actorId } = work
  try {
    await inStep(db, work, 'applying', async (trx, row) => {
      await applyChanges(trx, { ...work, direction: 'apply' }, row)
      await deleteStagedRows(trx, id)
      await updateImport(trx, id, { state: 'applied', applied_at: at, actor_id: actorId })
      await recordImport(trx, id, 'applied', work)
    }).finally(work.onChanged)
    await mergePendingWords(db)
  } catch (error) {
    // a reference: the part was given a subcategory since, of the category that it would leave
    if (!(error instanceof CatalogueChanged) && codeOf(error) !== '23503') throw error
    await inStep(db, work, 'applying', (trx) => updateImport(trx, id, { state: 'checking', rechecked: true }))
    await check(db, work)
  }
}

const MAX_CONFLICTS = 20

async function undo(db: Db, work: Work): Promise<void> {
  const { id, at, actorId } = work
  try {
    await inStep(db, work, 'undoing', async (trx, row) => {
      const left_out = await applyChanges(trx, { ...work, direction: 'undo' }, row)
      await updateImport(trx, id, { state: 'undone', undone_at: at, actor_id: actorId, left_out })
      await recordImport(trx, id, 'undone', work)
    }).finally(work.onChanged)
    await mergePendingWords(db)
  } catch (error) {
    if (!(error instanceof CatalogueChanged)) throw error
    await inStep(db, work, 'undoing', async (trx) => {
      const catalogue = await currentCatalogue(trx)
      const conflicts = await findConflicts(trx, { id, catalogue, limit: MAX_CONFLICTS })
      await updateImport(trx, id, { state: 'applied', conflicts: JSON.stringify(conflicts) })
    })
  }
}

const MAX_RETRIES = 5
const RETRY_DELAY_MS = 100

/** Runs `work` on one connection that locks an import. Does nothing if another connection keeps the lock for half a second. */
async function withImportLock(db: Db, id: string, work: (connection: Db) => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const key = sql`${sql.lit(advisoryLocks.import)}, hashtext(${id})`
    const lock = sql<{ isLocked: boolean }>`select pg_try_advisory_lock(${key}) as "isLocked"`
    for (let retries = 0; !(await lock.execute(connection)).rows[0]?.isLocked; retries += 1) {
      if (retries === MAX_RETRIES) return
      await setTimeout(RETRY_DELAY_MS)
    }
    try {
      await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
}

async function inStep(
  db: Db,
  { id }: Work,
  state: ImportState,
  step: (trx: Db, row: ImportRow) => Promise<void>,
): Promise<void> {
  const isolation = state === 'checking' ? 'repeatable read' : 'read committed'
  await db
    .transaction()
    .setIsolationLevel(isolation)
    .execute(async (trx) => {
      // a step may wait for transactions of orders for any time
      await sql`set local lock_timeout = 0`.execute(trx)
      const row = await awaitImport(trx, id)
      if (row.state === state) await step(trx, row)
    })
}

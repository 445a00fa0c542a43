import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type ImportFailure, type ImportState, importFailures } from '#contract/products/import-states.ts'
import { advisoryLocks } from '#database/advisory-locks.ts'
import type { Db } from '#database/open.ts'
import type { ImportRow } from '#database/rows.ts'
import { toAppError } from '../../http/problem.ts'
import type { Act } from '../service.ts'
import { applyChanges, findConflicts, mergePendingWords } from './apply.ts'
import { compareRows, type OnProgress } from './check.ts'
import { awaitImport, findImport, forgetFile, setState } from './imports.ts'
import { CatalogueChanged } from './prepare.ts'

/** How many parts a refused undo names. */
const MAX_CONFLICTS = 20

/** The store stops during a step, which any instance can resume. */
export class Interruption extends Error {}

export type Work = Act & {
  id: string
  currency: string
  /** Called within the transaction; an error rolls it back. */
  onProgress: OnProgress
  /** Called once the import is locked. */
  onBegun?: () => void
}

/**
 * Runs the next step of an import by its state: compare, apply or undo. After a crash any instance can resume from the
 * state. A call during a step, or after it, does nothing.
 */
export async function workOn(db: Db, work: Work): Promise<void> {
  try {
    await whileHeld(db, work.id, (held) => nextStep(held, work))
  } catch (error) {
    // if this fails, too, the import looks interrupted and can be resumed
    if (!(error instanceof Interruption)) await setFailure(db, work.id, reasonOf(error)).catch(() => {})
    throw error
  }
}

async function nextStep(held: Db, work: Work): Promise<void> {
  await setFailure(held, work.id, null)
  work.onBegun?.()
  const { state } = await findImport(held, work.id)
  if (state === 'checking') await check(held, work)
  if (state === 'applying') await apply(held, work)
  if (state === 'undoing') await undo(held, work)
}

function reasonOf(error: unknown): ImportFailure {
  const { code } = toAppError(error)
  return importFailures.find((failure) => failure === code) ?? 'internal'
}

async function setFailure(db: Db, id: string, failure: ImportFailure | null): Promise<void> {
  await db
    .updateTable('imports')
    .set({ failure })
    .where('id', '=', id)
    .where('failure', 'is distinct from', failure)
    .execute()
}

async function check(db: Db, work: Work): Promise<void> {
  const compare = () => inStep(db, work, 'checking', (trx, row) => compareRows(trx, row, work.onProgress))
  try {
    await compare()
  } catch (error) {
    // the comparison was requested again just as this one began
    const isOutrun = error instanceof Error && 'code' in error && error.code === '40001'
    if (!isOutrun) throw error
    await compare()
  }
}

async function apply(db: Db, work: Work): Promise<void> {
  try {
    await inStep(db, work, 'applying', async (trx, row) => {
      await applyChanges(trx, { ...work, direction: 'apply' }, row)
      await forgetFile(trx, work.id)
      await trx
        .updateTable('imports')
        .set({ state: 'applied', applied_at: work.at, actor_id: work.actorId })
        .where('id', '=', work.id)
        .execute()
    })
    await mergePendingWords(db)
  } catch (error) {
    if (!(error instanceof CatalogueChanged)) throw error
    await db
      .updateTable('imports')
      .set({ state: 'checking', rechecked: true })
      .where('id', '=', work.id)
      .where('state', '=', 'applying')
      .execute()
    await check(db, work)
  }
}

async function undo(db: Db, work: Work): Promise<void> {
  try {
    await inStep(db, work, 'undoing', async (trx, row) => {
      await applyChanges(trx, { ...work, direction: 'undo' }, row)
      await trx
        .updateTable('imports')
        .set({ state: 'undone', undone_at: work.at, actor_id: work.actorId })
        .where('id', '=', work.id)
        .execute()
    })
    await mergePendingWords(db)
  } catch (error) {
    if (!(error instanceof CatalogueChanged)) throw error
    await inStep(db, work, 'undoing', async (trx) => {
      const conflicts = await findConflicts(trx, work.id, MAX_CONFLICTS)
      await trx
        .updateTable('imports')
        .set({ conflicts: JSON.stringify(conflicts) })
        .where('id', '=', work.id)
        .execute()
      await setState(trx, work.id, 'applied')
    })
  }
}

/** A lock that is held longer belongs to a running step. */
const TRIES = 5
const BETWEEN_TRIES_MS = 100

/** Runs `work` with the lock of an import on one connection, through all transactions; not if another instance has it. */
async function whileHeld(db: Db, id: string, work: (held: Db) => Promise<void>): Promise<void> {
  await db.connection().execute(async (held) => {
    const key = sql`${sql.lit(advisoryLocks.import)}, hashtext(${id})`
    for (let tries = 0; !(await tryLock(held, key)); tries += 1) {
      if (tries === TRIES) return
      await setTimeout(BETWEEN_TRIES_MS)
    }
    try {
      await work(held)
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(held)
    }
  })
}

async function tryLock(held: Db, key: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`select pg_try_advisory_lock(${key}) as "isHeld"`.execute(
    held,
  )
  return rows[0]?.isHeld === true
}

/** One step in one transaction, if the import still has the state. */
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
      // a step waits for orders as long as they take
      await sql`set local lock_timeout = 0`.execute(trx)
      const row = await awaitImport(trx, id)
      if (row.state === state) await step(trx, row)
    })
}

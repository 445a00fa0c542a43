import { sql } from 'kysely'
import type { ImportState } from '#contract/import-states.ts'
import type { ImportRow } from '#database/import-schema.ts'
import type { Db } from '#database/open.ts'
import { compareRows, type OnProgress } from './import-check.ts'
import { createParts, removeParts } from './import-new-parts.ts'
import { CatalogueMoved, expectManyRows, findConflicts, writeChanges } from './import-switch.ts'
import { findImport, forgetFile, lockImport, moveImport, WORK_LOCK } from './imports.ts'
import type { Act } from './service.ts'

/** How many parts a refused undo names. */
const MOST_CONFLICTS = 20

export type Work = Act & {
  id: string
  currency: string
  /** Told while the transaction is open; what it throws undoes everything. */
  onProgress: OnProgress
  /** Called once the import is held, or is found to need nothing. */
  onBegun?: () => void
}

/**
 * The next step of an import as its state asks: compared, written or taken back. A process that dies leaves nothing but
 * the state, from which anybody may go on; somebody who comes while a step runs, or after it, does nothing.
 */
export async function workOn(db: Db, work: Work): Promise<void> {
  await whileHeld(db, work.id, async (held) => {
    work.onBegun?.()
    const { state } = await findImport(held, work.id)
    if (state === 'checking') await check(held, work)
    if (state === 'applying') await apply(held, work)
    if (state === 'undoing') await undo(held, work)
  })
}

function check(db: Db, work: Work): Promise<void> {
  return inStep(db, work, 'checking', (trx, row) => compareRows(trx, row, work.onProgress))
}

async function apply(db: Db, work: Work): Promise<void> {
  try {
    await inStep(db, work, 'applying', async (trx, row) => {
      const order = { ...work, direction: 'forward' } as const
      await expectManyRows(trx)
      await writeChanges(trx, order)
      await createParts(trx, row, order)
      await forgetFile(trx, work.id)
      await trx
        .updateTable('imports')
        .set({ state: 'applied', applied_at: work.at, actor_id: work.actorId })
        .where('id', '=', work.id)
        .execute()
    })
  } catch (error) {
    if (!(error instanceof CatalogueMoved)) throw error
    await db
      .updateTable('imports')
      .set({ state: 'checking', made_anew: true })
      .where('id', '=', work.id)
      .where('state', '=', 'applying')
      .execute()
    await check(db, work)
  }
}

async function undo(db: Db, work: Work): Promise<void> {
  try {
    await inStep(db, work, 'undoing', async (trx) => {
      const order = { ...work, direction: 'back' } as const
      await expectManyRows(trx)
      await writeChanges(trx, order)
      await removeParts(trx, order)
      await trx
        .updateTable('imports')
        .set({ state: 'undone', undone_at: work.at, actor_id: work.actorId })
        .where('id', '=', work.id)
        .execute()
    })
  } catch (error) {
    if (!(error instanceof CatalogueMoved)) throw error
    await inStep(db, work, 'undoing', async (trx) => {
      const conflicts = await findConflicts(trx, work.id, MOST_CONFLICTS)
      await trx
        .updateTable('imports')
        .set({ conflicts: JSON.stringify(conflicts) })
        .where('id', '=', work.id)
        .execute()
      await moveImport(trx, work.id, 'applied')
    })
  }
}

/** Holds an import on a connection of its own, through all its transactions; nothing where somebody else does. */
async function whileHeld(db: Db, id: string, work: (held: Db) => Promise<void>): Promise<void> {
  await db.connection().execute(async (held) => {
    const key = sql`${sql.lit(WORK_LOCK)}, hashtext(${id})`
    const { rows } = await sql<{ isHeld: boolean }>`select pg_try_advisory_lock(${key}) as "isHeld"`.execute(
      held,
    )
    if (!rows[0]?.isHeld) return
    try {
      await work(held)
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(held)
    }
  })
}

/** One step in one transaction, where the state still asks for it. */
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
      const row = await lockImport(trx, id)
      if (row.state === state) await step(trx, row)
    })
}

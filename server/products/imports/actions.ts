import { AppError } from '#contract/errors.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { findImport, lockImport } from './imports.ts'

/** Requests a comparison, or a new one. Throws `import_not_ready` before the file is complete. */
export async function requestCheck(db: Db, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { state, received, bytes } = await lockImport(trx, id)
    const isReady = state === 'receiving' ? received === bytes : state === 'checked' || state === 'checking'
    if (!isReady) throw new AppError('import_not_ready')
    await trx
      .updateTable('imports')
      .set({ state: 'checking', rechecked: false })
      .where('id', '=', id)
      .execute()
  })
}

/**
 * Requests that a comparison is applied, or resumed. Throws `import_outdated` for an older comparison,
 * `import_not_ready` where there is nothing to write, `import_busy`.
 */
export async function requestApply(
  db: Db,
  { id, checkNumber }: { id: string; checkNumber: number },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { state, check_version, report } = await lockImport(trx, id)
    if (state === 'applying') return
    if (state !== 'checked') throw new AppError('import_not_ready')
    if (check_version !== checkNumber) throw new AppError('import_outdated')
    if (!report || report.newParts + report.changedParts === 0) throw new AppError('import_not_ready')
    await startStep(trx, id, 'applying')
  })
}

/** Requests an undo, or resumes one. Throws `import_not_last`, `import_busy`, `import_not_ready` if not applied or too old. */
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

/** One import at a time changes the catalogue: a unique index ensures it. */
async function startStep(trx: Db, id: string, state: 'applying' | 'undoing'): Promise<void> {
  try {
    await trx
      .updateTable('imports')
      .set({ state, rechecked: false, conflicts: '[]' })
      .where('id', '=', id)
      .execute()
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === '23505') {
      throw new AppError('import_busy', { cause })
    }
    throw cause
  }
}

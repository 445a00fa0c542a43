import { AppError } from '#contract/errors.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { findImport, lockImport } from './imports.ts'

/** Asks for a comparison, also for another one. Throws `import_not_ready` before the whole file is there. */
export async function askToCheck(db: Db, id: string): Promise<void> {
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
 * Asks for the parts of a file to be written, as a comparison showed them; an interrupted one goes on. Throws
 * `import_outdated` for another comparison, `import_not_ready` where there is nothing to write, `import_busy`.
 */
export async function askToApply(
  db: Db,
  { id, checkNumber }: { id: string; checkNumber: number },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { state, check_version, report } = await lockImport(trx, id)
    if (state === 'applying') return
    if (state !== 'checked') throw new AppError('import_not_ready')
    if (check_version !== checkNumber) throw new AppError('import_outdated')
    if (!report || report.newParts + report.changedParts === 0) throw new AppError('import_not_ready')
    await moveAlone(trx, id, 'applying')
  })
}

/**
 * Asks for an import to be taken back; an interrupted one goes on. Throws `import_not_last`, `import_not_ready` where it
 * is not applied or too long ago, `import_busy`.
 */
export async function askToUndo(db: Db, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { state } = await lockImport(trx, id)
    if (state === 'undoing') return
    if (state !== 'applied') throw new AppError('import_not_ready')
    const { later_applied, changes_kept } = await findImport(trx, id)
    if (later_applied) throw new AppError('import_not_last')
    if (!changes_kept) throw new AppError('import_not_ready')
    await moveAlone(trx, id, 'undoing')
  })
}

/** One import at a time changes the catalogue; a unique index ensures it. What an earlier attempt found is cleared. */
async function moveAlone(trx: Db, id: string, state: 'applying' | 'undoing'): Promise<void> {
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

import type { Db } from '#database/open.ts'
import { workOn } from './import-work.ts'
import type { Act } from './service.ts'

export type ImportWorker = {
  /** Begins the step that an import's state asks for; resolves once it is held, not when it is done. */
  begin(id: string, act: Act): Promise<void>
  /** Steps that run are given up, and undone; they can be taken up by anybody. */
  stop(): Promise<void>
}

type Deps = {
  db: Db
  currency: string
  /** After each step, whose parts may now be others. */
  onChanged: () => void
  onFailed: (error: unknown, importId: string) => void
}

/** Runs steps of imports behind the requests that ask for them. */
export function createImportWorker({ db, currency, onChanged, onFailed }: Deps): ImportWorker {
  const running = new Set<Promise<void>>()
  let stopped = false

  async function run(id: string, act: Act, onBegun: () => void): Promise<void> {
    const onProgress = async (done: number, total: number) => {
      if (stopped) throw new Error('The store stops; the import can be taken up again')
      await keepProgress(db, { import_id: id, done, total })
    }
    try {
      await workOn(db, { id, ...act, currency, onProgress, onBegun })
      onChanged()
    } catch (error) {
      onFailed(error, id)
    } finally {
      await db
        .deleteFrom('import_progress')
        .where('import_id', '=', id)
        .execute()
        .catch(() => {})
    }
  }

  return {
    begin(id, act) {
      const { promise: begun, resolve } = Promise.withResolvers<void>()
      const work = run(id, act, resolve).finally(() => {
        running.delete(work)
        resolve()
      })
      running.add(work)
      return begun
    },
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}

/** On a connection of its own: others see it while the step's transaction is open. */
async function keepProgress(
  db: Db,
  progress: { import_id: string; done: number; total: number },
): Promise<void> {
  const { done, total } = progress
  await db
    .insertInto('import_progress')
    .values(progress)
    .onConflict((conflict) => conflict.column('import_id').doUpdateSet({ done, total }))
    .execute()
}

import type { Db } from '#database/open.ts'
import type { Act } from '../service.ts'
import { Interruption, workOn } from './work.ts'

export type ImportWorker = {
  /** Begins the step that an import's state asks for; resolves once it is held, not when it is done. */
  begin(id: string, act: Act): Promise<void>
  /** Steps that run are given up, and undone; any instance can resume them. */
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
    const progress = createProgress(db, id)
    const onProgress = async (done: number, total: number) => {
      if (stopped) throw new Interruption('The store stops; the import can be taken up again')
      progress.write({ done, total })
    }
    try {
      await workOn(db, { id, ...act, currency, onProgress, onBegun })
      onChanged()
    } catch (error) {
      onFailed(error, id)
    } finally {
      await progress.forget()
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

/**
 * How far a step is, visible while its transaction is open: so it takes another connection. A step waits for none,
 * since those may all be taken by calls that wait for the step: progress that cannot be written at once is skipped.
 */
function createProgress(db: Db, id: string) {
  let writing: Promise<unknown> | undefined
  return {
    write(progress: { done: number; total: number }) {
      writing ??= db
        .insertInto('import_progress')
        .values({ import_id: id, ...progress })
        .onConflict((conflict) => conflict.column('import_id').doUpdateSet(progress))
        .execute()
        .catch(() => {})
        .finally(() => {
          writing = undefined
        })
    },
    async forget() {
      await writing
      await db
        .deleteFrom('import_progress')
        .where('import_id', '=', id)
        .execute()
        .catch(() => {})
    },
  }
}

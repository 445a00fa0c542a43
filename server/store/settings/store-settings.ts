import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#contract/store/settings/settings.ts'
import { isDatabaseUnavailable } from '#database/failures/unavailable.ts'
import type { Db } from '#database/open.ts'
import { readSettings } from './saved-settings.ts'

export type StoreSettings = ReturnType<typeof createStoreSettings>

const MAX_AGE_MS = 1000

type Options = {
  db: Db
  /** What holds where nothing was saved. */
  defaults: Settings
  log: Pick<FastifyBaseLogger, 'error'>
  /** Milliseconds of a clock that never goes back. */
  clock?: () => number
}

/** The settings of the shop. Ask it each time: a value that is copied at the start is not what the shop says a day later. */
export function createStoreSettings({ db, defaults, log, clock = () => performance.now() }: Options) {
  let values = defaults
  let freshUntil = Number.NEGATIVE_INFINITY
  let begun = 0
  /** The read whose result `values` is: a slow one does not replace that of a read which began after it. */
  let shown = 0
  let reading: Promise<Settings> | undefined

  async function read(handle: Db): Promise<Settings> {
    begun += 1
    const own = begun
    const startedAt = clock()
    try {
      const found = await readSettings(handle, defaults)
      if (own > shown) {
        shown = own
        values = found
        freshUntil = startedAt + MAX_AGE_MS
      }
    } catch (err) {
      // the last values serve, and the next try is a second later
      freshUntil = Math.max(freshUntil, clock() + MAX_AGE_MS)
      if (!isDatabaseUnavailable(err)) log.error({ err }, 'the settings cannot be read')
    }
    return values
  }

  function readShared(): Promise<Settings> {
    const own = read(db).finally(() => {
      if (reading === own) reading = undefined
    })
    reading = own
    return own
  }

  return {
    defaults,
    /**
     * What holds now, at most a second old; concurrent callers share one query. While the database is unavailable, what held
     * last. A caller inside a transaction passes it, since waiting there for another connection could exhaust the pool.
     */
    async current(trx?: Db): Promise<Settings> {
      if (clock() < freshUntil) return values
      return trx ? read(trx) : (reading ?? readShared())
    },
    /** Reads them now, also if a read is under way: it may have begun before a change. */
    refresh: readShared,
  }
}

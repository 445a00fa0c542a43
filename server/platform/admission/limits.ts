import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/platform/errors.ts'
import { pointsOfSite, siteOf } from '#contract/platform/networks.ts'
import { batched } from '#database/batch.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import { ipAddressToLimit } from './client-address.ts'

export type LimitRule = { points: number; seconds: number; message?: string }

/**
 * Counts one use of `key` in its window. Resolves to the seconds to wait if that exceeds the points, else to undefined. A use
 * by a network of IPv6, named at the end of the key, also counts for all networks of its site.
 */
export type Limit = (key: string, rule: LimitRule) => Promise<number | undefined>

type Use = { key: string; start: Date }
type Window = { start: Date; count: number }

const addUses = prepare<Window & { key: string }>(
  'add-uses',
  `insert into rate_limits (key, window_start, count)
  select key, start, times
  from unnest($1::text[], $2::timestamptz[], $3::integer[]) as used (key, start, times)
  on conflict (key) do update set
    window_start = greatest(rate_limits.window_start, excluded.window_start),
    count = excluded.count
      + case when rate_limits.window_start >= excluded.window_start then rate_limits.count else 0 end
  returning key, count, window_start as start`,
)

const countUse = batched<Use, Window>(async (db, uses) => {
  const byKey = Map.groupBy(uses, ({ key }) => key)
  // sorted, so that concurrent statements do not deadlock
  const keys = [...byKey.keys()].sort()
  const starts = keys.map((key) => byKey.get(key)?.at(-1)?.start)
  const times = keys.map((key) => byKey.get(key)?.length)
  // an instance whose clock is behind counts on in the newer window
  const rows = await addUses(db, [keys, starts, times])
  const windows = new Map(rows.map((row) => [row.key, row]))
  return uses.map((one) => {
    const window = windows.get(one.key)
    const usesOfKey = byKey.get(one.key) ?? []
    if (window === undefined) throw new Error('a limit was not counted')
    return { start: window.start, count: window.count - usesOfKey.length + usesOfKey.indexOf(one) + 1 }
  })
})

/** `now` is the clock of the database, so that all instances count in the same windows. */
export function createLimit(db: Db, now: () => Date): Limit {
  const consume: Limit = async (key, { points, seconds }) => {
    const time = now().getTime()
    const { count, start } = await countUse(db, { key, start: new Date(time - (time % (seconds * 1000))) })
    if (count <= points) return undefined
    return Math.max(1, Math.ceil((start.getTime() + seconds * 1000 - time) / 1000))
  }
  return async (key, rule) => {
    const wait = await consume(key, rule)
    const site = siteOf(key)
    // what one network is refused does not count for the others
    if (wait !== undefined || site === undefined) return wait
    return consume(site, { ...rule, points: pointsOfSite(rule.points) })
  }
}

const DAY_MS = 24 * 3_600_000

/** Deletes the counts of windows that began over a day ago, the longest being an hour, or begin after a day: a clock was wrong. */
export async function deleteOldCounts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS)
  const after = new Date(now.getTime() + DAY_MS)
  await db
    .deleteFrom('rate_limits')
    .where((eb) => eb.or([eb('window_start', '<', before), eb('window_start', '>', after)]))
    .execute()
}

export async function enforceLimit(limit: Limit, key: string, rule: LimitRule): Promise<void> {
  const retryAfterSeconds = await limit(key, rule)
  if (retryAfterSeconds === undefined) return
  const { message } = rule
  throw new AppError('too_many_requests', { retryAfterSeconds, ...(message ? { message } : {}) })
}

const SHORT_LIST_ROWS = 100

type LongLists = { limit: Limit; perHour: number; demo: boolean }

export type LongListLimit = (request: FastifyRequest) => Promise<void>

/** Counts a read of a long list against the limit of the client's IP address. Throws `too_many_requests`. */
export function createLongListLimit({ limit, perHour, demo }: LongLists): LongListLimit {
  return async (request) => {
    const ipAddress = ipAddressToLimit(request, demo)
    if (ipAddress === undefined) return
    await enforceLimit(limit, `long-lists:${ipAddress}`, { points: perHour, seconds: 3600 })
  }
}

/** Limits public lists of over 100 rows by IP address: a thousand rows cost ten times the CPU. Responses that the cache sends at once are not counted. */
export function limitLongLists(api: FastifyInstance, enforce: LongListLimit): void {
  api.addHook('preHandler', async (request) => {
    if (!request.caller && isLongList(request)) await enforce(request)
  })
}

function isLongList({ method, query }: FastifyRequest): boolean {
  if (method !== 'GET' || typeof query !== 'object' || query === null) return false
  return 'limit' in query && Number(query.limit) > SHORT_LIST_ROWS
}

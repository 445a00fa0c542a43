import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#contract/platform/errors.ts'
import { batched } from '#database/batch.ts'
import type { Db } from '#database/open.ts'

export type LimitRule = { points: number; seconds: number; message?: string }

/** Counts one use of `key` in its window. Resolves to the seconds to wait if that exceeds the points, else to undefined. */
export type Limit = (key: string, rule: LimitRule) => Promise<number | undefined>

const countUse = batched<{ key: string; start: Date }, number>(async (db, uses) => {
  const byKey = Map.groupBy(uses, ({ key }) => key)
  // sorted, so that concurrent statements do not deadlock
  const keys = [...byKey.keys()].sort()
  const starts = keys.map((key) => byKey.get(key)?.at(-1)?.start)
  const times = keys.map((key) => byKey.get(key)?.length)
  const { rows } = await sql<{ key: string; count: number }>`
    insert into rate_limits (key, window_start, count)
    select key, start, times
    from unnest(${keys}::text[], ${starts}::timestamptz[], ${times}::integer[]) as used (key, start, times)
    on conflict (key) do update set window_start = excluded.window_start,
      count = excluded.count
        + case when rate_limits.window_start = excluded.window_start then rate_limits.count else 0 end
    returning key, count`.execute(db)
  const totals = new Map(rows.map((row) => [row.key, row.count]))
  return uses.map((one) => {
    const total = totals.get(one.key)
    const usesOfKey = byKey.get(one.key) ?? []
    if (total === undefined) throw new Error('a limit was not counted')
    return total - usesOfKey.length + usesOfKey.indexOf(one) + 1
  })
})

export function createLimit(db: Db, now: () => Date): Limit {
  return async (key, { points, seconds }) => {
    const time = now().getTime()
    const start = new Date(time - (time % (seconds * 1000)))
    if ((await countUse(db, { key, start })) <= points) return undefined
    return Math.max(1, Math.ceil((start.getTime() + seconds * 1000 - time) / 1000))
  }
}

const DAY_MS = 24 * 3_600_000

/** Deletes the counts of windows that began over a day ago: the longest window is an hour. */
export async function deleteOldCounts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS)
  await db.deleteFrom('rate_limits').where('window_start', '<', before).execute()
}

export async function enforceLimit(limit: Limit, key: string, rule: LimitRule): Promise<void> {
  const retryAfterSeconds = await limit(key, rule)
  if (retryAfterSeconds === undefined) return
  const { message } = rule
  throw new AppError('too_many_requests', { retryAfterSeconds, ...(message ? { message } : {}) })
}

const SHORT_LIST_ROWS = 100

type LongLists = { limit: Limit; perHour: number; demo: boolean }

/** Limits public lists of over 100 rows by IP address: a thousand rows cost ten times the CPU. Responses that the cache sends at once are not counted. */
export function limitLongLists(api: FastifyInstance, { limit, perHour, demo }: LongLists): void {
  api.addHook('preHandler', async (request) => {
    if (request.caller || !isLongList(request)) return
    const ipAddress = ipAddressToLimit(request, demo)
    if (ipAddress === undefined) return
    await enforceLimit(limit, `long-lists:${ipAddress}`, { points: perHour, seconds: 3600 })
  })
}

function isLongList({ method, query }: FastifyRequest): boolean {
  if (method !== 'GET' || typeof query !== 'object' || query === null) return false
  return 'limit' in query && Number(query.limit) > SHORT_LIST_ROWS
}

/** The client's network for limits by IP address; undefined for loopback in a demo, which is not limited. */
export function ipAddressToLimit(request: FastifyRequest, demo: boolean): string | undefined {
  return demo && isLoopback(request.ip) ? undefined : networkOf(request.ip)
}

export function isLoopback(ip: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(ip)
}

/** A client with IPv6 has a whole /64, which counts as one IP address. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip
  const [left = [], right = []] = ip.split('::').map((half) => half.split(':').filter(Boolean))
  const gap = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...gap, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressToLimit, enforceLimit, type Limit } from '../limits.ts'

/** What a page shows, and a program may read as often as it likes. */
const FREE_ROWS = 100

type Options = { limit: Limit; perHour: number; demo: boolean }

/**
 * Counts by address what anonymous readers ask of a list beyond 100 rows: a thousand cost ten times the CPU of a page.
 * A cached response is sent before this.
 */
export function limitLongLists(api: FastifyInstance, { limit, perHour, demo }: Options): void {
  api.addHook('preHandler', async (request) => {
    if (request.caller || !isLong(request)) return
    const address = addressToLimit(request, demo)
    if (address === undefined) return
    await enforceLimit(limit, `long-lists:${address}`, { points: perHour, seconds: 3600 })
  })
}

function isLong({ method, query }: FastifyRequest): boolean {
  if (method !== 'GET' || typeof query !== 'object' || query === null) return false
  return 'limit' in query && Number(query.limit) > FREE_ROWS
}

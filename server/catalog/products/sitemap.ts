import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#contract/platform/errors.ts'
import type { Db } from '#database/open.ts'
import type { Cacheable } from '../../platform/cache/plugin.ts'
import { createResponse } from '../../platform/cache/response.ts'
import {
  cursorValues,
  type ListOrder,
  newestFirst,
  rowsAfter,
  writeCursor,
} from '../../platform/http/page-of-list.ts'
import { escapeMarkup } from '../../platform/markup.ts'
import { currentCatalogue } from '../part-types/catalogue.ts'

/** Half a megabyte: with its compressed forms an entry of the cache. */
const PARTS_PER_FILE = 5000
const FOR_AN_HOUR = 'public, max-age=3600'
const DISALLOWED = [
  '/api/',
  '/identity/',
  '/payments/',
  '/dashboard',
  '/purchase/',
  '/newsletter/',
  '/editProfile',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/add-email',
]

type SitemapDeps = {
  db: Db
  origin: string
  /** An empty portfolio is not listed. */
  hasPortfolio: boolean
  headers: Record<string, string>
  partsPerFile?: number
  /** Counts a read that the cache does not answer. Throws `too_many_requests`. */
  limitReads?: (request: FastifyRequest) => Promise<void>
}

const HOUR_MS = 3_600_000

function cacheable(...parameters: string[]): Cacheable {
  return { kind: 'sitemap', isKeyParameter: (name) => parameters.includes(name), maxAgeMs: HOUR_MS }
}

type Row = { id: string; created_at: Date }

/** The oldest first: a full file does not change when parts are added. */
const oldestFirst: ListOrder<Row> = { ...newestFirst<Row>('products'), name: 'oldest', descending: false }

export function sitemapRoutes(app: FastifyInstance, deps: SitemapDeps): void {
  const { db, origin, hasPortfolio, partsPerFile = PARTS_PER_FILE, limitReads } = deps
  async function listPages(): Promise<string[]> {
    const { categories } = await currentCatalogue(db)
    const lists = categories.map(({ id, parent }) =>
      parent === null ? `/parts?category=${id}` : `/parts?category=${parent}&subcategory=${id}`,
    )
    return ['/', '/parts', ...lists, '/blogs', ...(hasPortfolio ? ['/portfolio'] : [])]
  }
  app.get('/robots.txt', async (_request, reply) => {
    const rules = ['Allow: /api/docs', ...DISALLOWED.map((path) => `Disallow: ${path}`)]
    const lines = ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, '']
    return reply.header('cache-control', FOR_AN_HOUR).type('text/plain; charset=utf-8').send(lines.join('\n'))
  })
  const preHandler = async (request: FastifyRequest) => limitReads?.(request)
  const files = rememberFiles(db, partsPerFile)
  app.get('/sitemap.xml', { config: { cacheable: cacheable() }, preHandler }, (_request, reply) =>
    sendXml(reply, deps, async () => {
      const later = await files.list()
      if (later.length === 0) {
        const paths = await partPaths(db, partsPerFile)
        return document('urlset', 'url', [...(await listPages()), ...paths], origin)
      }
      const addresses = ['/sitemap-parts.xml', ...later.map((after) => `/sitemap-parts.xml?after=${after}`)]
      return document('sitemapindex', 'sitemap', addresses, origin)
    }),
  )

  app.get<{ Querystring: { after?: unknown } }>(
    '/sitemap-parts.xml',
    { config: { cacheable: cacheable('after') }, preHandler },
    (request, reply) =>
      sendXml(reply, deps, async () => {
        const after = request.query.after === undefined ? undefined : String(request.query.after)
        const before = await files.findNext(after)
        const paths = await partPaths(db, partsPerFile, { after, before })
        return document(
          'urlset',
          'url',
          after === undefined ? [...(await listPages()), ...paths] : paths,
          origin,
        )
      }),
  )
}

/** The paths of the parts on sale that come after one cursor and not after another. */
async function partPaths(
  db: Db,
  limit: number,
  { after, before }: { after?: string | undefined; before?: string | undefined } = {},
): Promise<string[]> {
  const isAfter = (cursor: string) => rowsAfter(oldestFirst, cursorValues(oldestFirst, cursor))
  let parts = db.selectFrom('products').select('id').where('archived_at', 'is', null)
  if (after !== undefined) parts = parts.where(isAfter(after))
  if (before !== undefined) parts = parts.where((eb) => eb.not(isAfter(before)))
  const rows = await parts.orderBy('created_at').orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => `/parts/${id}`)
}

const AGAIN_AFTER_MS = 60_000

/** The cursors of the files after the first: read once an hour, for an unknown cursor once a minute at most. */
function rememberFiles(db: Db, partsPerFile: number) {
  let reading: { cursors: Promise<string[]>; at: number } | undefined
  function list(maxAgeMs = HOUR_MS): Promise<string[]> {
    const at = performance.now()
    if (reading && at - reading.at < maxAgeMs) return reading.cursors
    const cursors = cursorsOfFiles(db, partsPerFile)
    const begun = { cursors, at }
    reading = begun
    cursors.catch(() => {
      // the next request tries again
      if (reading === begun) reading = undefined
    })
    return cursors
  }
  return {
    list,
    /** The cursor at which a file ends, undefined for the last one. Throws `invalid_request`, and `not_found` for a cursor at which none begins. */
    async findNext(after: string | undefined): Promise<string | undefined> {
      if (after === undefined) return (await list()).at(0)
      cursorValues(oldestFirst, after)
      for (const maxAgeMs of [HOUR_MS, AGAIN_AFTER_MS]) {
        const cursors = await list(maxAgeMs)
        const index = cursors.indexOf(after)
        if (index >= 0) return cursors[index + 1]
      }
      throw new AppError('not_found')
    },
  }
}

/** Archived parts count too, so that files keep their addresses; one without a part on sale is left out. */
async function cursorsOfFiles(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<Row>`
    select id, created_at from (
      select id, created_at, row_number() over by_age as number,
        count(*) filter (where archived_at is null)
          over (by_age rows between 1 following and ${sql.lit(limit)} following) as on_sale_after
      from products window by_age as (order by created_at, id)
    ) as numbered
    where number % ${limit} = 0 and on_sale_after > 0 order by created_at, id`.execute(db)
  return rows.map((row) => writeCursor(oldestFirst.name, [row.created_at.toISOString(), row.id]))
}

function document(root: string, item: string, paths: string[], origin: string): string {
  const items = paths.map((path) => `<${item}><loc>${escapeMarkup(origin + path)}</loc></${item}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('\n')}\n</${root}>\n`
}

function sendXml(reply: FastifyReply, { headers: common }: SitemapDeps, write: () => Promise<string>) {
  return reply.sendCacheable(async () => {
    const headers = {
      ...common,
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': FOR_AN_HOUR,
    }
    const response = createResponse({ status: 200, headers, body: Buffer.from(await write()) })
    // without a tag: a change shows within an hour
    return { response, tags: new Set() }
  })
}

import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { categoryIds } from '#contract/catalog/products/categories.ts'
import type { Db } from '#database/open.ts'
import type { Cacheable } from '../../platform/cache/plugin.ts'
import { createResponse } from '../../platform/cache/response.ts'
import { type ListOrder, newestFirst, pageOfList, writeCursor } from '../../platform/http/page-of-list.ts'

const PARTS_PER_FILE = 20_000
const FOR_AN_HOUR = 'public, max-age=3600'
const PAGES = ['/', '/parts', ...categoryIds.map((id) => `/parts?category=${id}`), '/portfolio', '/blogs']
const DISALLOWED = [
  '/api/',
  '/identity/',
  '/payments/',
  '/dashboard',
  '/purchase/',
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
  headers: Record<string, string>
  partsPerFile?: number
}
const CACHEABLE: Cacheable = {
  kind: 'sitemap',
  isKeyParameter: (name) => name === 'after',
  maxAgeMs: 3_600_000,
}

type Row = { id: string; created_at: Date }

/** The oldest first: a full file does not change when parts are added. */
const oldestFirst: ListOrder<Row> = { ...newestFirst<Row>('products'), name: 'oldest', descending: false }

export function sitemapRoutes(app: FastifyInstance, deps: SitemapDeps): void {
  const { db, origin, partsPerFile = PARTS_PER_FILE } = deps
  app.get('/robots.txt', async (_request, reply) => {
    const rules = ['Allow: /api/docs', ...DISALLOWED.map((path) => `Disallow: ${path}`)]
    const lines = ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, '']
    return reply.header('cache-control', FOR_AN_HOUR).type('text/plain; charset=utf-8').send(lines.join('\n'))
  })
  app.get('/sitemap.xml', { config: { cacheable: CACHEABLE } }, (_request, reply) =>
    sendXml(reply, deps, async () => {
      const later = await cursorsOfFiles(db, partsPerFile)
      if (later.length === 0) {
        const paths = await partPaths(db, partsPerFile)
        return document('urlset', 'url', [...PAGES, ...paths], origin)
      }
      const files = ['/sitemap-parts.xml', ...later.map((after) => `/sitemap-parts.xml?after=${after}`)]
      return document('sitemapindex', 'sitemap', files, origin)
    }),
  )
  app.get<{ Querystring: { after?: unknown } }>(
    '/sitemap-parts.xml',
    { config: { cacheable: CACHEABLE } },
    (request, reply) =>
      sendXml(reply, deps, async () => {
        const after = request.query.after === undefined ? undefined : String(request.query.after)
        const paths = await partPaths(db, partsPerFile, after)
        return document('urlset', 'url', after === undefined ? [...PAGES, ...paths] : paths, origin)
      }),
  )
}

async function partPaths(db: Db, limit: number, after?: string): Promise<string[]> {
  const parts = db.selectFrom('products').select(['id', 'created_at']).where('archived_at', 'is', null)
  const toItem = ({ id }: Row) => `/parts/${id}`
  return (await pageOfList(parts, { order: oldestFirst, page: { limit, after }, toItem })).items
}

async function cursorsOfFiles(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<Row>`
    select id, created_at from (
      select id, created_at, row_number() over (order by created_at, id) as number, count(*) over () as total
      from products where archived_at is null
    ) as numbered
    where number % ${limit} = 0 and number < total order by created_at, id`.execute(db)
  return rows.map((row) => writeCursor(oldestFirst.name, [row.created_at.toISOString(), row.id]))
}

function document(root: string, item: string, paths: string[], origin: string): string {
  // paths consist of ids, cursors and constants, so nothing needs escaping
  const items = paths.map((path) => `<${item}><loc>${origin}${path}</loc></${item}>`)
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
    return { response, tags: new Set(['products']) }
  })
}

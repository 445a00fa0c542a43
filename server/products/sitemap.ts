import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { categoryIds } from '#contract/products/categories.ts'
import type { Db } from '#database/open.ts'
import type { Cacheable } from '../cache/plugin.ts'
import { createResponse } from '../cache/response.ts'
import type { Tag } from '../cache/tags.ts'
import { writeCursor } from '../http/lists/list-cursor.ts'
import { type ListOrder, newestFirst, pageOfList } from '../http/lists/page-of-list.ts'

/** Sitemaps may hold 50,000 addresses; less keeps each file small to make and to read. */
const PARTS_A_FILE = 20_000
const FOR_AN_HOUR = 'public, max-age=3600'
const PAGES = ['/', '/parts', ...categoryIds.map((id) => `/parts?category=${id}`), '/portfolio', '/blogs']
/** What a search engine has no business with: other people's pages, forms, and calls. */
const CLOSED = [
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
  /** Headers every answer carries. */
  headers: Record<string, string>
  partsAFile?: number
}
const CACHEABLE: Cacheable = { kind: 'sitemap', knows: (name) => name === 'after' }

type Place = { id: string; created_at: Date }

/** The oldest first: a file that is full stays as it is when parts arrive. */
const oldestFirst: ListOrder<Place> = { ...newestFirst<Place>('products'), name: 'oldest', descending: false }

/**
 * `/robots.txt` and `/sitemap.xml`. The sitemap of a small store is one file; a larger one's names the files, each
 * of which begins after the last part of the one before and reads no more than its own parts.
 */
export function sitemapRoutes(app: FastifyInstance, deps: SitemapDeps): void {
  const { db, origin, partsAFile = PARTS_A_FILE } = deps
  app.get('/robots.txt', async (_request, reply) => {
    const rules = ['Allow: /api/docs', ...CLOSED.map((path) => `Disallow: ${path}`)]
    const lines = ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, '']
    return reply.header('cache-control', FOR_AN_HOUR).type('text/plain; charset=utf-8').send(lines.join('\n'))
  })
  app.get('/sitemap.xml', { config: { cacheable: CACHEABLE } }, (_request, reply) =>
    sendXml(reply, deps, async () => {
      const later = await fileStarts(db, partsAFile)
      if (later.length === 0) return urls([...PAGES, ...(await partPaths(db, partsAFile))], origin)
      const files = ['/sitemap-parts.xml', ...later.map((after) => `/sitemap-parts.xml?after=${after}`)]
      return index(files, origin)
    }),
  )
  app.get<{ Querystring: { after?: unknown } }>(
    '/sitemap-parts.xml',
    { config: { cacheable: CACHEABLE } },
    (request, reply) =>
      sendXml(reply, deps, async () => {
        const after = request.query.after === undefined ? undefined : String(request.query.after)
        const paths = await partPaths(db, partsAFile, after)
        return urls(after === undefined ? [...PAGES, ...paths] : paths, origin)
      }),
  )
}

/** The paths of one file's parts; throws `invalid_request` for a cursor that is none. */
async function partPaths(db: Db, limit: number, after?: string): Promise<string[]> {
  const parts = db.selectFrom('products').select(['id', 'created_at']).where('archived_at', 'is', null)
  const toItem = ({ id }: Place) => `/parts/${id}`
  return (await pageOfList(parts, { order: oldestFirst, page: { limit, after }, toItem })).items
}

/** Where the second and every later file begin: one short step along the index for each. */
async function fileStarts(db: Db, limit: number): Promise<string[]> {
  const starts: string[] = []
  let last: Place | undefined
  do {
    let parts = db.selectFrom('products').select(['id', 'created_at']).where('archived_at', 'is', null)
    if (last) {
      const bound = sql`(${last.created_at}::timestamptz, ${last.id}::uuid)`
      parts = parts.where(sql<boolean>`(created_at, id) > ${bound}`)
    }
    const ends = await parts
      .orderBy('created_at')
      .orderBy('id')
      .offset(limit - 1)
      .limit(2)
      .execute()
    last = ends.length === 2 ? ends[0] : undefined
    if (last) starts.push(writeCursor(oldestFirst.name, [last.created_at.toISOString(), last.id]))
  } while (last)
  return starts
}

function urls(paths: string[], origin: string): string {
  return document('urlset', 'url', paths, origin)
}

function index(files: string[], origin: string): string {
  return document('sitemapindex', 'sitemap', files, origin)
}

function document(root: string, item: string, paths: string[], origin: string): string {
  // paths are of ids, cursors and fixed words: nothing in them needs escaping
  const items = paths.map((path) => `<${item}><loc>${origin}${path}</loc></${item}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('\n')}\n</${root}>\n`
}

/** A file is cached until parts come, go or change. */
function sendXml(
  reply: FastifyReply,
  { headers: common }: SitemapDeps,
  write: () => Promise<string>,
): Promise<FastifyReply> {
  return reply.sendCacheable(async () => {
    const headers = {
      ...common,
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': FOR_AN_HOUR,
    }
    const response = createResponse({ status: 200, headers, body: Buffer.from(await write()) })
    return { response, tags: new Set<Tag>(['products']) }
  })
}

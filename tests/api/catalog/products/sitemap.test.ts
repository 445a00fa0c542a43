import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { categoryIds } from '#contract/catalog/products/categories.ts'
import type { Database } from '#database/open.ts'
import { sitemapRoutes } from '#server/catalog/products/sitemap.ts'
import { addResponseCache } from '#server/platform/cache/plugin.ts'
import { createResponseCache } from '#server/platform/cache/response-cache.ts'
import { sendProblem } from '#server/platform/http/problem.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { insertProduct } from '../../../support/shop-rows.ts'

const ORIGIN = 'https://shop.example'
const PARTS = 25
let database: Database
let ids: string[]

beforeAll(async () => {
  database = await freshDatabase()
  ids = []
  for (let index = 0; index < PARTS; index++) {
    // Up to nine parts have the same timestamp, so that their ids order them.
    const created_at = new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 9)))
    ids.push(await insertProduct(database.db, { created_at }))
  }
  await insertProduct(database.db, { archived_at: new Date() })
})
afterAll(() => database.close())

function storeWith(partsPerFile: number): FastifyInstance {
  const app = Fastify()
  app.setErrorHandler(sendProblem)
  const cache = createResponseCache({ maxBytes: 1e6 })
  addResponseCache(app, { cache, origin: ORIGIN, countCached() {} })
  sitemapRoutes(app, { db: database.db, origin: ORIGIN, partsPerFile, headers: {} })
  return app
}

async function locations(app: FastifyInstance, url: string): Promise<string[]> {
  const { statusCode, headers, body } = await app.inject(url)
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  return [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = '']) => location)
}

const partIds = (found: string[]) => found.flatMap((url) => /\/parts\/(.+)$/.exec(url)?.[1] ?? [])

test('a small store has one sitemap with its pages, its categories and every part on sale once', async () => {
  const found = await locations(storeWith(PARTS), '/sitemap.xml')
  expect(partIds(found).toSorted()).toEqual(ids.toSorted())
  const pages = ['/', '/parts', ...categoryIds.map((id) => `/parts?category=${id}`), '/portfolio', '/blogs']
  expect(found.slice(0, pages.length)).toEqual(pages.map((path) => ORIGIN + path))
})

test.each([1, 6, 12, PARTS - 1])(
  'sitemaps of at most %i parts together have each part once, and none is empty',
  async (size) => {
    const app = storeWith(size)
    const files = await locations(app, '/sitemap.xml')
    expect(files).toHaveLength(Math.ceil(PARTS / size))
    const found = await Promise.all(files.map((file) => locations(app, file.slice(ORIGIN.length))))
    const perFile = found.map((urls) => partIds(urls).length)
    expect(perFile.every((count) => count > 0 && count <= size)).toBe(true)
    expect(found.flatMap(partIds).toSorted()).toEqual(ids.toSorted())
    expect(found.flat().filter((url) => url === `${ORIGIN}/`)).toHaveLength(1)
  },
)

test.each(['nonsense', '', '%00', 'WyJuZXdlc3QiXQ'])('the invalid cursor %j is rejected', async (after) => {
  expect((await storeWith(6).inject(`/sitemap-parts.xml?after=${after}`)).statusCode).toBe(400)
})

test('robots.txt names the sitemap, disallows the dashboard and allows the public pages', async () => {
  const { body, headers } = await storeWith(6).inject('/robots.txt')
  expect(headers['content-type']).toContain('text/plain')
  const lines = body.split('\n')
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
  expect(lines).toContain('Disallow: /dashboard')
  expect(lines.some((line) => /^Disallow: \/(parts|blogs|portfolio)?$/.test(line))).toBe(false)
})

import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { sitemapRoutes } from '#server/catalog/products/sitemap.ts'
import { addResponseCache } from '#server/platform/cache/plugin.ts'
import { createResponseCache } from '#server/platform/cache/response-cache.ts'
import { writeCursor } from '#server/platform/http/page-of-list.ts'
import { sendProblem } from '#server/platform/http/problem.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { watchStatements } from '../../../support/database/statements.ts'
import { categoryIds } from '../../../support/products/categories.ts'
import { partBody } from '../../../support/products/example-part.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import { openTestStore } from '../../../support/store.ts'

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

function storeWith(partsPerFile: number, hasPortfolio = true): FastifyInstance {
  const app = Fastify()
  app.setErrorHandler(sendProblem)
  const cache = createResponseCache({ maxBytes: 1e6 })
  addResponseCache(app, { cache, origin: ORIGIN, countCached() {} })
  sitemapRoutes(app, { db: database.db, origin: ORIGIN, hasPortfolio, partsPerFile, headers: {} })
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
  const pages = ['/', '/parts', ...categoryIds.map((id) => `/parts?category=${id}`), '/blogs', '/portfolio']
  expect(found.slice(0, pages.length)).toEqual(pages.map((path) => ORIGIN + path))
})

test.each(['/sitemap.xml', '/sitemap-parts.xml'])(
  '%s of a store without a portfolio does not list it',
  async (url) => {
    const withIt = await locations(storeWith(PARTS), url)
    const without = await locations(storeWith(PARTS, false), url)
    expect(without).toEqual(withIt.filter((location) => location !== `${ORIGIN}/portfolio`))
    expect(without.length).toBe(withIt.length - 1)
  },
)

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

describe('what is read again', () => {
  const MADE_UP = [
    writeCursor('oldest', ['1900-01-01T00:00:00.000Z', newId()]),
    writeCursor('oldest', ['2026-01-02T00:00:00.000Z', newId()]),
  ]

  test('a cursor that begins no file is not found, and 50 of them read nothing', async () => {
    const app = storeWith(6)
    const [, file = ''] = await locations(app, '/sitemap.xml')
    expect((await app.inject(file.slice(ORIGIN.length))).statusCode).toBe(200)
    const other = writeCursor('oldest', ['2026-01-01T00:00:00.000Z', ids[1] ?? ''])
    const statements = await watchStatements(database.pool).during(async () => {
      for (const after of [...MADE_UP, other, ...Array.from({ length: 50 }, () => MADE_UP[0])])
        expect((await app.inject(`/sitemap-parts.xml?after=${after}`)).statusCode).toBe(404)
    })
    expect(statements).toEqual([])
  })

  test('a query changes neither the index nor what is read for it', async () => {
    const app = storeWith(6)
    for (let n = 0; n < 3; n += 1) await app.inject('/sitemap.xml')
    const statements = await watchStatements(database.pool).during(async () => {
      for (let n = 0; n < 20; n += 1) {
        const { body } = await app.inject(`/sitemap.xml?after=${MADE_UP[0]}&n=${n}`)
        expect(body).toContain('<sitemapindex')
      }
    })
    expect(statements).toEqual([])
  })

  test('a file keeps its address and its parts when earlier ones are archived', async () => {
    const { db } = database
    const before = await locations(storeWith(6), '/sitemap.xml')
    const readAll = (app: FastifyInstance, files: string[]) =>
      Promise.all(files.map((file) => locations(app, file.slice(ORIGIN.length)))).then((all) =>
        all.map(partIds),
      )
    const partsBefore = await readAll(storeWith(6), before)
    const gone = ids.slice(0, 8)
    await db.updateTable('products').set({ archived_at: new Date() }).where('id', 'in', gone).execute()
    const app = storeWith(6)
    const after = await locations(app, '/sitemap.xml')
    expect(await readAll(app, after)).toEqual(
      partsBefore.map((parts) => parts.filter((id) => !gone.includes(id))),
    )
    expect(after).toEqual(before)
    await db.updateTable('products').set({ archived_at: null }).where('id', 'in', gone).execute()
  })

  test('a file without a part on sale is left out', async () => {
    const { db } = database
    const gone = ids.slice(6, 12)
    await db.updateTable('products').set({ archived_at: new Date() }).where('id', 'in', gone).execute()
    const app = storeWith(6)
    const files = await locations(app, '/sitemap.xml')
    const found = await Promise.all(files.map((file) => locations(app, file.slice(ORIGIN.length))))
    expect(files).toHaveLength(4)
    expect(found.flatMap(partIds).toSorted()).toEqual(ids.filter((id) => !gone.includes(id)).toSorted())
    await db.updateTable('products').set({ archived_at: null }).where('id', 'in', gone).execute()
  })
})

test('a file has 5,000 parts, is cached for an hour whatever changes, and its reads are limited as those of long lists', {
  tags: 'long',
}, async () => {
  let time = 0
  const store = await openTestStore({
    env: { LONG_LISTS_PER_HOUR: '5' },
    cacheLife: { now: () => time },
  })
  const { db } = store.database
  await sql`insert into products (id, name, description, price_minor, minimum_order, available, img, category, created_at)
    select gen_random_uuid(), 'Part ' || n, '', 100, 1, 5, '/drawings/piston.svg', 'engine', now()
    from generate_series(1, 10001) as n`.execute(db)
  const read = (url: string, remoteAddress = '203.0.113.7') => store.call({ url, remoteAddress })
  const index = await read('/sitemap.xml')
  const files = [...index.body.matchAll(/<loc>[^<]*?(\/sitemap-parts[^<]+)/g)].map(([, path = '']) => path)
  expect(files).toHaveLength(3)
  const bodies = await Promise.all(files.map((file) => read(file).then(({ body }) => body)))
  expect(bodies.map((body) => body.match(/\/parts\//g)?.length)).toEqual([5000, 5000, 1])
  const first = await read(files[0] ?? '')
  expect(first.statusCode).toBe(200)
  const admin = await store.signUpAdmin()
  await admin.api.createProduct({ body: partBody() })
  time = 3_599_000
  const { hits } = store.cache.stats()
  // cached, so neither computed nor counted
  for (let n = 0; n < 5; n += 1) expect((await read(files[0] ?? '')).body).toBe(first.body)
  expect(store.cache.stats().hits).toBe(hits + 5)
  expect((await read(files[1] ?? '')).statusCode).toBe(429)
  expect((await read(files[1] ?? '', '203.0.113.8')).statusCode).toBe(200)
  await store.close()
})

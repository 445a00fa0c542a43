import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { listProducts, type ProductQuery } from '#server/catalog/products/list.ts'
import { writeCursor } from '#server/platform/http/page-of-list.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { errorCodeOf } from '../../../support/http/outcomes.ts'
import { insertProduct } from '../../../support/shop-rows.ts'

let database: Database
const COUNT = 50

beforeAll(async () => {
  database = await freshDatabase()
  for (let index = 0; index < COUNT; index++) {
    await insertProduct(database.db, {
      // Many parts have equal times, prices and names: only the id orders those.
      created_at: new Date(Date.UTC(2026, 0, 1 + (index % 5))),
      price_minor: 1000 + (index % 7) * 100,
      name: `Brake “${'ßéЖ🛞'[index % 4]}” ${index % 3}`,
      part_number: index % 2 ? `NUM-${index % 4}` : null,
    })
  }
})
afterAll(() => database.close())

async function readAllPages(query: Omit<ProductQuery, 'limit' | 'after'>, limit: number) {
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await listProducts(database.db, { ...query, limit, after }, 'usd')
    expect(page.items.length).toBeLessThanOrEqual(limit)
    ids.push(...page.items.map((item) => item._id))
    after = page.next ?? undefined
  } while (after !== undefined)
  return ids
}

describe('pages of a list', () => {
  test.each([
    { sort: 'newest' },
    { sort: 'price' },
    { sort: '-price' },
    { sort: 'name' },
    { q: 'brake' },
    { q: 'brake', sort: 'price' },
    { category: ['tools', 'wheels'] },
  ] satisfies Omit<ProductQuery, 'limit'>[])(
    'pages by %j show every part once, in the order of one long page',
    async (query) => {
      const whole = await readAllPages(query, 1000)
      expect(new Set(whole).size).toBe(COUNT)
      for (const limit of [1, 7, COUNT - 1, COUNT]) expect(await readAllPages(query, limit)).toEqual(whole)
    },
  )

  test('a full last page has no cursor to another page', async () => {
    const page = await listProducts(database.db, { limit: COUNT }, 'usd')
    expect([page.items.length, page.next]).toEqual([COUNT, null])
  })

  test('pages do not shift when newer parts arrive between them', async () => {
    const first = await listProducts(database.db, { limit: 10 }, 'usd')
    const before = await readAllPages({}, 1000)
    const extra = await insertProduct(database.db, { name: 'Latest', created_at: new Date() })
    const second = await listProducts(database.db, { limit: 10, after: first.next ?? '' }, 'usd')
    expect(second.items.map((item) => item._id)).toEqual(before.slice(10, 20))
    await database.db.deleteFrom('products').where('id', '=', extra).execute()
  })
})

describe('cursors', () => {
  const id = '019b0c2a-6f6e-7c3a-9d2e-0123456789ab'
  const time = '2026-01-01T00:00:00.000Z'
  test.each([
    ['nonsense', 'nonsense'],
    ['an empty text', ''],
    ['another sort', writeCursor('price', [1000, id])],
    ['too few values', writeCursor('newest', [time])],
    ['too many values', writeCursor('newest', [time, id, id])],
    ['a value of another kind', writeCursor('newest', [1000, id])],
    ['SQL for an id', writeCursor('newest', [time, `${id}' or '1'='1`])],
    ['a time that does not exist', writeCursor('newest', ['9999-99-99T00:00:00.000Z', id])],
  ])('%s is rejected', async (_, after) => {
    const listed = listProducts(database.db, { limit: 10, after }, 'usd')
    await expect(listed).rejects.toMatchObject({ code: 'invalid_request', errors: [{ path: 'after' }] })
  })

  test('a NUL in the name of a cursor is rejected', async () => {
    const after = writeCursor('name', ['a\0b', id])
    expect(await errorCodeOf(listProducts(database.db, { limit: 10, after, sort: 'name' }, 'usd'))).toBe(
      'invalid_request',
    )
  })

  test('the cursor of the longest name is not longer than the query allows', async () => {
    const name = '\u0001'.repeat(200)
    const extra = await insertProduct(database.db, { name })
    const page = await listProducts(database.db, { limit: 1, sort: 'name' }, 'usd')
    expect(page.items[0]?.name).toBe(name)
    expect(page.next?.length).toBeLessThanOrEqual(2000)
    await database.db.deleteFrom('products').where('id', '=', extra).execute()
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sortsOf } from '#contract/platform/list-sort.ts'
import { partBody } from '../../../support/products/example-part.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
const names = ['Bo', 'Al', 'Cy', 'Al', 'Bo', 'Al']

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  const part = await admin.api.createProduct({ body: partBody() })
  for (const [at, name] of names.entries()) {
    const email = `${name.toLowerCase()}${at}@example.com`
    await shop.api.requestEstimate({ body: { name, email } })
    await shop.api.subscribe({ body: { email } })
    const rating = 1 + ((at * 1.5) % 4)
    await admin.api.createReview({ body: { name, description: 'Fits.', rating, productId: part._id } })
  }
})
afterAll(() => shop.close())

type Query = { limit: number; sort?: string; after?: string; count?: string }
type Row = { _id: string; createdAt: string; name?: string; email?: string | null; rating?: number }

const lists: [path: string, fields: ('createdAt' | 'name' | 'email' | 'rating')[]][] = [
  ['/api/estimate', ['createdAt', 'name']],
  ['/api/newsletter', ['createdAt', 'email']],
  ['/api/manage-review', ['createdAt', 'name', 'rating']],
]

/** Calls by address, since the typed client has no call with a wrong parameter. */
async function call(path: string, query: Query) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const response = await shop.call({ method: 'GET', url: `${path}?${search}`, token: admin.token })
  const after = /[?&]after=([^&>]+)/.exec(String(response.headers.link ?? ''))?.[1]
  return { status: response.statusCode, headers: response.headers, rows: response.json<Row[]>(), after }
}

test.each(lists)('%s in pages has each item once, in each order that it knows', async (path, fields) => {
  for (const field of fields)
    for (const sort of sortsOf([field])) {
      const rows: Row[] = []
      let after: string | undefined
      do {
        const page = await call(path, { limit: 2, sort, ...(after && { after }) })
        rows.push(...page.rows)
        after = page.after
      } while (after)
      expect(new Set(rows.map(({ _id }) => _id)).size).toBe(names.length)
      const keys = rows.map((row) => `${row[field]} ${row._id}`)
      expect(keys, sort).toEqual(sort === field ? keys.toSorted() : keys.toSorted().reverse())
    }
})

test.each(lists)('%s is counted only if asked, and on every page', async (path) => {
  const first = await call(path, { limit: 4, count: 'true' })
  expect(first.headers['total-count']).toBe(String(names.length))
  const second = await call(path, { limit: 4, count: 'true', after: first.after ?? '' })
  expect([second.rows.length, second.headers['total-count']]).toEqual([2, String(names.length)])
  expect((await call(path, { limit: 4 })).headers['total-count']).toBeUndefined()
})

test.each([...lists.map(([path]) => path), '/api/manage'])(
  '%s rejects an unknown order, and the cursor of another one',
  async (path) => {
    for (const sort of ['', '-', 'id', 'phone', '--createdAt', 'createdAt,name', "createdAt'", 'constructor'])
      expect((await call(path, { limit: 2, sort })).status, sort).toBe(400)
    const { after } = await call('/api/estimate', { limit: 2, sort: 'name' })
    expect((await call(path, { limit: 2, after: after ?? '' })).status).toBe(400)
    expect((await call(path, { limit: 2, sort: '-createdAt', after: after ?? '' })).status).toBe(400)
    expect((await call(path, { limit: 2, count: 'yes' })).status).toBe(400)
  },
)

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { listProducts, type ProductQuery } from '#server/catalog/products/list.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import fc from '../../../support/fast-check.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import { someRuns } from '../../../support/thoroughness.ts'

let database: Database
let initialIds: string[]

const kinds = ['Brake disc', 'Brake disc cover', 'Pads for brake discs', 'Oil filter', 'Disc lock']
const brands = ['Norrland', 'Añejo', null]
const categories = ['body', 'tools', 'fluids'] as const

function partOf(at: number) {
  return {
    name: `${kinds[at % kinds.length]}, ${200 + (at % 7)} mm`,
    description: at % 3 === 0 ? 'Goes with every brake disc and tyre' : 'One of many',
    brand: brands[at % brands.length] ?? null,
    category: categories[at % 4 === 0 ? 1 : at % categories.length] ?? 'body',
    part_number: at % 5 === 0 ? `NR ${at % 40}` : null,
    price_minor: 100 + ((at * 37) % 11) * 50,
    available: at % 4,
    minimum_order: 1,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, at % 50)),
  }
}

beforeAll(async () => {
  database = await freshDatabase()
  initialIds = []
  for (let at = 0; at < 120; at += 1) initialIds.push(await insertProduct(database.db, partOf(at)))
})
afterAll(() => database.close())

const sorts = ['newest', 'price', '-price', 'name', 'relevance'] as const
const queries: fc.Arbitrary<Omit<ProductQuery, 'limit'>> = fc.record({
  sort: fc.constantFrom(...sorts),
  q: fc.constantFrom(
    undefined,
    'brake disc',
    'disk',
    'brkae disc',
    'disc 203',
    'nr 2',
    'norrland zorbl disc',
    'tyre',
    'goes tyre',
    'brake -cover',
  ),
  category: fc.constantFrom<string[] | undefined>(undefined, ['body'], ['body', 'tools']),
  brand: fc.constantFrom<string[] | undefined>(undefined, ['norrland'], ['anejo', 'norrland']),
  minPriceMinor: fc.constantFrom(undefined, 200),
  inStock: fc.constantFrom(undefined, true),
})
/** Changes of the catalogue between two pages. */
const changes = fc.array(fc.record({ kind: fc.constantFrom('add', 'remove', 'edit'), at: fc.nat(500) }), {
  minLength: 1,
  maxLength: 4,
})

async function readAll(
  query: Omit<ProductQuery, 'limit'>,
  limit: number,
  between: (page: number) => Promise<void>,
) {
  const seen: string[] = []
  let after: string | undefined
  for (let page = 0; page < 200; page += 1) {
    const { items, next } = await listProducts(database.db, { ...query, limit, after }, 'usd')
    seen.push(...items.map(({ _id }) => _id))
    if (next === null) return seen
    after = next
    await between(page)
  }
  throw new Error('The list has no end')
}

test.each([
  ['rare', 0],
  ['common', 1_000_000],
])(
  'with %s words a list shows each initial part once, in order, while parts change',
  async (_, more) => {
    const { db } = database
    // Searches of common words scan an index in the list’s order; others sort all matches.
    await sql`insert into lexeme_count_changes select lexeme, ${more}::integer from lexeme_counts`.execute(db)
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.integer({ min: 2, max: 9 }),
        fc.array(changes, { minLength: 1, maxLength: 6 }),
        async (query, limit, changesByPage) => {
          const addedIds: string[] = []
          const before = await readAll(query, 1000, async () => {})
          const seen = await readAll(query, limit, async (page) => {
            for (const { kind, at } of changesByPage[page % changesByPage.length] ?? []) {
              if (kind === 'add') addedIds.push(await insertProduct(db, partOf(at)))
              const addedId = addedIds[at % Math.max(1, addedIds.length)]
              if (kind === 'remove' && addedId)
                await db
                  .updateTable('products')
                  .set({ archived_at: new Date() })
                  .where('id', '=', addedId)
                  .execute()
              // A change without effect on the order: another picture, more units of a part in stock.
              if (kind === 'edit')
                await db
                  .updateTable('products')
                  .set({
                    img: `/${at}.svg`,
                    available: sql`case when available > 0 then available + 1 else 0 end`,
                  })
                  .where('id', '=', initialIds[at % initialIds.length] ?? '')
                  .execute()
            }
          })
          expect(new Set(seen).size).toBe(seen.length)
          const addedSet = new Set(addedIds)
          expect(seen.filter((id) => !addedSet.has(id))).toEqual(before)
          await db.deleteFrom('products').where('id', 'not in', initialIds).execute()
        },
      ),
      { numRuns: someRuns(40, 4) },
    )
    await sql`delete from lexeme_count_changes where parts = ${more}`.execute(db)
    await sql`update lexeme_counts set parts = parts - ${more} where parts >= ${more}::integer`.execute(db)
  },
  120_000,
)

test('a cursor keeps its corrected query although the mistyped word becomes known', async () => {
  const first = await listProducts(database.db, { q: 'brkae disc', limit: 3 }, 'usd')
  expect(first.items[0]?.name).toMatch(/^Brake disc/)
  const misspeltPartId = await insertProduct(database.db, { name: 'Brkae disc' })
  const second = await listProducts(
    database.db,
    { q: 'brkae disc', limit: 3, after: first.next ?? '' },
    'usd',
  )
  expect(second.items.map(({ name }) => name).join()).toMatch(/^Brake disc/)
  await database.db.deleteFrom('products').where('id', '=', misspeltPartId).execute()
})

test.each([
  ['newest', 'relevance'],
  ['relevance', 'price'],
] as const)('a cursor of %s is rejected by a list sorted by %s', async (made, used) => {
  const { next } = await listProducts(database.db, { q: 'disc', sort: made, limit: 2 }, 'usd')
  const wrong = listProducts(database.db, { q: 'disc', sort: used, limit: 2, after: next ?? '' }, 'usd')
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../../support/database/large-catalogue.ts'
import { readMiscountedLexemes } from '../../support/products/lexeme-counts.ts'
import { openTestStore, type TestStore } from '../../support/store.ts'
import { someOf } from '../../support/thoroughness.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore({ on: await largeCatalogue() })
}, LARGE_CATALOGUE_MS)
afterAll(() => store.close())

test.each(
  someOf(
    [
      ['prices', 'price_minor = price_minor + 1', 8_000],
      ['names', "name = name || ' x'", 4_000],
    ] as const,
    { share: 2 },
  ),
)(
  '%s that are changed by hand take time with the number of parts, not with its square',
  async (_, change, parts) => {
    const client = await store.database.pool.connect()
    const secondsFor = async (count: number) => {
      const start = performance.now()
      await client.query(`update products set ${change} where id in (select id from products limit $1)`, [
        count,
      ])
      return (performance.now() - start) / 1000
    }
    try {
      // plans of triggers are kept from here on
      await secondsFor(1)
      const few = Math.min(await secondsFor(parts / 16), await secondsFor(parts / 16))
      // 256 times as long with the square
      expect((await secondsFor(parts)) / few).toBeLessThan(64)
    } finally {
      client.release()
    }
  },
)

test('what is changed by hand is found by its new words, and counted', { tags: 'long' }, async () => {
  const { pool } = store.database
  const chosen = '(select id from products where name not like $1 order by id limit 40)'
  await pool.query(`update products set archived_at = now() where id in ${chosen}`, ['Zeppelin%'])
  await pool.query(
    `update products set name = 'Zeppelin ' || name, archived_at = null, available = available + 1 where id in ${chosen}`,
    ['Zeppelin%'],
  )
  const { rows: wrong } = await pool.query(
    `select id from products
     where search_vector is distinct from search_lexemes(name, description, brand, category, part_number)`,
  )
  expect(wrong).toEqual([])
  const { items } = await store.api.listProducts({ query: { q: 'zeppelin', limit: 100 } })
  expect(items).toHaveLength(40)
  expect(await readMiscountedLexemes(store.database.db)).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../../support/database/large-catalogue.ts'
import { openTestStore, type TestStore } from '../../support/store.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore({ on: await largeCatalogue() })
}, LARGE_CATALOGUE_MS)
afterAll(() => store.close())

test('prices that are changed by hand take time with the number of parts, not with its square', async () => {
  const client = await store.database.pool.connect()
  const secondsFor = async (parts: number) => {
    const start = performance.now()
    await client.query(
      'update products set price_minor = price_minor + 1 where id in (select id from products limit $1)',
      [parts],
    )
    return (performance.now() - start) / 1000
  }
  try {
    // plans of triggers are kept from here on
    await secondsFor(1)
    const few = Math.min(await secondsFor(500), await secondsFor(500))
    // 16 times as many: 256 times as long with the square
    expect((await secondsFor(8_000)) / few).toBeLessThan(64)
  } finally {
    client.release()
  }
})

test('what is changed by hand is found by its new words', async () => {
  const { pool } = store.database
  await pool.query(
    `update products set name = 'Zeppelin ' || name, available = available + 1
     where id in (select id from products where archived_at is null order by id limit 40)`,
  )
  const { rows: wrong } = await pool.query(
    `select id from products
     where search_vector is distinct from search_lexemes(name, description, brand, category, part_number)`,
  )
  expect(wrong).toEqual([])
  const { items } = await store.api.listProducts({ query: { q: 'zeppelin', limit: 100 } })
  expect(items).toHaveLength(40)
})

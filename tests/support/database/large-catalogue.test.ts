import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { LARGE_CATALOGUE_MS, LARGE_PARTS, largeCatalogue } from './large-catalogue.ts'

let both: Database[]

beforeAll(async () => {
  both = await Promise.all([largeCatalogue(), largeCatalogue()])
}, LARGE_CATALOGUE_MS)

afterAll(async () => {
  await Promise.all(both.map((database) => database.close()))
})

test('of two callers at the same time, one does not see the other’s changes', async () => {
  await both[0]?.db.deleteFrom('products').where('category', '=', 'fluids').execute()
  const counts = await Promise.all(both.map(countParts))
  expect(counts[1]).toBe(LARGE_PARTS)
  expect(counts[0]).toBeLessThan(LARGE_PARTS)
})

async function countParts({ db }: Database): Promise<number> {
  const counted = await db
    .selectFrom('products')
    .select(db.fn.countAll<number>().as('parts'))
    .executeTakeFirst()
  return counted?.parts ?? 0
}

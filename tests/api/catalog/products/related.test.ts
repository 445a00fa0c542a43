import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#database/uuid.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { insertProduct } from '../../../support/shop-rows.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const related = (id: string) => shop.api.getRelatedParts({ params: { id } })
const similarTo = async (id: string) => (await related(id)).similar.map(({ _id }) => _id)
let made = 0
/** Each part is newer than the one before. */
function insert(values: Parameters<typeof insertProduct>[1] = {}): Promise<string> {
  made += 1
  return insertProduct(shop.database.db, { created_at: new Date(Date.UTC(2026, 0, 1, 0, made)), ...values })
}

test('a part without a type has the newest of its category in stock, then those sold out, never itself', async () => {
  const engine = { category: 'engine' } as const
  const out = await insert({ ...engine, available: 1, minimum_order: 2 })
  const [a, b, c] = [await insert(engine), await insert(engine), await insert(engine)]
  await insert({ ...engine, archived_at: new Date() })
  await insert({ category: 'body' })
  const id = await insert(engine)
  expect(await similarTo(id)).toEqual([c, b, a, out])
  expect(await similarTo(c)).toEqual([id, b, a, out])
  const d = await insert(engine)
  expect(await similarTo(id)).toEqual([d, c, b, a])
})

test('the only part of a category has nothing similar', async () => {
  const id = await insert({ category: 'fluids' })
  expect(await similarTo(id)).toEqual([])
})

test('an unknown or archived part has nothing related', async () => {
  const archived = await insert({ archived_at: new Date() })
  for (const id of [archived, newId(), 'x'])
    expect((await shop.call({ url: `/api/service/${id}/related` })).statusCode, id).toBe(404)
})

test('a cached answer follows the stock of the parts that it shows', async () => {
  const wheels = { category: 'wheels' } as const
  const [first, second] = [await shop.part(wheels), await shop.part(wheels)]
  const part = await shop.part(wheels)
  const url = `/api/service/${part._id}/related`
  const shown = async () => (await shop.call({ url })).json().similar.map(({ _id }: { _id: string }) => _id)
  for (let times = 0; times < 3; times += 1) expect(await shown()).toEqual([second._id, first._id])
  const admin = await shop.staff('admin')
  await admin.api.updateProduct({ params: { id: second._id }, body: { addQuantity: -100 } })
  expect(await shown()).toEqual([first._id, second._id])
})

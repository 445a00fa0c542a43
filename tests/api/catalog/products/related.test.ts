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

test('a part of a type has one part in stock of each related type that shares its values, of its brand first', async () => {
  const disc = (axle: string, more: object = {}) =>
    shop.part({ type: 'brake-disc', attributes: { axle, diameter: 280 }, brand: 'Steinbrekk', ...more })
  const pad = (axle: string, more: object = {}) =>
    shop.part({ type: 'brake-pad', attributes: { axle }, ...more })
  const front = await disc('front')
  const ofBrand = await pad('front', { brand: 'Steinbrekk', productName: 'Pads of the brand' })
  await pad('front', { brand: 'Other', productName: 'Newer pads' })
  await pad('front', { brand: 'Steinbrekk', available: 0 })
  const rearPad = await pad('rear')
  const fluid = await shop.part({ type: 'brake-fluid', brand: 'Other' })
  const { together } = await related(front._id)
  expect(together.map(({ _id }) => _id)).toEqual([ofBrand._id, fluid._id])
  const rear = await disc('rear')
  expect((await related(rear._id)).together.map(({ _id }) => _id)).toEqual([rearPad._id, fluid._id])
})

test('what is similar has the type of the part: in stock first, then the most equal values', async () => {
  const oil = (attributes: object, more: object = {}) =>
    shop.part({ type: 'tyre', attributes: { width: 205, aspect: 55, rim: 16, ...attributes }, ...more })
  const part = await oil({})
  const other = await oil({ width: 225, aspect: 45, rim: 17 })
  const equal = await oil({})
  const near = await oil({ width: 215 })
  const out = await oil({}, { available: 0 })
  // of another type, and newer
  await shop.part({ type: 'alloy-wheel', category: part.category })
  expect(await similarTo(part._id)).toEqual([equal._id, near._id, other._id, out._id])
})

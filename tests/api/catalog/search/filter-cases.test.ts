import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { apply, csv, dryRun } from '../../../support/imports.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
beforeAll(async () => {
  // with a fixed clock no response expires: what changes must invalidate it
  shop = await openShop({ cacheLife: { now: () => 0 } })
  admin = await shop.staff('admin')
})
afterAll(() => shop?.close())

type Query = NonNullable<Parameters<Shop['api']['listProducts']>[0]>['query']
type Filters = Omit<NonNullable<Query>, 'limit' | 'sort' | 'after' | 'page'>

const disc = { type: 'brake-disc', category: 'body' }
const discs = { type: 'brake-disc' }
/** Thrice: the third response comes from the cache. */
const listed = async (query: Query) => {
  for (let time = 0; time < 2; time += 1) await shop.api.listProducts({ query })
  return (await shop.api.listProducts({ query })).items.map(({ _id }) => _id)
}
const countsOf = async (query: Filters) => {
  for (let time = 0; time < 2; time += 1) await shop.api.countProducts({ query })
  return shop.api.countProducts({ query })
}
const countOf = async (query: Filters, key: string, value: string) => {
  const { attributes } = await countsOf(query)
  return attributes.find((one) => one.key === key)?.values.find((one) => one.value === value)?.parts
}
const change = (part: Product, body: object) => admin.api.updateProduct({ params: { id: part._id }, body })

test('a number is a value of its own attribute alone', async () => {
  const wide = await shop.part({ ...disc, attributes: { diameter: 44 } })
  const thick = await shop.part({ ...disc, attributes: { thickness: 44 } })
  expect(await listed({ ...discs, attributes: 'diameter=44' })).toEqual([wide._id])
  expect(await listed({ ...discs, attributes: 'thickness=43..45' })).toEqual([thick._id])
})

test('decimals that say nothing are the same value, however it was written', async () => {
  const part = await shop.part({ ...disc, partNumber: 'DECIMALS-1', attributes: { thickness: 12.5 } })
  await apply(
    admin,
    await dryRun(
      admin,
      csv([
        ['partNumber', 'attr:thickness'],
        ['DECIMALS-1', '13.50'],
      ]),
    ),
  )
  for (const spelled of ['13.5', '13.50', '13.50..13.5'])
    expect(await listed({ ...discs, attributes: `thickness=${spelled}` }), spelled).toEqual([part._id])
  expect(await countOf(discs, 'thickness', '13.5')).toBe(1)
})

test('a number that SQL stored as text is found as the number, and shown', async () => {
  const part = await shop.part({ ...disc, attributes: { diameter: 455 } })
  const { pool } = shop.database
  await pool.query(`update products set attributes = '{"diameter": "456"}' where id = $1`, [part._id])
  // an operator's change invalidates nothing
  shop.cache.invalidate(['*'])
  expect(await listed({ ...discs, attributes: 'diameter=456' })).toEqual([part._id])
  const shown = await shop.api.getProduct({ params: { id: part._id } })
  expect(shown.attributes).toMatchObject([{ key: 'diameter', text: '456' }])
})

test('a part without a type is in its category, and in no list of a type', async () => {
  const part = await shop.part({ category: 'fluids' })
  expect(await listed({ category: 'fluids' })).toEqual([part._id])
  expect((await countsOf({ category: 'fluids' })).total.parts).toBe(1)
  for (const { key } of (await countsOf({ category: 'fluids' })).types)
    expect(await listed({ category: 'fluids', type: key }), key).toEqual([])
})

test('a brand with a comma is one brand, in both spellings of an address', async () => {
  const part = await shop.part({ ...disc, brand: 'Kolb, Sons & Co' })
  const { brands } = await countsOf(discs)
  expect(brands).toContainEqual({ brand: 'Kolb, Sons & Co', parts: 1, isMore: false })
  for (const brand of ['Kolb  Sons & Co', 'kolb sons co']) {
    expect(await listed({ brand }), brand).toEqual([part._id])
    expect(await listed({ ...discs, brand }), brand).toEqual([part._id])
    expect((await countsOf({ ...discs, brand })).total.parts, brand).toBe(1)
  }
})

test('a value whose last part is sold out goes from what is in stock, unless it is chosen', async () => {
  const part = await shop.part({ ...disc, available: 2, attributes: { diameter: 301 } })
  const inStock = { ...discs, inStock: 'true' as const }
  expect(await countOf(inStock, 'diameter', '301')).toBe(1)
  await shop.order([{ part, quantity: 2 }])
  expect(await countOf(inStock, 'diameter', '301')).toBeUndefined()
  expect(await countOf({ ...inStock, attributes: 'diameter=301' }, 'diameter', '301')).toBe(0)
  expect(await countOf(discs, 'diameter', '301')).toBe(1)
})

test('lists, counts and ranges that are cached follow a part that is archived, or has another value', async () => {
  const part = await shop.part({ ...disc, attributes: { diameter: 311 } })
  const other = await shop.part({ ...disc, attributes: { diameter: 312 } })
  const query = { ...discs, attributes: 'diameter=311..314' }
  expect(await listed(query)).toEqual([other._id, part._id])
  await change(part, { attributes: { diameter: 313 } })
  expect(await listed(query)).toEqual([other._id, part._id])
  expect(await countOf(query, 'diameter', '311')).toBeUndefined()
  expect(await countOf(query, 'diameter', '313')).toBe(1)
  await admin.api.deleteProduct({ params: { id: other._id } })
  expect(await listed(query)).toEqual([part._id])
  expect((await countsOf(query)).total.parts).toBe(1)
})

test('a cursor goes on behind its part, whatever the filters are; one of another order is refused', async () => {
  const made = []
  for (let at = 0; at < 6; at += 1)
    made.push(await shop.part({ ...disc, attributes: { diameter: 320 + (at % 2), thickness: 50 } }))
  const newest = made.map(({ _id }) => _id).reverse()
  const thick = { ...discs, attributes: 'thickness=50', limit: 2 }
  const { next } = await shop.api.listProducts({ query: thick })
  const after = next ?? ''
  const narrower = { ...discs, attributes: 'diameter=320;thickness=50', limit: 2, after }
  const { items } = await shop.api.listProducts({ query: narrower })
  expect(items.map(({ _id }) => _id)).toEqual([newest[3], newest[5]])
  for (const query of [
    { ...thick, sort: 'price' as const, after },
    { ...thick, q: 'disc', after },
  ])
    await expect(shop.api.listProducts({ query })).rejects.toMatchObject({
      status: 400,
      problem: { errors: [{ path: 'after' }] },
    })
})

test('parts and types of a subcategory that moves are in their new category at once', async () => {
  const params = { id: 'couplings' }
  await admin.api.saveCategory({ params, body: { name: 'Couplings', parent: 'body' } })
  const key = 'coupling'
  const type = { name: 'Coupling', plural: 'Couplings', category: 'body', subcategory: 'couplings' }
  await admin.api.savePartType({ params: { key }, body: { ...type, attributes: [] } })
  const part = await shop.part({ type: key, category: 'body', subcategory: 'couplings' })
  const placeOf = async () => [
    (await listed({ category: 'electrical' })).includes(part._id),
    (await listed({ category: 'body', type: key })).includes(part._id),
    (await listed({ category: 'electrical,fluids', type: key })).includes(part._id),
    (await countsOf({ category: 'electrical' })).types.some((one) => one.key === key),
    (await shop.api.getProduct({ params: { id: part._id } })).category,
  ]
  expect(await placeOf()).toEqual([false, true, false, false, 'body'])
  await admin.api.saveCategory({ params, body: { parent: 'electrical' } })
  expect(await placeOf()).toEqual([true, false, true, true, 'electrical'])
})

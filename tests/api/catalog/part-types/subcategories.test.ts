import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
beforeAll(async () => {
  // with a fixed clock no response expires: what changes must invalidate it
  shop = await openShop({ cacheLife: { now: () => 0 } })
  admin = await shop.staff('admin')
  await save('brakes', 'body')
  await save('doors', 'body')
  await save('pumps', 'engine')
})
afterAll(() => shop?.close())

type Query = NonNullable<Parameters<Shop['api']['countProducts']>[0]>['query']

const save = (id: string, parent: string) =>
  admin.api.saveCategory({ params: { id }, body: { name: id, parent } })
/** Thrice: the third response comes from the cache. */
const listed = async (query: Query) => {
  for (let time = 0; time < 2; time += 1) await shop.api.listProducts({ query })
  return (await shop.api.listProducts({ query })).items.map(({ _id }) => _id)
}
const countsOf = async (query: Query) => {
  for (let time = 0; time < 2; time += 1) await shop.api.countProducts({ query })
  return shop.api.countProducts({ query })
}
const partsIn = async (query: Query, id: string) =>
  (await countsOf(query)).subcategories.find(({ subcategory }) => subcategory === id)?.parts

test('a list, a search and their counts have the parts of a subcategory alone', async () => {
  const place = { category: 'body', type: 'brake-disc' }
  const disc = await shop.part({ ...place, productName: 'Vented rotor', subcategory: 'brakes', price: 20 })
  const dear = await shop.part({ ...place, productName: 'Slotted rotor', subcategory: 'brakes', price: 90 })
  const door = await shop.part({
    category: 'body',
    productName: 'Door rotor',
    subcategory: 'doors',
    price: 50,
  })
  const none = await shop.part({ category: 'body', productName: 'Plain rotor', price: 60 })
  const body = { category: 'body' }
  const brakes = { ...body, subcategory: 'brakes' }
  expect(await listed(brakes)).toEqual([dear._id, disc._id])
  expect(await listed({ ...brakes, q: 'rotor' })).toEqual([dear._id, disc._id])
  for (const more of [{}, { q: 'rotor' }]) {
    const priced = { ...brakes, ...more, minPrice: '30' }
    for (const sort of ['newest', 'price', '-price', 'rating', 'name'] as const)
      expect((await shop.api.listProducts({ query: { ...priced, sort } })).items, sort).toMatchObject([
        { _id: dear._id },
      ])
    expect(await listed({ ...brakes, ...more, type: 'brake-disc' })).toEqual([dear._id, disc._id])
    const counts = await countsOf({ ...brakes, ...more })
    expect(counts.total).toEqual({ parts: 2, isMore: false })
    expect(counts.subcategories).toEqual([
      { subcategory: 'brakes', parts: 2, isMore: false },
      { subcategory: 'doors', parts: 1, isMore: false },
    ])
    // other categories can be chosen from it
    expect(counts.categories).toContainEqual({ category: 'body', parts: 4, isMore: false })
    expect(counts.types.find(({ key }) => key === 'brake-disc')?.parts).toBe(2)
    expect((await countsOf({ ...body, ...more, type: 'brake-disc' })).subcategories).toMatchObject([
      { parts: 2 },
      { parts: 0 },
    ])
    expect((await countsOf(more)).subcategories).toEqual([])
    expect((await countsOf({ category: 'body,engine', ...more })).subcategories).toEqual([])
  }
  expect(await listed(body)).toEqual([none._id, door._id, dear._id, disc._id])
})

test('a subcategory alone is that of its category; beside another one, or several, it is refused', async () => {
  const part = await shop.part({ category: 'engine', subcategory: 'pumps' })
  expect(await listed({ subcategory: 'pumps' })).toEqual([part._id])
  expect((await countsOf({ subcategory: 'pumps' })).subcategories).toMatchObject([{ subcategory: 'pumps' }])
  for (const query of [
    { subcategory: 'pumps', category: 'body' },
    { subcategory: 'pumps', category: 'engine,body' },
    { subcategory: 'nothing' },
    // a category of the first level is none
    { subcategory: 'engine', category: 'engine' },
    { subcategory: 'Pumps' },
    { subcategory: '__proto__' },
  ])
    for (const call of [shop.api.listProducts, shop.api.countProducts])
      await expect(call({ query }), JSON.stringify(query)).rejects.toMatchObject({
        status: 400,
        problem: { errors: [{ path: 'subcategory' }] },
      })
})

test('lists and counts that are cached follow a part, and a subcategory, that goes elsewhere', async () => {
  const part = await shop.part({ category: 'engine', subcategory: 'pumps' })
  const params = { id: part._id }
  const before = (await partsIn({ category: 'engine' }, 'pumps')) ?? 0
  await admin.api.updateProduct({ params, body: { subcategory: null } })
  expect(await listed({ subcategory: 'pumps' })).not.toContain(part._id)
  expect(await partsIn({ category: 'engine' }, 'pumps')).toBe(before - 1)
  await admin.api.updateProduct({ params, body: { subcategory: 'pumps' } })
  expect(await partsIn({ category: 'engine' }, 'pumps')).toBe(before)
  await save('pumps', 'wheels')
  expect(await listed({ category: 'wheels', subcategory: 'pumps' })).toContain(part._id)
  expect(await partsIn({ category: 'wheels' }, 'pumps')).toBe(before)
  expect((await countsOf({ category: 'engine' })).subcategories).toEqual([])
  await expect(
    shop.api.listProducts({ query: { category: 'engine', subcategory: 'pumps' } }),
  ).rejects.toThrow()
  const other = await countsOf({ category: 'wheels', subcategory: 'pumps', minPrice: '0' })
  expect(other.total.parts).toBe(before)
})

test('a subcategory is suggested by its name', async () => {
  const { categories } = await shop.api.suggestProducts({ query: { q: 'door' } })
  expect(categories).toEqual(['doors'])
})

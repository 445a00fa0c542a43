import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { exampleAddress } from '#demo/purchase.ts'
import { buyCart, fillCart } from '../../../support/orders/carts.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let disc: Product
let repair: Order

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  disc = await shop.part({ productName: 'Front brake disc', partNumber: 'BR-2804-22' })
  const parts = [
    disc,
    await shop.part({ productName: 'Caliper Überholsatz', partNumber: 'CK 77/19.A' }),
    await shop.part({ productName: 'Brake hose', partNumber: null }),
  ] as const
  const [first, second, third] = parts
  const at = { name: 'Inès Ferreira', address: '44 Harbor Rd', location: 'Port Alder' }
  repair = await shop.order([{ part: first }, { part: second }, { part: third }], at)
  await shop.order([{ part: await shop.part({ productName: 'Oil filter', partNumber: 'OF-1' }) }], {
    buyer: await shop.buyer(),
    name: 'Sam Okafor',
  })
})
afterAll(() => shop.close())

async function found(q: string): Promise<string[]> {
  const { items } = await admin.api.listAllOrders({ query: { q } })
  const { orders } = await admin.api.find({ query: { q } })
  expect(orders?.map(({ _id }) => _id)).toEqual(items.map(({ _id }) => _id))
  return items.map(({ _id }) => _id)
}

test.each([
  ['the name of its first part', 'front brake disc'],
  ['the name of its second part', 'caliper'],
  ['a word with other letters', 'uberholsatz'],
  ['the name of its last part', 'brake hose'],
  ['words of two parts', 'hose caliper'],
  ['its buyer and a later part', 'ferreira hose'],
  ['a part number as printed', 'CK 77/19.A'],
  ['a part number without separators', 'ck7719a'],
  ['the beginning of one', 'ck771'],
  ['the number of its first part and the town', 'br280422 alder'],
])('an order of three parts is found by %s', async (_, q) => {
  expect(await found(q)).toEqual([repair._id])
})

test.each(['ck7719b', 'hose okafor', 'oil hose', '7719'])('“%s” finds no order', async (q) => {
  expect(await found(q)).toEqual([])
})

test('an order is found by the address of its invoice, which is not that of the goods', async () => {
  const buyer = await shop.buyer()
  const { phone: _, ...address } = exampleAddress
  const billTo = {
    ...{
      ...address,
      name: 'Jörg Buchhalter',
      company: 'Kettenwerk',
      line1: '9 Ziegelhof',
      line2: 'Block Q7',
    },
    ...{ postcode: '26133', city: 'Oldenburg', country: 'DE' },
  }
  const order = await buyCart(buyer, await fillCart(buyer, disc), { billTo })
  for (const q of [
    'jorg buchhalter',
    'Kettenwerk',
    'ziegelhof',
    'block q7',
    '26133',
    'oldenb',
    'kettenwerk disc',
  ])
    expect([q, await found(q)]).toEqual([q, [order._id]])
  const { people } = await admin.api.find({ query: { q: 'kettenwerk' } })
  expect(people?.map(({ email }) => email)).toEqual([buyer.email])
  // names of its fields, and a country, are no words of it
  for (const q of ['line1', 'company', 'postcode', 'kettenwerk okafor']) expect(await found(q)).toEqual([])
})

test('an order keeps the words under which its parts were sold', async () => {
  const part = await shop.part({ productName: 'Relay', partNumber: 'RL-5501' })
  const order = await shop.order([{ part: disc }, { part }], { buyer: await shop.buyer() })
  const { productName, partNumber } = { productName: 'Switch', partNumber: 'SW-9902' }
  await admin.api.updateProduct({ params: { id: part._id }, body: { productName, partNumber } })
  expect(await found('relay')).toEqual([order._id])
  expect(await found('rl5501')).toEqual([order._id])
  expect(await found('switch')).toEqual([])
  // by the number that the part has now, too
  expect(await found('sw9902')).toEqual([order._id])
})

test('an order from before the words of all parts were kept is found by its part', async () => {
  const part = await shop.part({ productName: 'Thermostat' })
  const order = await shop.order([{ part }], { buyer: await shop.buyer() })
  const old = shop.database.db.updateTable('orders').set({ part_words: null })
  await old.where('id', '=', order._id).execute()
  expect(await found('thermostat')).toEqual([order._id])
})

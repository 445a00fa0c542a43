import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/sales/orders/orders.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let buyer: Person
let stranger: Person
let order: Order
let paid: Order

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
  stranger = await shop.buyer()
  const part = await shop.part({ productName: 'Clutch kit' })
  order = await shop.order([{ part }], { buyer })
  paid = await shop.paid(await shop.order([{ part }, { part: await shop.part() }], { buyer }))
})
afterAll(() => shop.close())

/** What a person gets, without the id that each refusal has of its own. */
async function answer(url: string, person?: Person, method: 'GET' | 'DELETE' = 'GET') {
  const { statusCode, body } = await shop.call({ method, url, ...(person && { token: person.token }) })
  const { requestId, ...problem } = JSON.parse(body)
  return { statusCode, problem }
}

test('numbers have six digits and follow each other', () => {
  expect([order.number, paid.number]).toEqual([100_001, 100_002])
})

test('the buyer and staff read an order by its number as by its id', async () => {
  for (const { _id, number } of [order, paid]) {
    for (const { api } of [buyer, admin, await shop.staff('viewer')]) {
      const byNumber = await api.getOrder({ params: { id: String(number) } })
      expect(byNumber).toEqual(await api.getOrder({ params: { id: _id } }))
      expect(byNumber).toMatchObject({ _id, number })
    }
  }
})

test('the number of another account’s order is answered as one that no order has', async () => {
  const unknown = await answer('/api/order/999999', stranger)
  expect(unknown.statusCode).toBe(404)
  for (const person of [stranger, await shop.staff('catalogue')]) {
    expect(await answer(`/api/order/${order.number}`, person)).toEqual(unknown)
  }
  const signedOut = await answer('/api/order/999999')
  expect(signedOut.statusCode).toBe(401)
  expect(await answer(`/api/order/${order.number}`)).toEqual(signedOut)
})

test.each([
  ['0100001'],
  ['-100001'],
  ['100001.0'],
  ['1e5'],
  ['0'],
  ['9223372036854775808'],
  ['٣'],
  ['100001 '],
])('%j is the number of no order', async (number) => {
  expect((await answer(`/api/order/${encodeURIComponent(number)}`, admin)).statusCode).toBe(404)
})

test('a number deletes nothing, opens no receipt, pays and refunds nothing', async () => {
  expect((await answer(`/api/order/${order.number}`, buyer, 'DELETE')).statusCode).toBe(404)
  expect((await answer(`/api/order/${order.number}`, admin, 'DELETE')).statusCode).toBe(404)
  expect((await answer(`/api/order/${paid.number}/receipt.pdf`, admin)).statusCode).toBe(404)
  const params = { id: String(paid.number) }
  await expect(admin.api.refundOrder({ params, body: { refunded: 0 } })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(admin.api.setOrderStatus({ params, body: { status: 'Shift' } })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await buyer.api.getOrder({ params: { id: order._id } })).toMatchObject({ paid: false })
})

test('staff find an order by its number, also as pages and mails write it, before others that have it in an address', async () => {
  const address = `House ${paid.number}`
  const near = await shop.order([{}], { buyer, address })
  const { number } = paid
  for (const q of [`${number}`, `#${number}`, ` ${number} `, `Order ${number}`, `order #${number}`]) {
    const found = (await admin.api.find({ query: { q } })).orders
    expect(found?.[0], q).toMatchObject({ _id: paid._id, number: paid.number, exact: true })
    const listed = await admin.api.listAllOrders({ query: { q } })
    expect(listed.items.map(({ number }) => number)).toContain(paid.number)
  }
  const [first] = (await admin.api.find({ query: { q: `${number}` } })).orders ?? []
  const ofReceipt = await admin.api.find({ query: { q: `Receipt ${first?.receiptNumber}` } })
  expect(ofReceipt.orders?.[0]).toMatchObject({ _id: paid._id, exact: true })
  const numbers = (await admin.api.find({ query: { q: String(paid.number) } })).orders
  expect(numbers?.map(({ number, exact }) => [number, exact])).toEqual([
    [paid.number, true],
    [near.number, false],
  ])
})

test('a deleted order has no page', async () => {
  const { _id, number } = await shop.order([{}], { buyer })
  await buyer.api.deleteOrder({ params: { id: _id } })
  for (const person of [buyer, admin])
    expect((await answer(`/api/order/${number}`, person)).statusCode).toBe(404)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import type { Found } from '#contract/sales/find/find.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import type { Person } from '../../support/store.ts'

let shop: Shop
let admin: Person
let ines: Person
let disc: Product
let order: Order
let paid: Order

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  ines = await shop.buyer('Inès Ferreira')
  disc = await shop.part({ productName: 'Front brake disc', partNumber: 'BR-2804-22' })
  const spring = await shop.part({ productName: 'Coil spring', partNumber: 'SU-3301-12', available: 7 })
  const at = { address: '44 Harbor-Side Rd', location: 'Port Alder, OH', phone: '+1 555 014 7731' }
  order = await shop.order([{ part: disc }], { buyer: ines, ...at, name: 'Inès Ferreira' })
  const sam = await shop.buyer('Sam O’Kafor')
  const other = { address: '5 Mill Lane', location: 'Köln', phone: '0221 998877', name: 'Sam O’Kafor' }
  paid = await shop.paid(await shop.order([{ part: spring }], { buyer: sam, ...other }))
})
afterAll(() => shop.close())

const find = (q: string, person = admin): Promise<Found> => person.api.find({ query: { q } })
const orderIds = async (q: string) => (await find(q)).orders?.map(({ _id }) => _id)

test.each([
  ['the beginning of a last name', 'ferr'],
  ['a name without its accent', 'INES'],
  ['two words in any order', 'ferreira ine'],
  ['a word of the address', 'harbor'],
  ['the second half of a joined word', 'side'],
  ['street and town', '44 harbor port'],
  ['the beginning of the email address', 'person2'],
  ['the whole phone number', '+1 555 014 7731'],
  ['the phone number without the country', '(555) 014-7731'],
  ['the end of the phone number', '147731'],
  ['a name and the end of the phone number', 'ines 7731'],
  ['a word of the name of the part', 'brake disc'],
  ['the number of the part', 'br280422'],
])('an order is found by %s', async (_, q) => {
  expect(await orderIds(q)).toEqual([order._id])
})

test('an order is found by its id, the beginning of it, its transaction id and its receipt number, and is the first', async () => {
  const { transactionId, receiptNumber, _id } = paid
  const buyer = await shop.buyer('Number Neighbour')
  const address = `Road ${receiptNumber}`
  const near = await shop.order([{ part: disc }], { buyer, address, phone: '030 1234567' })
  for (const q of [_id, _id.toUpperCase(), _id.slice(0, -4), String(transactionId)]) {
    expect((await find(q)).orders?.[0], q).toMatchObject({ _id, exact: true })
  }
  const byNumber = (await find(` ${receiptNumber} `)).orders
  expect(byNumber).toMatchObject([{ _id, exact: true, receiptNumber }])
  expect(await orderIds(address)).toEqual([near._id])
  expect(await orderIds(near._id)).toEqual([near._id])
})

test.each([
  ['letters from the middle of a word', 'arbor'],
  ['one word that fits and one that does not', 'ferreira mill'],
  ['the first digits of a phone number', '1555014'],
  ['the domain of an email address', 'example.com'],
  ['one letter', 'i'],
  ['nothing', '   '],
  ['punctuation', `'&|!():*\\ <-> %_`],
  ['an unfinished id', '0192abcd-'],
])('%s finds no order', async (_, q) => {
  expect(await orderIds(q)).toEqual([])
})

test('a deleted order is not found, nor a deleted account', async () => {
  const gone = await shop.buyer('Quentin Quick')
  const placed = await shop.order([{ part: disc }], { buyer: gone, name: 'Quentin Quick' })
  expect(await orderIds('quentin')).toEqual([placed._id])
  await gone.api.deleteOrder({ params: { id: placed._id } })
  expect(await orderIds('quentin')).toEqual([])
  expect(await orderIds(placed._id)).toEqual([])
  expect((await find('quentin')).people).toMatchObject([{ email: gone.email }])
  await shop.apiWith(gone.idToken).deleteAccount({ params: { email: gone.email } })
  expect((await find('quentin')).people).toEqual([])
})

test('people are found by name, address and phone number, also those of their orders; an exact address is the first', async () => {
  const emails = async (q: string) => (await find(q)).people?.map(({ email }) => email)
  for (const q of ['ferreira', 'harbor', '7731', ines.email, ines.email.toUpperCase()]) {
    expect(await emails(q), q).toEqual([ines.email])
  }
  expect((await find(ines.email)).people).toMatchObject([
    { exact: true, role: 'user', displayName: 'Inès Ferreira' },
  ])
  // the part of an order does not say who bought it, its receipt does
  expect(await emails('brake disc')).toEqual([])
  expect(await emails(String(paid.transactionId))).toEqual([paid.email])
  // "person1" is also the beginning of "person10" and others
  const first = (await find('person1@example.com')).people?.[0]
  expect(first).toMatchObject({ email: 'person1@example.com', role: 'admin', exact: true })
})

test('parts are found by number, name and id, with their stock', async () => {
  for (const q of ['SU-3301-12', 'su330112', 'coil spr']) {
    expect((await find(q)).parts, q).toMatchObject([{ partNumber: 'SU-3301-12', availableQuantity: 6 }])
  }
  expect((await find('su330112')).parts).toMatchObject([{ exact: true }])
  expect((await find(disc._id)).parts).toMatchObject([{ _id: disc._id, exact: true }])
})

test('each role sees its groups only, and a customer none', async () => {
  const groups = async (person: Person) =>
    Object.entries(await find('ferreira', person)).flatMap(([name, found]) => (found ? [name] : []))
  expect(await groups(admin)).toEqual(['orders', 'people', 'parts'])
  expect(await groups(await shop.staff('orders'))).toEqual(['orders', 'people'])
  expect(await groups(await shop.staff('viewer'))).toEqual(['orders', 'people'])
  expect(await groups(await shop.staff('accounts'))).toEqual(['orders', 'people'])
  const catalogue = await shop.staff('catalogue')
  expect(await groups(catalogue)).toEqual(['parts'])
  // nothing of an order or a person reaches a role without permission
  expect(JSON.stringify(await find(order._id, catalogue))).not.toContain('Ferreira')
  await expect(find('ferreira', ines)).rejects.toMatchObject({ code: 'forbidden' })
})

test('a query of more than 200 characters is refused, and the longest one is answered', async () => {
  await expect(find('a'.repeat(201))).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  const many = Array.from({ length: 66 }, (_, at) => (at + 10).toString(36))
    .join(' ')
    .slice(0, 200)
  expect((await find(many)).orders).toEqual([])
  expect((await find('\u0301'.repeat(200))).orders).toEqual([])
})

test('the list of orders shows all that is found, in its order and with its filters', async () => {
  const buyer = await shop.buyer('Zoe Zimmer')
  const body = { buyer, name: 'Zoe Zimmer' }
  const first = await shop.order([{ part: disc }], body)
  const second = await shop.order([{ part: disc }], body)
  const list = (query: { q: string; paid?: 'true'; limit?: number; after?: string }) =>
    admin.api.listAllOrders({ query })
  const { items, next } = await list({ q: ' zimmer ', limit: 1 })
  expect(items.map(({ _id }) => _id)).toEqual([second._id])
  const rest = await list({ q: ' zimmer ', limit: 1, after: next ?? '' })
  expect(rest).toMatchObject({ items: [{ _id: first._id }], next: null })
  expect((await list({ q: 'zimmer', paid: 'true' })).items).toEqual([])
  expect((await list({ q: paid._id.slice(0, 30), paid: 'true' })).items).toMatchObject([{ _id: paid._id }])
  expect((await list({ q: '?' })).items).toEqual([])
  expect((await list({ q: ' ', limit: 2 })).items).toMatchObject([{ _id: second._id }, { _id: first._id }])
})

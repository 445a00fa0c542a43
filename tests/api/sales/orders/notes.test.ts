import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/sales/orders/orders.ts'
import { writeOrderMails } from '#server/sales/orders/order-mails.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { mailingStore } from '../../../support/orders/mailing-store.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let clerk: Person
let buyer: Person
let order: Order

beforeAll(async () => {
  shop = await openShop()
  clerk = await shop.staff('orders')
  buyer = await shop.buyer('Ines Ferreira')
  order = await shop.order([{}])
})
afterAll(() => shop.close())

const add = (text: string, { _id: id } = order, by = clerk) =>
  by.api.addOrderNote({ params: { id }, body: { text } })
const list = ({ _id: id } = order, by = clerk) => by.api.listOrderNotes({ params: { id } })

test('notes are listed in the order in which they were written, with who wrote them', async () => {
  const viewer = await shop.staff('viewer')
  const accounts = await shop.staff('accounts')
  const placed = await shop.order([{}])
  expect(await list(placed)).toEqual([])
  const first = await add('  Caliper came in.\nCheck the screw.  ', placed)
  shop.clock.advance(1000)
  await add('Checked.', placed, accounts)
  expect(first).toMatchObject({ text: 'Caliper came in.\nCheck the screw.', by: { email: clerk.email } })
  const notes = await list(placed, viewer)
  expect(notes.map(({ text, by }) => [text, by.email])).toEqual([
    [first.text, clerk.email],
    ['Checked.', accounts.email],
  ])
  expect(notes[0]).toEqual(first)
  expect(await list()).toEqual([])
})

test.each([
  ['blank', '  \n ', '400 invalid_request'],
  ['longer than 2,000 characters', 'x'.repeat(2001), '400 invalid_request'],
])('a note that is %s is refused', async (_, text, outcome) => {
  const placed = await shop.order([{}])
  expect(await outcomeOf(add(text, placed))).toBe(outcome)
  expect(await list(placed)).toEqual([])
})

test('a note has up to 2,000 characters of any kind', async () => {
  const text = '🔧'.repeat(1000)
  expect((await add(text)).text).toBe(text)
})

test('an unknown and a deleted order have no notes', async () => {
  const gone = await shop.order([{}])
  await add('Soon gone', gone)
  await buyer.api.deleteOrder({ params: { id: gone._id } })
  expect(await outcomeOf(list(gone))).toBe('404 not_found')
  expect(await outcomeOf(add('Too late', gone))).toBe('404 not_found')
  const unknown = { ...order, _id: '00000000-0000-7000-8000-000000000000' }
  expect(await outcomeOf(add('Nowhere', unknown))).toBe('404 not_found')
})

test('the buyer never sees a note: not on the order, in lists, in the history, in mails or on the receipt', async () => {
  const secret = 'Pays late, ask Dan'
  const paid = await shop.paid(await shop.order([{}, {}]))
  await add(secret, paid)
  await shop.verify(buyer)
  expect(await writeOrderMails(shop.database.db, mailingStore)).toBeGreaterThan(0)
  const params = { id: paid._id }
  const seen = [
    await buyer.api.getOrder({ params }),
    await buyer.api.listOrders({ query: {} }),
    await clerk.api.getOrder({ params }),
    await shop.database.db.selectFrom('mails').selectAll().execute(),
    await shop.database.db.selectFrom('order_events').selectAll().execute(),
  ]
  expect(JSON.stringify(seen)).not.toContain(secret)
  expect(await outcomeOf(list(paid, buyer))).toBe('403 forbidden')
  expect(await outcomeOf(add('Mine', paid, buyer))).toBe('403 forbidden')
})

test('the audit says who wrote a note on which order, but not what', async () => {
  const admin = await shop.staff('admin')
  const placed = await shop.order([{}, {}])
  shop.clock.advance(1000)
  await add('Between us', placed)
  const entry = { entity: 'order', field: 'note', entityId: placed._id, by: { email: clerk.email } }
  const found = async (query: { what?: 'order' | 'order.note' | 'order.status'; q?: string }) =>
    (await admin.api.listAudit({ query })).items.filter(({ entityId }) => entityId === placed._id)
  expect(await found({})).toMatchObject([entry])
  expect(await found({ what: 'order' })).toMatchObject([entry])
  expect(await found({ what: 'order.note' })).toMatchObject([entry])
  expect(await found({ what: 'order.status' })).toEqual([])
  expect(await found({ q: placed._id })).toMatchObject([entry, { field: 'placed' }])
  expect(JSON.stringify(await found({ what: 'order.note' }))).not.toContain('Between us')
})

test('deleting the account of the buyer empties the notes about their orders', async () => {
  const leaver = await shop.buyer('Ann Lee')
  const theirs = await shop.order([{}], { buyer: leaver })
  const other = await shop.order([{}])
  await add('Ann calls at noon', theirs)
  await add('Stays', other)
  await leaver.api.deleteOrder({ params: { id: theirs._id } })
  await shop.apiWith(leaver.idToken).deleteAccount({ params: { email: leaver.email } })
  const texts = await shop.database.db
    .selectFrom('order_notes')
    .select('text')
    .where('order_id', 'in', [theirs._id, other._id])
    .orderBy('at')
    .orderBy('id')
    .execute()
  expect(texts).toEqual([{ text: '' }, { text: 'Stays' }])
})

test('the same request twice adds one note', async () => {
  const placed = await shop.order([{}])
  const call = () =>
    clerk.api.addOrderNote(
      { params: { id: placed._id }, body: { text: 'Once' } },
      { idempotencyKey: 'note-once' },
    )
  expect(await call()).toEqual(await call())
  expect(await list(placed)).toHaveLength(1)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/sales/orders/orders.ts'
import type { DisputeStatus } from '#contract/sales/payments/dispute-state.ts'
import { holdOf, isHeldInSql } from '#server/sales/orders/states.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { cardNumbers, openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
})
afterAll(() => shop.close())

type Body = { status: Order['status']; confirm?: boolean }
const setStatus = ({ _id: id }: Order, body: Body) => admin.api.setOrderStatus({ params: { id }, body })
const shift = (order: Order, confirm?: boolean) =>
  outcomeOf(setStatus(order, { status: 'Shift', ...(confirm !== undefined && { confirm }) }))

/** Three units for 37.50, paid. */
const paidOrder = async () => shop.paid(await placeOrder())
const placeOrder = async () =>
  shop.order([{ part: await shop.part({ price: 12.5, available: 10 }), quantity: 3 }])

async function refund(order: Order, amount: number, pieces = 0, refunded = 0): Promise<void> {
  const body = { amount, pieces, refunded }
  await admin.api.refundOrder({ params: { id: order._id }, body })
}

async function paidBy(number: string): Promise<Order> {
  const order = await placeOrder()
  const payment = await shop.openPayment(order)
  expect(await shop.enterCard(payment, number)).toBe(200)
  await shop.sandbox?.deliverNow()
  expect((await admin.api.getOrder({ params: { id: order._id } })).disputes).toHaveLength(1)
  return order
}

test.each<[string, (order: Order) => Promise<void>, string]>([
  ['not refunded', async () => {}, 'accepted'],
  ['refunded in part, with all pieces still to be sent', (order) => refund(order, 5), 'accepted'],
  ['refunded in full', (order) => refund(order, 37.5), '409 shift_refunded'],
  [
    'refunded in full, with its pieces back in stock',
    (order) => refund(order, 37.5, 3),
    '409 shift_refunded',
  ],
  ['refunded in part, with a piece back in stock', (order) => refund(order, 12.5, 1), '409 shift_refunded'],
  [
    'refunded in full by several refunds',
    async (order) => {
      await refund(order, 20)
      await refund(order, 17.5, 0, 20)
    },
    '409 shift_refunded',
  ],
])('an order that is %s is set to Shift as the table says', async (_, prepare, expected) => {
  const order = await paidOrder()
  await prepare(order)
  const outcome = await shift(order)
  expect(outcome).toBe(expected)
  const { status } = await admin.api.getOrder({ params: { id: order._id } })
  expect(status).toBe(expected === 'accepted' ? 'Shift' : 'pending')
})

test('a refund that has not reached the provider counts, and one that failed does not', async () => {
  const waiting = await paidOrder()
  const failed = await paidOrder()
  const { db } = shop.database
  const ids = [waiting._id, failed._id]
  await db
    .updateTable('orders')
    .set(({ ref }) => ({ refunded_minor: ref('total_minor') }))
    .where('id', '=', waiting._id)
    .execute()
  for (const [index, id] of ids.entries())
    await db
      .insertInto('refunds')
      .values({
        id: crypto.randomUUID(),
        order_id: id,
        amount_minor: 3750,
        quantity: 3,
        requested_by: null,
        created_at: shop.clock.now(),
        failed_at: index === 0 ? null : shop.clock.now(),
      })
      .execute()
  expect(await shift(waiting)).toBe('409 shift_refunded')
  expect(await shift(failed)).toBe('accepted')
})

const heldStatuses: DisputeStatus[] = [
  'warning_needs_response',
  'warning_under_review',
  'needs_response',
  'under_review',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
]
test.each<[DisputeStatus]>([
  ...heldStatuses.map((status): [DisputeStatus] => [status]),
  ['warning_closed'],
  ['won'],
  ['prevented'],
])('an order whose dispute is %s is held back if the bank may have its money', async (status) => {
  const order = await paidBy(cardNumbers.disputed)
  await shop.database.db.updateTable('disputes').set({ status }).where('order_id', '=', order._id).execute()
  expect(await shift(order)).toBe(heldStatuses.includes(status) ? '409 shift_disputed' : 'accepted')
})

test('a bank that only asks holds the order back', async () => {
  expect(await shift(await paidBy(cardNumbers.inquiry))).toBe('409 shift_disputed')
})

test('an admin who confirms sets it to Shift; other changes need no confirmation', async () => {
  const order = await paidOrder()
  await refund(order, 37.5, 3)
  expect(await outcomeOf(setStatus(order, { status: 'Pending' }))).toBe('accepted')
  expect(await shift(order, false)).toBe('409 shift_refunded')
  expect(await shift(order, true)).toBe('accepted')
  // it is on its way: nothing changes
  expect(await shift(order)).toBe('accepted')
  expect(await outcomeOf(setStatus(order, { status: 'Pending' }))).toBe('accepted')
  expect(await shift(order)).toBe('409 shift_refunded')
})

test('the refusal says its reason', async () => {
  const order = await paidOrder()
  await refund(order, 37.5)
  const url = `/api/manage/${order._id}`
  const { token } = admin
  const payload = { status: 'Shift' }
  const response = await shop.call({ method: 'PUT', url, token, payload })
  expect(response.json()).toMatchObject({ status: 409, message: expect.stringContaining('fully refunded') })
  const disputed = await paidBy(cardNumbers.disputed)
  const other = await shop.call({ method: 'PUT', url: `/api/manage/${disputed._id}`, token, payload })
  expect(other.json()).toMatchObject({ status: 409, message: expect.stringContaining('disputed') })
})

test.each(['yes', 1, null])('confirm is true or false: %j', async (confirm) => {
  const order = await paidOrder()
  const response = await shop.call({
    method: 'PUT',
    url: `/api/manage/${order._id}`,
    token: admin.token,
    payload: { status: 'Shift', confirm },
  })
  expect(response.statusCode).toBe(400)
})

// The last test of this file: it reads what the others left.
test('SQL holds back the same orders, and the overview counts the others as to be sent', async () => {
  const { db } = shop.database
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .select(isHeldInSql.as('is_held'))
    .where('paid_at', 'is not', null)
    .orderBy('created_at')
    .execute()
  const refunds = await db.selectFrom('refunds').selectAll().execute()
  const disputes = await db.selectFrom('disputes').selectAll().execute()
  const ofOrder = <Row extends { order_id: string }>(rows: Row[], id: string) =>
    rows.filter(({ order_id }) => order_id === id)
  const reasons = orders.map((order) => {
    const payment = { refunds: ofOrder(refunds, order.id), disputes: ofOrder(disputes, order.id) }
    const reason = holdOf(order, payment)
    expect(order.is_held, order.id).toBe(reason !== undefined)
    return reason
  })
  expect(new Set(reasons)).toEqual(new Set([undefined, 'shift_refunded', 'shift_disputed']))
  // some that are not held were sent above
  await db.updateTable('orders').set({ status: 'Pending' }).where('paid_at', 'is not', null).execute()
  const toSend = orders.filter(({ is_held }) => !is_held)
  expect((await admin.api.getOverview()).waiting.toSend).toEqual({
    count: toSend.length,
    oldestAt: toSend[0]?.created_at.toISOString(),
  })
  const query = {
    status: 'pending,Pending',
    paid: 'true',
    held: 'false',
    count: 'true',
    limit: 1000,
  } as const
  for (const sort of ['-createdAt', 'total'] as const) {
    const listed = await admin.api.listAllOrders({ query: { ...query, sort } })
    expect(new Set(listed.items.map(({ _id }) => _id))).toEqual(new Set(toSend.map(({ id }) => id)))
    expect(listed.count).toBe(toSend.length)
  }
  const ofBuyer = await admin.api.listAllOrders({ query: { ...query, email: toSend[0]?.email } })
  expect(ofBuyer.items).toHaveLength(toSend.length)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkLedger, describeReport } from '#server/sales/payments/ledger-check.ts'
import { paymentDepsOf } from '../../../support/payments/network.ts'
import { cardNumbers, openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  // Each test uses its own days.
  shop.clock.advance(20 * 86_400_000)
  admin = await shop.staff('admin')
})

const deps = () => paymentDepsOf(shop)

/** Advances the clock by eleven minutes first: payments of the last ten are not compared. */
async function findDifferences() {
  shop.clock.advance(11 * 60_000)
  return (await checkLedger(deps(), { days: 7 })).differences
}
const runSql = (statement: string) => sql.raw(statement).execute(shop.database.db)
const newOrder = async () => shop.order([{ quantity: 2 }])
const placePaidOrder = async () => shop.paid(await newOrder())
const refund = ({ _id }: { _id: string }, amount: number) =>
  admin.api.refundOrder({ params: { id: _id }, body: { amount, refunded: 0 } })

/** Changes rows that no function of the store can change: the ledger and paid orders reject changes. */
async function tamper(table: string, statement: string) {
  await runSql(`alter table ${table} disable trigger user`)
  await runSql(statement)
  await runSql(`alter table ${table} enable trigger user`)
}

test('an entry in another currency than the payment is reported with both currencies', {
  tags: 'long',
}, async () => {
  const { _id, transactionId } = await placePaidOrder()
  const refunded = await placePaidOrder()
  await refund(refunded, 5)
  await tamper('ledger', `update ledger set currency = 'jpy' where intent_id = '${transactionId}'`)
  await tamper(
    'ledger',
    `update ledger set currency = 'eur' where intent_id = '${refunded.transactionId}' and kind = 'refund'`,
  )
  const differences = await findDifferences()
  expect(differences).toHaveLength(2)
  expect(differences).toEqual(
    expect.arrayContaining([
      {
        kind: 'charge',
        id: transactionId,
        orderId: _id,
        currency: 'jpy',
        providerCurrency: 'usd',
        store: 2500,
        provider: 25,
      },
      expect.objectContaining({ kind: 'refund', currency: 'eur', providerCurrency: 'usd', store: 5 }),
    ]),
  )
})

test('an entry for another order than that of the payment is reported with both orders', async () => {
  const paid = await placePaidOrder()
  const other = await newOrder()
  await tamper(
    'ledger',
    `update ledger set order_id = '${other._id}' where intent_id = '${paid.transactionId}'`,
  )
  const named = { kind: 'misplaced', id: paid.transactionId, orderId: paid._id, otherOrderId: other._id }
  expect(await findDifferences()).toEqual([{ ...named, currency: 'usd', store: 25, provider: 25 }])
})

test('a payment with different orders at provider and store is reported with both', async () => {
  const paid = await placePaidOrder()
  const other = await newOrder()
  await runSql(
    `update cards.intents set metadata = '{"orderId": "${other._id}"}' where id = '${paid.transactionId}'`,
  )
  const named = { kind: 'misplaced', id: paid.transactionId, orderId: paid._id, otherOrderId: other._id }
  expect(await findDifferences()).toEqual([expect.objectContaining(named)])
})

test('an order marked as paid by card without a charge is reported, one paid at the counter is not', async () => {
  const { _id } = await newOrder()
  const counter = await newOrder()
  const at = shop.clock.now().toISOString()
  const mark = (id: string, values: string) =>
    tamper('orders', `update orders set paid_at = '${at}', ${values} where id = '${id}'`)
  await mark(_id, `transaction_id = 'pi_never', settlement = 'card', receipt_number = 900001`)
  await mark(counter._id, `transaction_id = 'pi_at_counter', settlement = 'counter', receipt_number = 900002`)
  const unpaid = { kind: 'unpaid', id: 'pi_never', orderId: _id }
  expect(await findDifferences()).toEqual([{ ...unpaid, currency: 'usd', store: 25, provider: null }])
})

test('an order that is paid by the payment of another order is reported', async () => {
  const payer = await placePaidOrder()
  const other = await newOrder()
  await tamper(
    'orders',
    `update orders set paid_at = null, transaction_id = null, receipt_number = null, settlement = null
    where id = '${payer._id}'`,
  )
  await tamper(
    'orders',
    `update orders set paid_at = '${shop.clock.now().toISOString()}',
    transaction_id = '${payer.transactionId}', receipt_number = 900003, settlement = 'card' where id = '${other._id}'`,
  )
  expect(await findDifferences()).toMatchObject([
    { kind: 'unpaid', id: payer.transactionId, orderId: other._id, store: 25 },
  ])
})

test('an order whose refunded sum differs from its refunds is reported at any age', {
  tags: 'long',
}, async () => {
  const none = await placePaidOrder()
  const some = await placePaidOrder()
  await refund(some, 5)
  const set = ({ _id }: { _id: string }, minor: number) =>
    tamper('orders', `update orders set refunded_minor = ${minor} where id = '${_id}'`)
  await set(none, 700)
  await set(some, 300)
  shop.clock.advance(30 * 86_400_000)
  const found = await findDifferences()
  await set(none, 0)
  await set(some, 500)
  expect(found.map(({ kind, orderId, store: ours, provider }) => [kind, orderId, ours, provider])).toEqual([
    ['refunded', none._id, 7, 0],
    ['refunded', some._id, 3, 5],
  ])
})

test('a refund that is requested and not yet made is no mismatch', async () => {
  const { _id } = await placePaidOrder()
  await runSql(`update orders set refunded_minor = 500 where id = '${_id}'`)
  await runSql(`insert into refunds (id, order_id, amount_minor, created_at)
    values (gen_random_uuid(), '${_id}', 500, '${shop.clock.now().toISOString()}')`)
  expect(await findDifferences()).toEqual([])
})

test('a payment that the store does not know, for an order of the store, is reported', async () => {
  const placed = await newOrder()
  const payment = await shop.openPayment(placed)
  await shop.enterCard(payment, cardNumbers.good)
  await runSql(`delete from payment_intents where intent_id = '${payment.id}'`)
  const unknown = { kind: 'unknown', id: payment.id, orderId: placed._id }
  expect(await findDifferences()).toEqual([{ ...unknown, currency: 'usd', store: null, provider: 25 }])
})

test('mismatches of three kinds are described with their amounts', async () => {
  const paid = await placePaidOrder()
  const other = await newOrder()
  const otherCurrency = await placePaidOrder()
  const unknown = await newOrder()
  await tamper(
    'ledger',
    `update ledger set order_id = '${other._id}' where intent_id = '${paid.transactionId}'`,
  )
  await tamper(
    'ledger',
    `update ledger set currency = 'jpy' where intent_id = '${otherCurrency.transactionId}'`,
  )
  const payment = await shop.openPayment(unknown)
  await shop.enterCard(payment)
  await runSql(`delete from payment_intents where intent_id = '${payment.id}'`)
  shop.clock.advance(11 * 60_000)
  const check = await checkLedger(deps(), { days: 7 })
  const lines = describeReport({ check, failures: [] }, 'en-US').split('\n')
  expect(lines).toHaveLength(5)
  expect(lines).toEqual(
    expect.arrayContaining([
      `From ${check.since} to ${check.until}: 2 payments, 0 refunds and 0 disputes at the provider.`,
      `  Payment entered for another order, ${paid.transactionId}, order ${paid._id} also named: ${other._id}: in the store $25.00, at the provider $25.00`,
      `  Payment, ${otherCurrency.transactionId}, order ${otherCurrency._id}: in the store ¥2,500, at the provider $25.00`,
      `  Payment that the store does not know, ${payment.id}, order ${unknown._id}: in the store nothing, at the provider $25.00`,
      'They differ 3 times.',
    ]),
  )
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkLedger } from '#server/sales/payments/ledger-check.ts'
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

const now = () => shop.clock.now()
/** Advances the clock by eleven minutes first: payments of the last ten are not compared. */
async function check() {
  shop.clock.advance(11 * 60_000)
  return checkLedger(paymentDepsOf(shop), { days: 7 })
}
const runSql = (statement: string) => sql.raw(statement).execute(shop.database.db)
const placePaidOrder = async () => shop.paid(await shop.order([{ quantity: 2 }]))
const refund = ({ _id }: { _id: string }, amount: number) =>
  admin.api.refundOrder({ params: { id: _id }, body: { amount, refunded: 0 } })

/** Changes rows that no function of the store can change: the ledger rejects changes. */
async function tamper(statement: string) {
  await runSql('alter table ledger disable trigger ledger_append_only')
  await runSql(statement)
  await runSql('alter table ledger enable trigger ledger_append_only')
}

test('the ledger agrees if every payment and refund is recorded', async () => {
  await refund(await placePaidOrder(), 5)
  await placePaidOrder()
  const unpaid = await shop.order()
  await shop.enterCard(await shop.openPayment(unpaid), cardNumbers.declined)
  expect(await check()).toMatchObject({ payments: 2, refunds: 1, differences: [] })
})

test('each planted mismatch is found and named with both amounts', async () => {
  const missing = await placePaidOrder()
  const larger = await placePaidOrder()
  const canceled = await placePaidOrder()
  const unrecordedRefund = await placePaidOrder()
  const missingRefund = await placePaidOrder()
  await refund(missingRefund, 5)
  await tamper(`delete from ledger where intent_id = '${missing.transactionId}'`)
  await runSql(`update cards.intents set amount_minor = 9900 where id = '${larger.transactionId}'`)
  await runSql(`update cards.intents set status = 'canceled', canceled_at = now()
    where id = '${canceled.transactionId}'`)
  await runSql(`insert into cards.refunds (id, intent_id, amount_minor, created_at)
    values ('re_planted', '${unrecordedRefund.transactionId}', 700, '${now().toISOString()}')`)
  await runSql(`delete from cards.refunds where intent_id = '${missingRefund.transactionId}'`)
  const { differences } = await check()
  const named = differences.map(({ kind, orderId, store: ours, provider }) => [kind, orderId, ours, provider])
  expect(named).toHaveLength(5)
  expect(named).toEqual(
    expect.arrayContaining([
      ['charge', missing._id, null, 25],
      ['charge', larger._id, 25, 99],
      ['charge', canceled._id, 25, null],
      ['refund', unrecordedRefund._id, null, 7],
      ['refund', missingRefund._id, 5, null],
    ]),
  )
})

test('a payment of another store on the same account is no mismatch', async () => {
  const intent = await shop.cards?.createIntent({
    orderId: 'of another store',
    attempt: 1,
    amountMinor: 5000,
    currency: 'usd',
    email: 'x@example.com',
    description: 'Other',
  })
  await shop.enterCard({ id: intent?.id ?? '', secret: intent?.clientSecret ?? '' })
  expect(await check()).toMatchObject({ payments: 0, differences: [] })
})

test('a payment is not compared in its first ten minutes', { tags: 'long' }, async () => {
  const placed = await shop.order([{ quantity: 2 }])
  await shop.enterCard(await shop.openPayment(placed))
  expect(await checkLedger(paymentDepsOf(shop), { days: 7 })).toMatchObject({ payments: 0, differences: [] })
  expect(await check()).toMatchObject({ payments: 1, differences: [{ kind: 'charge', store: null }] })
})

test('more payments than a page of the provider’s lists are compared', async () => {
  const { _id } = await placePaidOrder()
  const at = now().toISOString()
  await runSql(`insert into cards.intents (id, client_secret, amount_minor, currency, status, charge_id, created_at)
    select 'pi_many' || n, 's' || n, 100, 'usd', 'succeeded', 'ch_many' || n, '${at}'
    from generate_series(1, 240) as n`)
  await runSql(`insert into payment_intents (order_id, attempt, intent_id, amount_minor, currency, created_at, closed_at)
    select '${_id}', 100 + n, 'pi_many' || n, 100, 'usd', '${at}', '${at}' from generate_series(1, 240) as n`)
  await runSql(`insert into ledger (at, kind, order_id, intent_id, amount_minor, currency)
    select '${at}', 'charge', '${_id}', 'pi_many' || n, 100, 'usd' from generate_series(1, 239) as n`)
  const { payments, differences } = await check()
  expect(payments).toBe(241)
  expect(differences.map(({ id }) => id)).toEqual(['pi_many240'])
})

test('the overview shows the newest report', async () => {
  await placePaidOrder()
  const { at } = await check()
  admin = await shop.signInAgain(admin)
  expect((await admin.api.getOverview()).ledgerCheck).toMatchObject({ at, payments: 1, differences: [] })
})

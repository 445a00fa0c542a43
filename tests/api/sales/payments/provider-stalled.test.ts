import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { median, noiseOfAll } from '../../../support/same-time.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'
import { someRuns } from '../../../support/thoroughness.ts'

/** More than the pool of the requests has connections to the database. */
const STALLED = 11
const SAMPLES = someRuns(20, 2)

let shop: Shop
let admin: Person
let buyer: Person
let other: Person
let part: Product
/** Calls that the provider has received and does not respond to. */
const heldCalls: { release: () => void }[] = []
let isStalled = false

beforeAll(async () => {
  shop = await openShop({
    env: { UNPAID_ORDER_LIMIT: '100000', ORDERS_PER_HOUR: '100000' },
    async cardNetwork(request, send) {
      if (isStalled) await stall(request.signal)
      return send()
    },
  })
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
  other = await shop.buyer()
  part = await shop.part({ available: 10_000 })
})
afterAll(() => shop.close())

function stall(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    heldCalls.push({ release: resolve })
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

/** Orders a part and reads the order, without paying; returns the milliseconds. */
async function orderAndRead(): Promise<number> {
  const start = performance.now()
  const { _id: id } = await shop.order([{ part }], { buyer: other })
  await other.api.getOrder({ params: { id } })
  return performance.now() - start
}

/** Runs `work` while these calls wait for a provider that has received them and does not respond. */
async function whileStalled<T>(calls: (() => Promise<unknown>)[], work: () => Promise<T>): Promise<T> {
  isStalled = true
  const waiting = calls.map((call) => outcomeOf(call()))
  await expect.poll(() => heldCalls.length, { interval: 1 }).toBe(waiting.length)
  const result = await work()
  isStalled = false
  for (const { release } of heldCalls.splice(0)) release()
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'accepted'))
  return result
}

test('calls that wait for the provider hold no database connection', async () => {
  const [reported, refunded, deleted, opened] = await Promise.all(
    Array.from({ length: 4 }, () => shop.order([{ part }])),
  )
  if (!reported || !refunded || !deleted || !opened) throw new Error('Nothing was ordered')
  const payment = await shop.openPayment(reported)
  await shop.enterCard(payment)
  await shop.openPayment(deleted)
  await shop.paid(refunded)
  shop.clock.advance(31_000)
  const { cards, clock, database } = shop
  const { _id: id } = reported
  const calls = [
    () => buyer.api.markOrderPaid({ params: { id }, body: { appointment: id, transactionId: payment.id } }),
    () => admin.api.refundOrder({ params: { id: refunded._id }, body: { refunded: 0 } }),
    () => buyer.api.deleteOrder({ params: { id: deleted._id } }),
    () => shop.openPayment(opened),
    () => reconcilePayments({ db: database.db, cards, now: clock.now }, shop.config.limits),
  ]
  const pool = await whileStalled(calls, async () => {
    const { totalCount, idleCount, waitingCount } = database.pool
    return { busy: totalCount - idleCount, waitingCount }
  })
  expect(pool).toEqual({ busy: 0, waitingCount: 0 })
})

test('while calls wait for the provider, ordering and reading an order take at most half as long again', async () => {
  const placed = await Promise.all(Array.from({ length: STALLED }, () => shop.order([{ part }])))
  const paying = placed.map((one) => () => shop.openPayment(one))
  await Promise.all(paying.map((pay) => pay()))
  await Promise.all([orderAndRead(), orderAndRead()])
  const times: Record<'calm' | 'stalled', number[]> = { calm: [], stalled: [] }
  // Alternates the two kinds, so that other load affects both equally.
  for (let n = 0; n < SAMPLES; n += 1) {
    times.calm.push(await orderAndRead())
    times.stalled.push(await whileStalled(paying, orderAndRead))
  }
  // At most half as long again, beyond the noise between calls of one kind.
  const noise = noiseOfAll([times.calm, times.stalled])
  expect(median(times.stalled)).toBeLessThanOrEqual(1.5 * median(times.calm) + noise)
}, 120_000)

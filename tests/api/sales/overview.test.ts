import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overviewSchema } from '#contract/sales/overview/overview.ts'
import type { Database } from '#database/open.ts'
import { createEstimate } from '#server/people/requests/service.ts'
import { getOverview } from '#server/sales/overview/service.ts'
import { freshDatabase } from '../../support/database/database.ts'
import { insertOrder, insertProduct, insertUser } from '../../support/shop-rows.ts'

let database: Database
const at = new Date('2026-03-15T12:00:00.000Z')
const storage = { dataDir: tmpdir(), warnBelowMegabytes: 0 }

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

/** The overview of an admin, who sees every section. */
const overview = async (timeZone = 'UTC') => {
  const read = await getOverview(database.db, {
    currency: 'usd',
    timeZone,
    at,
    storage,
    setup: null,
    role: 'admin',
  })
  const { salesPerDay, ordersByStatus, lowStock, newestEstimates } = read
  if (!salesPerDay || !ordersByStatus || !lowStock || !newestEstimates)
    throw new Error('a section is missing')
  return { ...read, salesPerDay, ordersByStatus, lowStock, newestEstimates }
}

test('an empty store has fourteen days of zeros', async () => {
  const empty = await overview()
  expect(overviewSchema.parse(empty)).toEqual(empty)
  expect(empty.salesPerDay).toHaveLength(14)
  expect(empty.salesPerDay[0]).toEqual({ day: '2026-03-02', total: 0, orders: 0 })
  expect(empty.salesPerDay[13]).toEqual({ day: '2026-03-15', total: 0, orders: 0 })
  expect(empty.ordersByStatus).toEqual({ pendingUnpaid: 0, pendingPaid: 0, shifted: 0, expired: 0 })
  expect([empty.lowStock, empty.newestReviews, empty.newestEstimates, empty.strayPayments]).toEqual([
    [],
    [],
    [],
    [],
  ])
})

test('sales are summed by the day of the store’s time zone', async () => {
  const { db } = database
  const user_id = await insertUser(db)
  const product_id = await insertProduct(db, { available: 500 })
  const paid = (time: string, transaction_id: string, currency = 'usd') =>
    insertOrder(db, { user_id, lines: [{ product_id }], paid_at: new Date(time), transaction_id, currency })
  await paid('2026-03-14T23:30:00.000Z', 'pi_1')
  await paid('2026-03-15T00:00:00.000Z', 'pi_2')
  await paid('2026-03-02T00:00:00.000Z', 'pi_3')
  await paid('2026-03-01T23:59:59.999Z', 'pi_too_old')
  await paid('2026-03-15T01:00:00.000Z', 'pi_other_currency', 'eur')
  const sales = async (timeZone?: string) =>
    (await overview(timeZone)).salesPerDay.filter(({ orders }) => orders > 0)
  expect(await sales()).toEqual([
    { day: '2026-03-02', total: 25, orders: 1 },
    { day: '2026-03-14', total: 25, orders: 1 },
    { day: '2026-03-15', total: 25, orders: 1 },
  ])
  expect(await sales('Asia/Tokyo')).toEqual([
    { day: '2026-03-02', total: 50, orders: 2 },
    { day: '2026-03-15', total: 50, orders: 2 },
  ])
  expect((await sales('Pacific/Auckland')).at(-1)).toEqual({ day: '2026-03-15', total: 50, orders: 2 })
})

test('orders are counted by status', async () => {
  const { db } = database
  const before = (await overview()).ordersByStatus
  const user_id = await insertUser(db)
  const product_id = await insertProduct(db, { available: 500 })
  const order = (values: Partial<Parameters<typeof insertOrder>[1]>) =>
    insertOrder(db, { user_id, lines: [{ product_id }], ...values })
  const past = new Date('2026-03-15T11:59:59.999Z')
  await order({})
  await order({ status: 'Pending' })
  await order({ status: 'Shift' })
  await order({ status: 'Shift', expires_at: past })
  await order({ status: 'Pending', paid_at: past, transaction_id: 'pi_4', expires_at: past })
  await order({ expires_at: past })
  await order({ expires_at: past, expired_at: past, stock_returned_at: past })
  await order({ deleted_at: past, stock_returned_at: past })
  expect((await overview()).ordersByStatus).toEqual({
    pendingUnpaid: before.pendingUnpaid + 2,
    pendingPaid: before.pendingPaid + 1,
    shifted: before.shifted + 2,
    expired: before.expired + 2,
  })
})

test('the overview lists the ten parts lowest in stock, the five newest estimate requests and orphaned payments', async () => {
  const { db } = database
  const blank = { phone: null, vehicle: null, year: null, part: null, quantity: null, note: null }
  for (let index = 0; index < 12; index++) {
    await insertProduct(db, { available: 11 - index })
    await createEstimate(db, { ...blank, name: `N${index}`, email: 'n@example.com' }, new Date(index))
  }
  await insertProduct(db, { available: 0, archived_at: at })
  const user_id = await insertUser(db)
  const product_id = await insertProduct(db, { available: 99 })
  const order_id = await insertOrder(db, { user_id, lines: [{ product_id }] })
  const orphaned = { order_id, currency: 'jpy', amount_minor: 700, created_at: at }
  await db
    .insertInto('orphaned_payments')
    .values({ ...orphaned, intent_id: 'pi_orphaned' })
    .execute()
  const { lowStock, newestEstimates, strayPayments } = await overview()
  expect(lowStock.map((part) => part.availableQuantity)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(newestEstimates.map((estimate) => estimate.name)).toEqual(['N11', 'N10', 'N9', 'N8', 'N7'])
  expect(strayPayments).toEqual([
    {
      transactionId: 'pi_orphaned',
      orderId: order_id,
      amount: 700,
      currency: 'jpy',
      refunded: false,
      createdAt: at.toISOString(),
    },
  ])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#contract/platform/errors.ts'
import type { Database } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { orderBody } from '#demo/purchase.ts'
import { archiveProduct, findProduct, returnStocks, updateProduct } from '#server/catalog/products/service.ts'
import type { StockChange } from '#server/sales/orders/place-order.ts'
import { placeOrder } from '#server/sales/orders/place-order.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { exampleOrder } from '../../../support/orders/example-order.ts'
import { historyOf } from '../../../support/orders/history.ts'
import { insertProduct, insertUser } from '../../../support/shop-rows.ts'

let database: Database
let actorId: string
const at = new Date('2026-03-01T12:00:00.000Z')

beforeAll(async () => {
  database = await freshDatabase()
  actorId = await insertUser(database.db)
})
afterAll(() => database.close())

type Units = { productId: string; quantity: number }

const caller = { uid: 'buyer', email: 'buyer@example.com', role: 'user', signInId: newId() } as const
const rules = {
  currency: 'usd',
  unpaidOrderLimit: 1000,
  unpaidOrderHours: 48,
  taxRate: 0,
  minMinor: 0,
  maxMinor: 99_999_999,
  seller: exampleOrder.seller,
}

/** Orders so many units; undefined if there are too few, or no such part on sale. */
async function orderUnits({ productId, quantity }: Units): Promise<StockChange | undefined> {
  const part = { _id: productId, price: 12.5, minimumOrder: 1 }
  const order = orderBody([{ part, quantity }], caller)
  const placing = { order, caller: { ...caller, id: actorId }, now: at, rules }
  return placeOrder(database.db, placing).then(
    ({ stock }) => stock?.[0],
    (error: unknown) => {
      const isShortage = error instanceof AppError && SHORTAGES.includes(error.code)
      if (!isShortage) throw error
      return undefined
    },
  )
}
const SHORTAGES: string[] = ['above_available', 'insufficient_stock', 'not_found']

const availableOf = async (id: string) => (await findProduct(database.db, id))?.available

test('200 concurrent orders of one unit each get exactly the 37 units in stock', async () => {
  const { db } = database
  const productId = await insertProduct(db, { available: 37 })
  const results = await Promise.all(Array.from({ length: 200 }, () => orderUnits({ productId, quantity: 1 })))
  const sold = results.filter((change) => change !== undefined)
  expect(sold).toHaveLength(37)
  expect(new Set(sold.map(({ after }) => after)).size).toBe(37)
  expect(await availableOf(productId)).toBe(0)
  const history = (await historyOf(db, 'product', [productId])).get(productId) ?? []
  expect(history.map((row) => Number(row.before) - Number(row.after))).toEqual(Array(37).fill(1))
})

test('concurrent orders and returns neither lose nor create a unit', async () => {
  const { db } = database
  const productId = await insertProduct(db, { available: 50 })
  const results = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const units = { productId, quantity: 1 + (index % 3), actorId }
      const change = await orderUnits(units)
      if (change && index % 2) await returnStocks(db, [units], at)
      return change && !(index % 2) ? units.quantity : 0
    }),
  )
  const sold = results.reduce((sum, quantity) => sum + quantity, 0)
  expect(await availableOf(productId)).toBe(50 - sold)
})

test('too many units, an unknown part and an archived part reserve nothing', async () => {
  const { db } = database
  const productId = await insertProduct(db, { available: 3 })
  const units = { productId, quantity: 4 }
  expect(await orderUnits(units)).toBeUndefined()
  expect(await orderUnits({ ...units, productId: newId() })).toBeUndefined()
  await archiveProduct(db, productId, { actorId, at })
  expect(await orderUnits({ ...units, quantity: 1 })).toBeUndefined()
  expect(await availableOf(productId)).toBe(3)
})

test('units also return to an archived part, and write an audit row', async () => {
  const { db } = database
  const productId = await insertProduct(db, { available: 3 })
  await archiveProduct(db, productId, { actorId, at })
  await returnStocks(db, [{ productId, quantity: 2, actorId: null }], at)
  expect(await availableOf(productId)).toBe(5)
  const history = (await historyOf(db, 'product', [productId])).get(productId) ?? []
  expect(history.at(-1)).toEqual({
    at,
    actorId: null,
    entityId: productId,
    field: 'availableQuantity',
    before: '3',
    after: '5',
  })
})

test('returned units do not raise the stock above its maximum', async () => {
  const { db } = database
  const productId = await insertProduct(db, { available: 2_147_483_646 })
  await returnStocks(db, [{ productId, quantity: 2, actorId: null }], at)
  expect(await availableOf(productId)).toBe(2_147_483_647)
  const history = (await historyOf(db, 'product', [productId])).get(productId) ?? []
  expect(history.at(-1)).toMatchObject({ before: '2147483646', after: '2147483647' })
})

test('concurrent additions to stock and orders add up', async () => {
  const { db } = database
  const id = await insertProduct(db, { available: 100 })
  const actor = { actorId, at, currency: 'usd' }
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 2
        ? updateProduct(db, { id, change: { addQuantity: 5 } }, actor)
        : orderUnits({ productId: id, quantity: 3 }),
    ),
  )
  expect(await availableOf(id)).toBe(100 + 20 * 5 - 20 * 3)
})

test('audit rows can be neither changed nor deleted', async () => {
  const { db } = database
  await expect(db.updateTable('audit').set({ after: 'x' }).execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('audit').execute()).rejects.toThrow('append-only')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { historyOf } from '#server/audit/record.ts'
import {
  archiveProduct,
  findProduct,
  reserveStock,
  returnStock,
  updateProduct,
} from '#server/products/service.ts'
import { freshDatabase } from '../support/database.ts'
import { insertProduct, insertUser } from '../support/rows.ts'

let database: Database
let actorId: string
const at = new Date('2026-03-01T12:00:00.000Z')

beforeAll(async () => {
  database = await freshDatabase()
  actorId = await insertUser(database.db)
})
afterAll(() => database.close())

const available = async (id: string) => (await findProduct(database.db, id))?.available

test('200 buyers who take one piece each of 37 at once take exactly 37', async () => {
  const { db } = database
  const productId = await insertProduct(db, { available: 37 })
  const taken = await Promise.all(
    Array.from({ length: 200 }, () => reserveStock(db, { productId, quantity: 1, actorId, at })),
  )
  const sold = taken.filter((part) => part !== undefined)
  expect(sold).toHaveLength(37)
  expect(new Set(sold.map((part) => part?.available)).size).toBe(37)
  expect(await available(productId)).toBe(0)
  const trail = (await historyOf(db, 'product', [productId])).get(productId) ?? []
  expect(trail.map((row) => Number(row.before) - Number(row.after))).toEqual(Array(37).fill(1))
})

test('takers and givers at once neither lose nor make a piece', async () => {
  const { db } = database
  const productId = await insertProduct(db, { available: 50 })
  const taken = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const move = { productId, quantity: 1 + (index % 3), actorId, at }
      const part = await reserveStock(db, move)
      if (part && index % 2) await returnStock(db, move)
      return part && !(index % 2) ? move.quantity : 0
    }),
  )
  const sold = taken.reduce((sum, quantity) => sum + quantity, 0)
  expect(await available(productId)).toBe(50 - sold)
})

test('more than there is, an unknown part and an archived part reserve nothing', async () => {
  const { db } = database
  const productId = await insertProduct(db, { available: 3 })
  const move = { productId, quantity: 4, actorId, at }
  expect(await reserveStock(db, move)).toBeUndefined()
  expect(await reserveStock(db, { ...move, productId: newId() })).toBeUndefined()
  await archiveProduct(db, productId, { actorId, at })
  expect(await reserveStock(db, { ...move, quantity: 1 })).toBeUndefined()
  expect(await available(productId)).toBe(3)
})

test('pieces go back into an archived part too, and leave their row', async () => {
  const { db } = database
  const productId = await insertProduct(db, { available: 3 })
  await archiveProduct(db, productId, { actorId, at })
  await returnStock(db, { productId, quantity: 2, actorId: null, at })
  expect(await available(productId)).toBe(5)
  const trail = (await historyOf(db, 'product', [productId])).get(productId) ?? []
  expect(trail.at(-1)).toEqual({
    at,
    actorId: null,
    entityId: productId,
    field: 'availableQuantity',
    before: '3',
    after: '5',
  })
})

test('a full shelf stays full when pieces come back', async () => {
  const { db } = database
  const productId = await insertProduct(db, { available: 2_147_483_647 })
  await returnStock(db, { productId, quantity: 2, actorId: null, at })
  expect(await available(productId)).toBe(2_147_483_647)
})

test('deliveries and orders at the same moment add up', async () => {
  const { db } = database
  const id = await insertProduct(db, { available: 100 })
  const act = { actorId, at, currency: 'usd' }
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 2
        ? updateProduct(db, { id, change: { addQuantity: 5 } }, act)
        : reserveStock(db, { productId: id, quantity: 3, actorId, at }),
    ),
  )
  expect(await available(id)).toBe(100 + 20 * 5 - 20 * 3)
})

test('the audit table refuses to be rewritten', async () => {
  const { db } = database
  await expect(db.updateTable('audit').set({ after: 'x' }).execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('audit').execute()).rejects.toThrow('append-only')
})

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apply, csv, dryRun } from '../../support/imports.ts'
import { openShop, type Shop } from '../../support/shop.ts'

/* Migration 0020 on what the store wrote before it: the same rows must be direct that the store marks itself since. */

const MIGRATION = path.resolve('database/migrations/0020_audit_page.sql')

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('the migration marks as direct what the store marks itself', async () => {
  const admin = await shop.staff('admin')
  const part = await shop.part({ available: 20, price: 3 })
  shop.clock.advance(1000)
  await admin.api.updateProduct({ params: { id: part._id }, body: { addQuantity: 5, brand: 'Veldra' } })
  shop.clock.advance(1000)
  const order = await shop.order([{ part, quantity: 2 }])
  shop.clock.advance(1000)
  await admin.api.deleteOrder({ params: { id: order._id } })
  shop.clock.advance(1000)
  const paid = await shop.paid(await shop.order([{ part, quantity: 2 }]))
  shop.clock.advance(1000)
  await admin.api.refundOrder({ params: { id: paid._id }, body: { amount: 3, refunded: 0, pieces: 1 } })
  shop.clock.advance(1000)
  const file = csv([
    ['productName', 'partNumber', 'price', 'minimumOrder', 'availableQuantity', 'img'],
    ['Pump', 'IP-1', '9', '1', '5', '/drawings/pump.svg'],
  ])
  await apply(admin, await dryRun(admin, file))
  const { db, pool } = shop.database
  const { rows: old } = await pool.query('select id from orders limit 1')
  // of a store from before `order_events`, which has them since
  await pool.query(
    `insert into audit (at, entity, entity_id, field, before, after) values (now(), 'order', $1, 'paid', 'false', 'true')`,
    [old[0]?.id],
  )
  const read = () =>
    db.selectFrom('audit').select(['id', 'field', 'entity', 'direct']).orderBy('id').execute()
  const before = await read()
  for (const direct of [true, false])
    expect(before.filter((row) => row.direct === direct).length).toBeGreaterThan(3)
  for (const index of ['order_events_of_kind', 'order_events_of_actor'])
    await pool.query(`drop index ${index}`)
  await pool.query('alter table audit drop column direct')
  await pool.query(await readFile(MIGRATION, 'utf8'))
  expect(await read()).toEqual(before)
  await expect(pool.query('update audit set direct = true')).rejects.toThrow('append-only')
})

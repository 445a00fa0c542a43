import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatusSchema } from '#contract/sales/orders/orders.ts'
import { isLate, isLateInSql } from '#server/sales/orders/late.ts'
import { openShop, type Shop } from '../../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('an order is late for TypeScript and SQL alike, in each status, before, at and after its time', async () => {
  const { db } = shop.database
  const { _id: id } = await shop.order()
  const now = shop.clock.now()
  const late: string[] = []
  for (const status of orderStatusSchema.options) {
    for (const ms of [-1, 0, 1]) {
      const expires_at = new Date(now.getTime() + ms)
      await db.updateTable('orders').set({ status, expires_at }).where('id', '=', id).execute()
      const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const { rows } = await sql<{ is_late: boolean }>`
        select ${isLateInSql(now)} as is_late from orders where id = ${id}`.execute(db)
      expect(isLate(row, now), `${status} ${ms}`).toBe(rows[0]?.is_late)
      if (isLate(row, now)) late.push(`${status} ${ms}`)
    }
  }
  expect(late).toEqual(['pending -1', 'pending 0', 'Pending -1', 'Pending 0'])
})

test('no other module of the server compares the time of an order', () => {
  const comparing = globSync('server/{sales,people,catalog,store}/**/*.ts', {
    exclude: ['**/*.test.ts'],
  }).filter((file) => /expires_at'?,?\s*'?[<>]|expires_at\.getTime\(\)/.test(readFileSync(file, 'utf8')))
  expect(comparing.map((file) => file.replaceAll('\\', '/'))).toEqual(['server/sales/orders/late.ts'])
})

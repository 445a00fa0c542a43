import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currencyDecimals } from '#contract/platform/money.ts'
import type { Database } from '#database/open.ts'
import { freshDatabase } from '../../support/database/database.ts'
import { insertOrder, insertProduct, insertUser } from '../../support/shop-rows.ts'

/* Migration 0010 on rows as the store wrote them before it: decimal text, and for some currencies fewer decimals. */

const MIGRATION = path.resolve('database/migrations/0010_minor_units.sql')

let database: Database
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

/** The fewest decimals that a runtime gave a currency when the store asked it. */
const ofIntl: Record<string, number> = { usd: 2, jpy: 0, kwd: 3, huf: 0, idr: 0, iqd: 0 }

test.each(Object.entries(ofIntl))(
  'amounts in %s mean the same after the migration',
  async (currency, decimals) => {
    const { db } = database
    await sql`alter table order_events drop constraint refunded_in_minor_units`.execute(db)
    await sql`alter table audit drop constraint price_in_minor_units`.execute(db)
    const unit = 10 ** decimals
    const part = await insertProduct(db, { price_minor: 12 * unit })
    const user = await insertUser(db)
    const lines = [{ product_id: part, unit_price_minor: 12 * unit }] as const
    const order = await insertOrder(db, { user_id: user, lines: [...lines], currency })
    const at = new Date('2026-11-20T10:00:00Z')
    const half = decimals === 0 ? '6' : '6.5'
    await db
      .insertInto('order_events')
      .values([
        { order_id: order, at, kind: 'refunded', before: '0', after: half },
        { order_id: order, at, kind: 'status', before: 'pending', after: 'Shift' },
      ])
      .execute()
    const entry = { at, entity: 'product', entity_id: part } as const
    await db
      .insertInto('audit')
      .values([
        { ...entry, field: 'price', before: half, after: '12' },
        { ...entry, field: 'availableQuantity', before: '5', after: '4' },
      ])
      .execute()
    await db
      .insertInto('ledger')
      .values({
        at,
        kind: 'charge',
        order_id: order,
        intent_id: 'pi_1',
        amount_minor: 12 * unit,
        currency,
      })
      .execute()

    await database.pool.query(await readFile(MIGRATION, 'utf8'))

    const minor = 10 ** currencyDecimals(currency)
    const events = await db.selectFrom('order_events').select(['before', 'after']).orderBy('id').execute()
    expect(events.slice(-2)).toEqual([
      { before: '0', after: String(Number(half) * minor) },
      { before: 'pending', after: 'Shift' },
    ])
    expect(await db.selectFrom('audit').select(['before', 'after']).orderBy('id').execute()).toEqual([
      { before: String(Number(half) * minor), after: String(12 * minor) },
      { before: '5', after: '4' },
    ])
    const { price_minor } = await db.selectFrom('products').select('price_minor').executeTakeFirstOrThrow()
    const amounts = await db
      .selectFrom('orders')
      .select(['unit_price_minor', 'total_minor'])
      .executeTakeFirstOrThrow()
    const { amount_minor } = await db.selectFrom('ledger').select('amount_minor').executeTakeFirstOrThrow()
    expect([price_minor, amounts.unit_price_minor, amount_minor]).toEqual(Array(3).fill(12 * minor))
    await expect(db.updateTable('audit').set({ after: '1' }).execute()).rejects.toThrow('append-only')
    await expect(sql`delete from ledger`.execute(db)).rejects.toThrow('append-only')
  },
)

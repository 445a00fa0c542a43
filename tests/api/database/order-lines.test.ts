import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remainingTax } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { findContradictions } from '../../hostile/inconsistencies.ts'
import { migrateFrom } from '../../support/database/older-database.ts'
import { undo } from '../../support/imports.ts'
import { exampleOrder } from '../../support/orders/example-order.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import type { Person } from '../../support/store.ts'

/* Migration 0022 on orders, refunds, disputes and an import as the version before it left them. */

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [buyer, sold, added, alsoAdded, changed, importId] = [1, 2, 3, 4, 5, 6].map(id)
const OLD = {
  open: id(11),
  refunded: id(12),
  failed: id(13),
  expired: id(14),
  kept: id(15),
  ofAdded: id(16),
  shifted: id(17),
  disputed: id(18),
}
const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}T10:00:00.000Z`

let shop: Shop
let admin: Person
let orders: Order[]

beforeAll(async () => {
  shop = await openShop({ on: await migrateFrom('0022', fill), start: new Date(day(20)) })
  admin = await shop.staff('admin')
  orders = (await admin.api.listAllOrders({ query: {} })).items
})
afterAll(() => shop.close())

const find = (orderId: string) => {
  const order = orders.find(({ _id }) => _id === orderId)
  if (!order) throw new Error(`no order ${orderId}`)
  return order
}

type Row = Record<string, unknown>

async function insert(client: pg.Client, table: string, row: Row): Promise<void> {
  const names = Object.keys(row)
  await client.query(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1)`,
    [JSON.stringify(row)],
  )
}

/** An order of two units at 12.50 with 19 % of tax unless `more` says otherwise, its event and its stock. */
async function insertOrder(client: pg.Client, orderId: string, at: string, more: Row = {}): Promise<void> {
  const order: Row = {
    id: orderId,
    user_id: buyer,
    product_id: sold,
    product_name: 'Brake disc',
    img: '/drawings/piston.svg',
    name: 'Ann Lee',
    email: 'ann@example.com',
    phone: '+1 555',
    address: '1 Road',
    location: 'Town',
    quantity: 2,
    unit_price_minor: 1250,
    total_minor: 2500,
    currency: 'usd',
    tax_rate: 1900,
    seller: exampleOrder.seller,
    status: 'pending',
    refunded_minor: 0,
    quantity_returned: 0,
    expires_at: day(30),
    created_at: at,
    ...more,
  }
  await insert(client, 'orders', order)
  await insert(client, 'order_events', {
    ...{ order_id: orderId, at, actor_id: buyer, kind: 'placed', after: 'pending', mailed_at: at },
    data: { expiresAt: day(30) },
  })
  if (order.stock_returned_at) return
  const back = Number(order.quantity_returned)
  await client.query(
    `with part as (
      update products set available = available - $2 where id = $1 returning available
    ) insert into audit (at, entity, entity_id, field, before, after)
      select $3, 'product', $1, 'availableQuantity', (available + $2)::text, available::text from part`,
    [order.product_id, Number(order.quantity) - back, at],
  )
}

const paid = (n: number, more: Row = {}): Row => ({
  ...{ paid_at: day(10), transaction_id: `counter ${n}`, receipt_number: n, settlement: 'counter' },
  ...more,
})

async function insertCharge(client: pg.Client, orderId: string, n: number, amount: number): Promise<void> {
  const entry = { order_id: orderId, intent_id: `counter ${n}`, amount_minor: amount, currency: 'usd' }
  await insert(client, 'ledger_columns', { at: day(10), kind: 'charge', ...entry })
  const event = { order_id: orderId, at: day(10), kind: 'paid', before: 'false', after: 'true' }
  await insert(client, 'order_events', { ...event, mailed_at: day(10) })
}

async function fill(client: pg.Client): Promise<void> {
  // columns that PostgreSQL generates are left out
  await client.query(`create temporary view ledger_columns as
    select at, kind, order_id, intent_id, refund_id, amount_minor, currency from ledger`)
  await insert(client, 'users', { id: buyer, uid: 'old', email: 'ann@example.com', created_at: day(1) })
  const part = {
    description: '',
    minimum_order: 1,
    available: 100,
    img: '/drawings/piston.svg',
    category: 'tools',
  }
  for (const [partId, name, price] of [
    [sold, 'Brake disc', 1250],
    [added, 'Added', 900],
    [alsoAdded, 'Also added', 800],
    [changed, 'Changed', 700],
  ]) {
    const row = { id: partId, name, price_minor: price, ...part }
    await client.query(
      `insert into products (${Object.keys(row)}, created_at) select ${Object.keys(row)}, $2
       from jsonb_populate_record(null::products, $1)`,
      [JSON.stringify(row), day(1)],
    )
  }
  await insert(client, 'imports', {
    ...{ id: importId, file_name: 'parts.csv', bytes: 10, received: 10, state: 'applied', last_row: 4 },
    ...{ created_at: day(1), applied_at: day(1), digest: '', tail: '', check_version: 1, rechecked: false },
    ...{ unreadable_rows: 0, conflicts: [], choice: {} },
  })
  const asAdded = (name: string, price: number) => ({
    name,
    price_minor: price,
    available: 100,
    minimum_order: 1,
  })
  for (const [row, product_id, before, after] of [
    [2, added, null, asAdded('Added', 900)],
    [3, alsoAdded, null, asAdded('Also added', 800)],
    [4, changed, { price_minor: 650 }, { price_minor: 700 }],
  ]) {
    await client.query(
      'insert into import_changes (import_id, row, product_id, before, after) values ($1, $2, $3, $4, $5)',
      [importId, row, product_id, before && JSON.stringify(before), JSON.stringify(after)],
    )
  }
  // placed in another order than stored
  await insertOrder(client, OLD.open, day(9))
  await insertOrder(client, OLD.refunded, day(2), {
    ...paid(1, {
      status: 'Shift',
      quantity: 3,
      total_minor: 3750,
      refunded_minor: 1200,
      quantity_returned: 1,
    }),
  })
  await insertOrder(client, OLD.failed, day(3), paid(2, { quantity_returned: 1 }))
  const expired = { expired_at: day(8), stock_returned_at: day(8) }
  await insertOrder(client, OLD.expired, day(4), expired)
  await insertOrder(client, OLD.kept, day(5), { deleted_at: day(8), cancellation_returns_stock: false })
  await insertOrder(client, OLD.ofAdded, day(6), {
    product_id: added,
    unit_price_minor: 900,
    total_minor: 1800,
  })
  await insertOrder(client, OLD.shifted, day(7), { status: 'Shift' })
  await insertOrder(client, OLD.disputed, day(8), paid(3))
  await client.query('update users set unpaid_orders = 3')
  await client.query('update receipt_counter set last = 3')
  await insertCharge(client, OLD.refunded, 1, 3750)
  await insertCharge(client, OLD.failed, 2, 2500)
  await insertCharge(client, OLD.disputed, 3, 2500)
  const refund = async (n: number, order: string, more: Row) =>
    insert(client, 'refunds', {
      id: id(20 + n),
      order_id: order,
      quantity: 0,
      created_at: day(10 + n),
      ...more,
    })
  await refund(1, OLD.refunded, {
    amount_minor: 500,
    quantity: 1,
    provider_id: 'counter_1',
    done_at: day(11),
  })
  await refund(2, OLD.refunded, { amount_minor: 300, reason: 'again', failed_at: day(12) })
  await refund(3, OLD.refunded, { amount_minor: 700, provider_id: 'counter_3', done_at: day(13) })
  await refund(4, OLD.failed, {
    amount_minor: 1250,
    quantity: 1,
    provider_id: 'counter_4',
    failed_at: day(14),
  })
  for (const [intent, refund_id, kind, amount, order] of [
    [1, 'counter_1', 'refund', 500, OLD.refunded],
    [1, 'counter_3', 'refund', 700, OLD.refunded],
    [2, 'counter_4', 'refund', 1250, OLD.failed],
    [2, 'counter_4', 'refund_failed', 1250, OLD.failed],
  ] as const) {
    const entry = { at: day(14), kind, order_id: order, intent_id: `counter ${intent}`, refund_id }
    await insert(client, 'ledger_columns', { ...entry, amount_minor: amount, currency: 'usd' })
  }
  await insert(client, 'disputes', {
    ...{ id: 'dp_1', order_id: OLD.disputed, intent_id: 'counter 3', amount_minor: 2500, currency: 'usd' },
    ...{ reason: 'general', status: 'needs_response', withdrawn_minor: 2500, created_at: day(12) },
  })
}

test('old orders are numbered in the order in which they were placed, and new ones go on', async () => {
  const rows = await shop.database.db
    .selectFrom('orders')
    .select(['id', 'number'])
    .orderBy('number')
    .execute()
  const { open, refunded, failed, expired, kept, ofAdded, shifted, disputed } = OLD
  const placed = [refunded, failed, expired, kept, ofAdded, shifted, disputed, open]
  expect(rows).toEqual(placed.map((orderId, index) => ({ id: orderId, number: 100_001 + index })))
  expect((await shop.order()).number).toBe(100_009)
})

test('a paid order with refunds reads as before, and has one line', () => {
  const { history, ...order } = find(OLD.refunded)
  const refund = { reason: null, status: 'done' }
  const line = { position: 1, units: 0, restocked: 0, isAssumed: false }
  expect(order).toEqual({
    _id: OLD.refunded,
    number: 100_001,
    productId: sold,
    productName: 'Brake disc',
    img: '/drawings/piston.svg',
    name: 'Ann Lee',
    email: 'ann@example.com',
    phone: '+1 555',
    address: '1 Road',
    location: 'Town',
    quantity: 3,
    price: 12.5,
    total: 37.5,
    currency: 'usd',
    status: 'Shift',
    paid: true,
    transactionId: 'counter 1',
    settlement: 'counter',
    receiptNumber: 1,
    tax: { rate: 19, amount: 5.99 },
    expiresAt: null,
    expired: false,
    closing: false,
    createdAt: day(2),
    refunded: 12,
    piecesReturned: 1,
    refunds: [
      {
        ...{ ...refund, _id: id(21), amount: 5, pieces: 1, createdAt: day(11) },
        lines: [{ ...line, units: 1, restocked: 1, amount: 5, tax: 0.8 }],
      },
      {
        ...{
          ...refund,
          _id: id(22),
          amount: 3,
          pieces: 0,
          reason: 'again',
          status: 'failed',
          createdAt: day(12),
        },
        lines: [{ ...line, amount: 3, tax: 0.48 }],
      },
      {
        ...{ ...refund, _id: id(23), amount: 7, pieces: 0, createdAt: day(13) },
        lines: [{ ...line, amount: 7, tax: 1.12 }],
      },
    ],
    disputes: [],
    seller: exampleOrder.seller,
    channel: 'direct',
    delivery: { method: 'agreed', shipTo: null, billTo: null },
    note: null,
    lines: [
      {
        ...{ position: 1, kind: 'part', productId: sold, name: 'Brake disc', img: '/drawings/piston.svg' },
        ...{ partNumber: null, brand: null, saleUnit: null, quantity: 3, price: 12.5, total: 37.5 },
        tax: { rate: 19, amount: 5.99 },
        ...{ cancelled: 0, shipped: 3, delivered: 0, returned: 1 },
        ...{ refundedUnits: 1, refunded: 12, refundedTax: 1.92 },
      },
    ],
  })
  expect(history.map(({ field }) => field)).toEqual(['status', 'paid'])
  // the tax that 25.50 include, as receipts showed it
  expect(remainingTax(find(OLD.refunded))).toBe(4.07)
})

test('the units of a line are those of its order', () => {
  const unitsOf = (orderId: string) => {
    const [line] = find(orderId).lines
    return line && [line.cancelled, line.shipped, line.returned]
  }
  expect(unitsOf(OLD.open)).toEqual([0, 0, 0])
  expect(unitsOf(OLD.shifted)).toEqual([0, 2, 0])
  // units of a refund that failed later stay back; its amount does not
  expect(unitsOf(OLD.failed)).toEqual([1, 0, 0])
  expect(find(OLD.failed).lines[0]).toMatchObject({ refunded: 0, refundedUnits: 0, refundedTax: 0 })
  expect(unitsOf(OLD.expired)).toEqual([2, 0, 0])
  expect(find(OLD.disputed).disputes).toMatchObject([{ status: 'needs_response', withdrawn: 25 }])
})

test('an old order goes on: its receipt, a refund of the rest, a deletion, a status', async () => {
  const params = { id: OLD.refunded }
  const receipt = await shop.call({ url: `/api/order/${OLD.refunded}/receipt.pdf`, token: admin.token })
  expect([receipt.statusCode, receipt.headers['content-type']]).toEqual([200, 'application/pdf'])
  const body = { refunded: 12, pieces: 2, reason: null }
  const refunded = await admin.api.refundOrder({ params, body })
  expect(refunded.lines[0]).toMatchObject({
    refunded: 37.5,
    refundedTax: 5.99,
    refundedUnits: 3,
    returned: 3,
  })
  await admin.api.deleteOrder({ params: { id: OLD.open }, query: {} })
  const back = await admin.api.setOrderStatus({ params: { id: OLD.shifted }, body: { status: 'Pending' } })
  expect(back.lines[0]).toMatchObject({ shipped: 0, cancelled: 0 })
  expect(await findContradictions(shop.database.db)).toEqual([])
})

test('an import from before is undone: an ordered part is archived, another is deleted', async () => {
  expect(await undo(admin, await admin.api.getImport({ params: { id: importId ?? '' } }))).toMatchObject({
    state: 'undone',
    failure: null,
  })
  const parts = await shop.database.db
    .selectFrom('products')
    .select(['id', 'price_minor', 'archived_at'])
    .where('id', 'in', [added ?? '', alsoAdded ?? '', changed ?? ''])
    .orderBy('id')
    .execute()
  expect(parts).toEqual([
    { id: added, price_minor: 900, archived_at: expect.any(Date) },
    { id: changed, price_minor: 650, archived_at: null },
  ])
})

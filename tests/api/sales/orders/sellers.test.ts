import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/sales/orders/orders.ts'
import { settingKeys } from '#contract/store/settings/settings.ts'
import { connect } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { fillSellers, sellerOf } from '#server/sales/orders/seller.ts'
import { mailedReceipt } from '#server/sales/receipts/receipt-queue.ts'
import { createOlderDatabase, type OlderDatabase } from '../../../support/database/older-database.ts'
import { readPdf } from '../../../support/orders/pdf-text.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { insertOrder, insertProduct, insertUser } from '../../../support/shop-rows.ts'
import { openTestStore, type Person } from '../../../support/store.ts'

const env = { STORE_NAME: 'Gears', STORE_ADDRESS: '12 Foundry Lane', STORE_TAX_ID: 'CHE-1', TAX_RATE: '7.7' }
const gears = {
  name: 'Gears',
  address: '12 Foundry Lane',
  taxId: 'CHE-1',
  phone: '+1 555 014 2280',
  locale: 'en-US',
  timeZone: 'UTC',
}
const wheels = {
  name: 'Wheels',
  address: 'Werkstraße 4\n10115 Berlin',
  taxId: 'DE 123456789',
  phone: '+49 30 901820',
  locale: 'de-DE',
  timeZone: 'Europe/Berlin',
}

describe('a change of the shop', () => {
  let shop: Shop
  let admin: Person
  let buyer: Person

  beforeAll(async () => {
    shop = await openShop({ env })
    admin = await shop.staff('admin')
    buyer = await shop.verify(await shop.buyer())
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    await admin.api.saveSettings({ body: { reset: [...settingKeys] } })
  })

  const receiptOf = async ({ _id }: Order) =>
    Buffer.from(await (await buyer.api.getReceipt({ params: { id: _id } })).bytes())
  /** The receipt as a mail has it. */
  const mailed = async ({ _id: orderId }: Order) => {
    const notes = { demo: true, takesCards: true }
    const job = { orderId, now: shop.clock.now(), notes, receipts: shop.receipts }
    return Buffer.from(await (await mailedReceipt(shop.database.db, job)).bytes())
  }

  test.each(Object.entries(wheels))(
    'of its %s leaves earlier receipts the same, byte for byte',
    async (key, value) => {
      const paid = await shop.paid(await shop.order())
      expect(paid.seller).toEqual(gears)
      const before = await receiptOf(paid)
      await admin.api.saveSettings({ body: { [key]: value } })
      expect((await receiptOf(paid)).equals(before)).toBe(true)
      expect(await buyer.api.getOrder({ params: { id: paid._id } })).toEqual(paid)
      const next = await shop.paid(await shop.order())
      expect(next.seller).toEqual({ ...gears, [key]: value })
    },
  )

  test('between order and payment leaves the receipt with the shop that took the order', async () => {
    const placed = await shop.order()
    await admin.api.saveSettings({ body: { ...wheels, taxRate: 19 } })
    const paid = await shop.paid(placed)
    expect([paid.seller, paid.tax?.rate]).toEqual([gears, 7.7])
    const words = readPdf(await receiptOf(paid)).pages[0]?.join('\n')
    expect(words).toContain('Gears\n12 Foundry Lane\n+1 555 014 2280\nTax ID CHE-1')
    expect(words).toMatch(/Placed\n.* UTC/)
  })

  test('is on the receipts of later orders, with its formats', async () => {
    await admin.api.saveSettings({ body: { ...wheels, taxRate: 19 } })
    const paid = await shop.paid(await shop.order([{ part: await shop.part({ price: 1190 }), quantity: 1 }]))
    const words = readPdf(await receiptOf(paid)).pages[0]?.join('\n')
    for (const part of [
      'Wheels\n',
      'Werkstraße 4',
      '10115 Berlin',
      '+49 30 901820',
      'Tax ID DE 123456789',
      '1.190,00 $',
      '190,00 $',
    ])
      expect(words).toContain(part)
    expect(words).not.toContain('Gears')
  })

  test('is in the mails that are written after it; the receipt attached is that of the order', async () => {
    const { outbox, database } = shop
    const paid = await shop.paid(await shop.order())
    const before = await receiptOf(paid)
    await admin.api.saveSettings({ body: wheels })
    const placed = await shop.order()
    await outbox.deliver()
    const mails = await database.db.selectFrom('mails').select(['body', 'attached']).execute()
    const ofOrder = ({ _id }: Order) =>
      mails.filter(({ body, attached: id }) => id === _id || body.includes(_id))
    expect(ofOrder(placed)[0]?.body).toContain('thank you for your order at Wheels:')
    expect(ofOrder(placed)[0]?.body).toMatch(/Pay it until \d\d\.\d\d\.\d{4}, \d\d:\d\d (MEZ|MESZ|GMT)/)
    const receipt = ofOrder(paid).find(({ attached: id }) => id === paid._id)
    expect(receipt?.attached).toBe(paid._id)
    expect((await mailed(paid)).equals(before)).toBe(true)
  })

  test('is not on a repeated call that placed an order before it', async () => {
    const part = await shop.part()
    const body = {
      productId: part._id,
      email: buyer.email,
      address: '1 Road',
      phone: '1',
      location: 'Town',
      quantity: part.minimumOrder,
      price: part.price,
    }
    const placed = await buyer.api.placeOrder({ body }, { idempotencyKey: 'twice' })
    await admin.api.saveSettings({ body: { ...wheels, taxRate: 19 } })
    expect(await buyer.api.placeOrder({ body }, { idempotencyKey: 'twice' })).toEqual(placed)
  })
})

describe('orders of before', () => {
  let older: OlderDatabase
  /** Reads the database beside the stores that start on it. */
  let pool: pg.Pool
  let orders: string[]

  beforeEach(async () => {
    orders = []
    older = await createOlderDatabase('0017', async (client) => {
      const [user, part] = [newId(), newId()]
      await client.query(
        "insert into users (id, uid, email, created_at) values ($1, 'old', 'buyer@example.com', now())",
        [user],
      )
      await client.query(
        `insert into products (id, name, price_minor, minimum_order, available, img, category, created_at)
         values ($1, 'Brake disc', 1250, 1, 10, '/drawings/piston.svg', 'tools', now())`,
        [part],
      )
      for (let n = 0; n < 3; n += 1) orders.push(await placeAsBefore(client, { user, part }))
    })
    pool = new pg.Pool(older.connection)
  })

  afterEach(async () => {
    await pool.end()
    await older.drop()
  })

  /** Places an order as versions before the column do. */
  async function placeAsBefore(
    client: pg.Client,
    { user, part }: { user: string; part: string },
  ): Promise<string> {
    const id = newId()
    const { rows } = await client.query(
      `select outcome from place_order(
        p_id => $1, p_user => $2, p_product => $3, p_quantity => 1, p_prices => '{1250}', p_unpaid_limit => 100,
        p_name => 'Ann', p_email => 'buyer@example.com', p_phone => '1', p_address => '1 Road', p_location => 'Town',
        p_currency => 'usd', p_tax_rate => 770, p_expires_at => now() + interval '2 days', p_at => now(),
        p_method => null, p_path => null, p_key => null, p_body_hash => null, p_keys_since => null
      )`,
      [id, user, part],
    )
    expect(rows).toEqual([{ outcome: 'placed' }])
    return id
  }

  /** Starts an instance on the database, as `main` does: migrates it, then composes the store. */
  async function start(settings: Record<string, string> = env) {
    const on = await connect(older.connection, { log() {} }, async () => {})
    return openTestStore({ on, env: settings })
  }

  const sellers = async () => {
    const { rows } = await pool.query('select id, seller from orders order by id')
    return Object.fromEntries(rows.map(({ id, seller }) => [id, seller]))
  }
  const all = (seller: unknown) => Object.fromEntries(orders.map((id) => [id, seller]))

  test('have the seller of the environment once the store has started, and keep it', async () => {
    const store = await start()
    expect(await sellers()).toEqual(all(gears))
    const admin = await store.signUpAdmin()
    await admin.api.saveSettings({ body: wheels })
    const read = async (by: Person) =>
      (await by.api.listAllOrders({ query: {} })).items.map(({ seller }) => seller)
    expect(await read(admin)).toEqual([gears, gears, gears])
    await store.close()
    // nor does another environment change them
    const again = await start({ ...env, STORE_NAME: 'Bolts' })
    expect(await sellers()).toEqual(all(gears))
    await again.close()
  })

  test('have one seller if two instances start at once', async () => {
    const names = ['Gears', 'Bolts']
    const stores = await Promise.all(names.map((name) => start({ ...env, STORE_NAME: name })))
    const { rows } = await pool.query('select distinct seller from orders')
    expect(rows).toHaveLength(1)
    expect(names.map((name) => ({ ...gears, name }))).toContainEqual(rows[0]?.seller)
    expect(Object.values(await sellers())).not.toContain(null)
    for (const store of stores) await store.close()
  })

  test('have one seller if the first start was interrupted, also if the next one has another environment', async () => {
    // what an interrupted start leaves: the tables, the seller, and some orders without one
    const store = await start()
    await store.close()
    await pool.query('alter table orders disable trigger orders_move_forward')
    await pool.query('update orders set seller = null where id = any ($1)', [orders.slice(1)])
    await pool.query('alter table orders enable trigger orders_move_forward')
    const next = await start({ ...env, STORE_NAME: 'Bolts' })
    expect(await sellers()).toEqual(all(gears))
    await next.close()
  })

  test('in more than one batch are all filled in', { tags: 'long' }, async () => {
    const store = await start()
    const { db } = store.database
    const user = await insertUser(db)
    const part = await insertProduct(db)
    const one = await insertOrder(db, { user_id: user, lines: [{ product_id: part }], seller: null })
    await pool.query(
      `with copies as (
        insert into orders select (jsonb_populate_record(orders, jsonb_build_object(
          'id', gen_random_uuid(), 'number', nextval('order_numbers')))).*
        from orders, generate_series(1, 4500) where id = $1 returning id
      )
      insert into order_lines select (jsonb_populate_record(order_lines, jsonb_build_object('order_id', copies.id))).*
      from order_lines, copies where order_id = $1`,
      [one],
    )
    expect(await fillSellers(db)).toBe(4501)
    expect(await fillSellers(db)).toBe(0)
    const { rows } = await pool.query('select distinct seller from orders')
    expect(rows).toEqual([{ seller: gears }])
    await store.close()
  })

  test('are read with their seller before they are filled in, and filled in around one that is being changed', async () => {
    const store = await start()
    const admin = await store.signUpAdmin()
    const { db } = store.database
    await pool.query('alter table orders disable trigger orders_move_forward')
    await pool.query('update orders set seller = null')
    await pool.query('alter table orders enable trigger orders_move_forward')
    const { items } = await admin.api.listAllOrders({ query: {} })
    expect(items.map(({ seller }) => seller)).toEqual([gears, gears, gears])
    await db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('orders')
        .select('id')
        .where('id', '=', orders[0] ?? '')
        .forUpdate()
        .execute()
      expect(await fillSellers(store.database.db)).toBe(2)
    })
    expect(await fillSellers(db)).toBe(1)
    expect(await sellers()).toEqual(all(gears))
    await store.close()
  })
})

test('an order keeps of the settings what receipts print', () => {
  const settings = { ...wheels, logo: null, accent: null, taxRate: 19, hours: null, statistics: [] }
  expect(sellerOf(settings)).toEqual(wheels)
})

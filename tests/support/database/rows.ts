import type { Insertable } from 'kysely'
import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import { newId } from '#database/uuid.ts'

/** Inserts a row with default values, like all functions of this module, and returns its id. */
export async function insertUser(db: Db, values: Partial<Insertable<Tables['users']>> = {}): Promise<string> {
  const id = newId()
  const account = { id, uid: id, email: null, display_name: null, photo_url: null, created_at: new Date() }
  await db
    .insertInto('users')
    .values({ ...account, ...values })
    .execute()
  return values.id ?? id
}

export async function insertProduct(
  db: Db,
  values: Partial<Insertable<Tables['products']>> = {},
): Promise<string> {
  const id = newId()
  const part = {
    id,
    name: 'Brake disc',
    description: '',
    price_minor: 1250,
    minimum_order: 1,
    available: 10,
    img: '/drawings/brake-disc.svg',
    category: 'tools' as const,
    brand: null,
    part_number: null,
    created_at: new Date(),
  }
  await db
    .insertInto('products')
    .values({ ...part, ...values })
    .execute()
  return values.id ?? id
}

/** Receipt numbers only have to be unique here. */
let receipts = 0

/** By default an unpaid order of two units at 12.50; with `paid_at` it has a receipt and was paid by card. */
export async function insertOrder(
  db: Db,
  {
    user_id,
    product_id,
    ...values
  }: Partial<Insertable<Tables['orders']>> & { user_id: string; product_id: string },
): Promise<string> {
  const id = newId()
  const order = {
    id,
    product_name: 'Brake disc',
    img: '/drawings/brake-disc.svg',
    name: 'Buyer',
    email: 'buyer@example.com',
    phone: '555 0100',
    address: '1 Road',
    location: 'Town',
    quantity: 2,
    unit_price_minor: 1250,
    total_minor: 2500,
    currency: 'usd',
    expires_at: new Date('2100-01-01T00:00:00Z'),
    created_at: new Date(),
    ...(values.paid_at ? { receipt_number: ++receipts, settlement: 'card' as const } : {}),
  }
  await db
    .insertInto('orders')
    .values({ ...order, user_id, product_id, ...values })
    .execute()
  return values.id ?? id
}

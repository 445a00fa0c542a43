import { type Insertable, sql } from 'kysely'
import type { Tables } from '#database/generated-tables.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { exampleOrder } from './orders/example-order.ts'

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

type OrderColumns = Omit<
  Insertable<Tables['orders']>,
  'product_id' | 'quantity' | 'unit_price_minor' | 'total_minor'
>
type RowLine = { product_id: string; quantity?: number; unit_price_minor?: number }

/** Receipt numbers only have to be unique here. */
let receipts = 0

/** An order, of lines that have by default two units at 12.50, unpaid; with `paid_at` it has a receipt and was paid by card. */
export async function insertOrder(
  db: Db,
  {
    lines: [first, ...others],
    ...values
  }: Partial<OrderColumns> & { user_id: string; lines: [RowLine, ...RowLine[]] },
): Promise<string> {
  const id = values.id ?? newId()
  const lines = [first, ...others].map(({ product_id, quantity = 2, unit_price_minor = 1250 }, index) => ({
    order_id: id,
    position: index + 1,
    product_id,
    name: 'Brake disc',
    img: '/drawings/brake-disc.svg',
    quantity,
    unit_price_minor,
    tax_ppm: 0,
    tax_minor: 0,
    total_minor: unit_price_minor * quantity,
  }))
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
  const total = sum(lines.map(({ total_minor }) => total_minor))
  const order = {
    id,
    product_id: first.product_id,
    product_name: 'Brake disc',
    img: '/drawings/brake-disc.svg',
    name: 'Buyer',
    email: 'buyer@example.com',
    phone: '555 0100',
    address: '1 Road',
    location: 'Town',
    other_parts: others.length,
    quantity: sum(lines.map(({ quantity }) => quantity)),
    unit_price_minor: others.length === 0 ? (first.unit_price_minor ?? 1250) : total,
    total_minor: total,
    currency: 'usd',
    seller: JSON.stringify(exampleOrder.seller),
    expires_at: new Date('2100-01-01T00:00:00Z'),
    created_at: new Date(),
    ...(values.paid_at ? { receipt_number: ++receipts, settlement: 'card' as const } : {}),
  }
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('orders')
      .values({ ...order, ...values })
      .execute()
    await trx.insertInto('order_lines').values(lines).execute()
  })
  return id
}

/** Lets the time to pay an unpaid order end at this moment. */
export async function setExpiry(db: Db, orderId: string, at: Date): Promise<void> {
  await db
    .updateTable('orders')
    .set({ expires_at: at })
    .where('id', '=', orderId)
    .where('paid_at', 'is', null)
    .execute()
}

/** Deletes or expires an unpaid order, but not its payment at the provider: the store would cancel that first. */
export async function endOrder(
  db: Db,
  orderId: string,
  end: { deleted_at: Date } | { expired_at: Date },
): Promise<void> {
  const [at] = Object.values(end)
  await db
    .updateTable('orders')
    .set({ ...end, stock_returned_at: at })
    .where('id', '=', orderId)
    .where('paid_at', 'is', null)
    .where('stock_returned_at', 'is', null)
    .execute()
  await sql`update order_lines set cancelled = order_lines.quantity, shipped = 0 from orders
    where order_id = ${orderId} and orders.id = order_id and stock_returned_at is not null`.execute(db)
}

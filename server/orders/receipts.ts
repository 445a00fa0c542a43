import { AppError } from '#contract/errors.ts'
import { receiptTexts } from '#contract/messages/orders.ts'
import type { Order } from '#contract/orders.ts'
import type { Db } from '#database/open.ts'
import { withHistory } from './order.ts'
import { drawReceipt, type Seller } from './receipt-pdf.ts'

/** The receipt of an order as a file. Throws `order_unpaid`. */
export async function receiptFile(order: Order, seller: Seller): Promise<File> {
  if (order.receiptNumber === null) throw new AppError('order_unpaid')
  const name = receiptTexts.fileName(order.receiptNumber)
  return new File([new Uint8Array(await drawReceipt(order, seller))], name, { type: 'application/pdf' })
}

/** The receipt that goes along with a mail: as the order stands when the mail goes out. */
export async function mailedReceipt(
  db: Db,
  { orderId, now, seller }: { orderId: string; now: Date; seller: Seller },
): Promise<File> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const [order] = await withHistory(db, [row], { now, asAdmin: false })
  if (!order) throw new AppError('not_found')
  return receiptFile(order, seller)
}

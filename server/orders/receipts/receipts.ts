import { AppError } from '#contract/errors.ts'
import { receiptTexts } from '#contract/messages/orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Db } from '#database/open.ts'
import { withHistory } from '../order-view.ts'
import type { Seller } from './receipt-pdf.ts'
import type { ReceiptQueue } from './receipt-queue.ts'

/** The receipt of an order as a file. Throws `order_unpaid`, and `receipts_busy` if too many wait. */
export async function receiptFile(
  receipts: ReceiptQueue,
  { order, seller, mostWaiting }: { order: Order; seller: Seller; mostWaiting?: number },
): Promise<File> {
  if (order.receiptNumber === null) throw new AppError('order_unpaid')
  const name = receiptTexts.fileName(order.receiptNumber)
  return new File([await receipts.draw({ order, seller }, mostWaiting)], name, { type: 'application/pdf' })
}

/** The receipt attached to a mail, as of the time of sending. It waits however many others do: mails are few at a time. */
export async function mailedReceipt(
  db: Db,
  { orderId, now, seller, receipts }: { orderId: string; now: Date; seller: Seller; receipts: ReceiptQueue },
): Promise<File> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const [order] = await withHistory(db, [row], { now, asAdmin: false })
  if (!order) throw new AppError('not_found')
  return receiptFile(receipts, { order, seller, mostWaiting: Number.POSITIVE_INFINITY })
}

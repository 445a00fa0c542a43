import { Link } from 'react-router'
import { orderTexts as texts } from '#contract/messages/orders.ts'
import type { Order } from '#contract/orders/orders.ts'

/** Leads to the sheet of one order, to be printed and filed: a receipt once it is paid. */
export function OrderLink({ order }: { order: Order }) {
  return (
    <Link
      className="tbl__link"
      to={`/dashboard/orders/${order._id}`}
      aria-label={(order.paid ? texts.receiptOf : texts.orderSheetOf)(order.productName)}
    >
      {order.paid ? texts.receipt : texts.orderSheet}
    </Link>
  )
}

import { Link } from 'react-router'
import { paymentTexts as texts } from '#contract/messages/payments.ts'
import type { OrderState } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import { drawingPath } from '#drawings/part-drawing.ts'
import { Count, Price, Time } from '../layout/shop/price.tsx'
import { Picture, thumbOf } from '../ui/picture.tsx'

const amountLabels: Record<OrderState, string> = {
  open: texts.amount,
  shifted: texts.amount,
  paid: texts.amountPaid,
  closing: texts.total,
  expired: texts.total,
}

/** What is paid for: the part, the pieces and the amount, which is asked for only while it is due. */
export function PaymentSummary({ order, state }: { order: Order; state: OrderState }) {
  const stand = drawingPath({ productName: order.productName, category: '' })
  return (
    <aside className="slip" aria-label={texts.order}>
      <div className="item">
        <div className="plate">
          <Picture src={thumbOf(order.img)} fallback={thumbOf(stand)} alt="" />
        </div>
        <div>
          <Link to={`/parts/${order.productId}`}>{order.productName}</Link>
          <small>
            <Time at={order.createdAt} style="date" />
          </small>
        </div>
      </div>
      <dl>
        <dt>{texts.price}</dt>
        <dd className="num">
          <Price amount={order.price} currency={order.currency} />
        </dd>
        <dt>{texts.quantity}</dt>
        <dd className="num">
          <Count of={order.quantity} />
        </dd>
        <dt className="sum">{amountLabels[state]}</dt>
        <dd className="price sum">
          <Price amount={order.total} currency={order.currency} />
        </dd>
      </dl>
    </aside>
  )
}

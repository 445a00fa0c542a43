import { orderTexts as texts, timeUntil } from '#contract/messages/orders.ts'
import { type OrderState, orderState } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useStoreConfig } from '../api/store-config.ts'
import { DisputeState } from '../layout/shop/dispute.tsx'
import { Count, usePriceText } from '../layout/shop/price.tsx'
import { Tag } from '../ui/tag.tsx'

const tags: Record<OrderState, { tone: 'ok' | 'warn' | 'bad'; text: string }> = {
  paid: { tone: 'ok', text: texts.paid },
  open: { tone: 'warn', text: texts.unpaid },
  shifted: { tone: 'warn', text: texts.unpaid },
  closing: { tone: 'bad', text: texts.closing },
  expired: { tone: 'bad', text: texts.expired },
}

/** Whether an order is paid, by which payment, or how long there is still time. */
export function PaymentCell({ order }: { order: Order }) {
  const state = orderState(order)
  return (
    <>
      <Tag tone={tags[state].tone}>{tags[state].text}</Tag>
      {order.paid && <span className="sub num pi">{order.transactionId}</span>}
      {order.disputes.map((dispute) => (
        <span className="no-print" key={dispute._id}>
          <DisputeState dispute={dispute} />
        </span>
      ))}
      {order.refunded > 0 && <RefundedLines order={order} />}
      {state === 'expired' && <span className="sub">{texts.expiredText}</span>}
      {state === 'closing' && <span className="sub">{texts.closingText}</span>}
      {(state === 'open' || state === 'shifted') && <TimeLeft order={order} />}
    </>
  )
}

function RefundedLines({ order: { refunds, currency } }: { order: Order }) {
  const priceText = usePriceText()
  return refunds
    .filter(({ status }) => status !== 'failed')
    .map(({ _id, status, amount }) => (
      <span className="sub" key={_id}>
        {status === 'done'
          ? texts.refundOf(priceText(amount, currency))
          : texts.refundAsked(priceText(amount, currency))}
      </span>
    ))
}

function TimeLeft({ order }: { order: Order }) {
  const onCollection = useStoreConfig()?.payment.mode === 'off'
  return (
    <>
      {order.expiresAt && <span className="sub">{texts.left(timeUntil(order.expiresAt, Date.now()))}</span>}
      {onCollection && <span className="sub">{texts.payOnCollection}</span>}
    </>
  )
}

/** The total, and below it how it comes about. */
export function priceLines(order: Order, priceText: (amount: number, currency?: string) => string) {
  return (
    <>
      {priceText(order.total, order.currency)}
      <span className="sub">
        <Count of={order.quantity} /> {texts.each(priceText(order.price, order.currency))}
      </span>
    </>
  )
}

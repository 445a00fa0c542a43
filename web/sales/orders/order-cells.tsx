import { Link } from 'react-router'
import { pricePerUnit } from '#contract/catalog/products/part-fields-texts.ts'
import { canPay, type OrderState, orderState } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { historyText, orderParts, orderTexts as texts, timeUntil } from '#contract/sales/orders/texts.ts'
import { isOpenDispute } from '#contract/sales/payments/dispute-state.ts'
import { disputeStatusText } from '#contract/sales/payments/dispute-texts.ts'
import { useStoreConfig } from '../../platform/api/store-config.ts'
import { Count, Price, Time, usePriceText } from '../../platform/layout/price.tsx'
import { Status, type StatusKind, Tag } from '../../platform/ui/tag.tsx'
import { DisputeState } from '../payments/dispute.tsx'
import { OrderedPart } from './ordered-part.tsx'

/** The page of the part of an order, or of the order if it has several. */
export function pathOfParts({ number, productId, lines }: Order): string {
  return lines.length === 1 ? `/parts/${productId}` : `/dashboard/orders/${number}`
}

/** The order’s number, what was ordered and when, with its picture. In a dialog the name is no link, which would leave the page. */
export function OrderItem({ order, isInDialog = false }: { order: Order; isInDialog?: boolean }) {
  return (
    <OrderedPart
      part={{ ...order, productName: orderParts(order) }}
      to={isInDialog ? undefined : pathOfParts(order)}
    >
      <b className="numeric">{texts.orderWithNumber(order.number)}</b>
      <span>, </span>
      <Time at={order.createdAt} style="date" />
    </OrderedPart>
  )
}

export function OrderLink({ order }: { order: Order }) {
  return (
    <Link
      className="table__link"
      to={`/dashboard/orders/${order.number}`}
      aria-label={(order.paid ? texts.receiptOf : texts.orderSummaryOf)(order.number, orderParts(order))}
    >
      {order.paid ? texts.receipt : texts.orderSummary}
    </Link>
  )
}

export function OrderHistory({ order }: { order: Order }) {
  const priceText = usePriceText()
  return (
    <details className="disclosure">
      <summary>{texts.history}</summary>
      <ol>
        {order.history.map((change) => (
          <li key={`${change.at} ${change.field}`}>
            <b>{`${historyText(change, (amount) => priceText(amount, order.currency))} `}</b>
            <Time at={change.at} />
          </li>
        ))}
      </ol>
    </details>
  )
}

const tags: Record<OrderState, { variant: 'ok' | 'warning' | 'danger'; text: string }> = {
  paid: { variant: 'ok', text: texts.paid },
  open: { variant: 'warning', text: texts.unpaid },
  shifted: { variant: 'warning', text: texts.unpaid },
  cancelling: { variant: 'danger', text: texts.cancelling },
  expired: { variant: 'danger', text: texts.expired },
}

export function PaymentCell({ order }: { order: Order }) {
  const state = orderState(order)
  return (
    <>
      <Tag variant={tags[state].variant}>{tags[state].text}</Tag>
      {order.paid && <span className="secondary-text numeric identifier">{order.transactionId}</span>}
      {order.disputes.map((dispute) => (
        <span className="no-print" key={dispute._id}>
          <DisputeState dispute={dispute} />
        </span>
      ))}
      {order.refunded > 0 && <Refunds order={order} />}
      {state === 'expired' && <span className="secondary-text">{texts.expiredText}</span>}
      {state === 'cancelling' && <span className="secondary-text">{texts.cancellingText}</span>}
      {(state === 'open' || state === 'shifted') && <TimeLeft order={order} />}
    </>
  )
}

const statuses: Record<OrderState, { kind: StatusKind; text: string }> = {
  paid: { kind: 'done', text: texts.paid },
  open: { kind: 'waits', text: texts.unpaid },
  shifted: { kind: 'waits', text: texts.unpaid },
  cancelling: { kind: 'underWay', text: texts.cancelling },
  expired: { kind: 'ended', text: texts.expired },
}

/** The payment in one line: an open or lost dispute before the payment itself. */
export function PaymentStatus({ order }: { order: Order }) {
  const state = orderState(order)
  const dispute = order.disputes.find(isOpenDispute) ?? order.disputes.find(({ status }) => status === 'lost')
  const payment = statuses[state]
  return (
    <span className="payment-status">
      {dispute ? (
        <Status kind={isOpenDispute(dispute) ? 'alarm' : 'refused'}>
          {disputeStatusText(dispute.status)}
        </Status>
      ) : (
        <Status kind={payment.kind}>{payment.text}</Status>
      )}
      {order.refunded > 0 && <Refunds order={order} />}
      {canPay(order) && <TimeLeft order={order} />}
    </span>
  )
}

function Refunds({ order: { refunds, currency } }: { order: Order }) {
  const priceText = usePriceText()
  return refunds
    .filter(({ status }) => status !== 'failed')
    .map(({ _id, status, amount }) => (
      <span className="secondary-text" key={_id}>
        {(status === 'done' ? texts.refundOf : texts.refundRequested)(priceText(amount, currency))}
      </span>
    ))
}

function TimeLeft({ order: { expiresAt } }: { order: Order }) {
  const isPaidOnCollection = useStoreConfig()?.payment.mode === 'off'
  return (
    <>
      {expiresAt && <span className="secondary-text">{texts.left(timeUntil(expiresAt, Date.now()))}</span>}
      {isPaidOnCollection && <span className="secondary-text">{texts.payOnCollection}</span>}
    </>
  )
}

export function PriceCell({ order }: { order: Order }) {
  const priceText = usePriceText()
  const [line, ...others] = order.lines
  return (
    <>
      <Price amount={order.total} currency={order.currency} />
      <span className="secondary-text">
        <Count value={order.quantity} />
        <span>
          {line && others.length === 0
            ? ` ${texts.each(pricePerUnit(priceText(line.price, order.currency), line.saleUnit))}`
            : ` ${texts.unitsInParts(order.lines.length)}`}
        </span>
      </span>
    </>
  )
}

/** Orders of a deleted account have no email, but what is left of the name. */
export function buyerOf({ email, name }: Order): string {
  return email || (name ?? '')
}

import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { canPay, type OrderState, orderState } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { orderParts } from '#contract/sales/orders/texts.ts'
import { paymentTexts as texts } from '#contract/sales/payments/texts.ts'
import { anonymousApi } from '../../platform/api/browser-api.ts'
import { ErrorText } from '../../platform/forms/form-status.tsx'
import { Price, Time } from '../../platform/layout/price.tsx'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { pathOfParts } from '../orders/order-cells.tsx'
import { OrderAmounts, OrderedPart } from '../orders/ordered-part.tsx'
import { type CardConfig, PayByCard, type PaymentSteps, startPayment } from './pay-by-card.tsx'
import { reportPayment, useSettled } from './payment-flow.ts'

/** The order once it is read, and its payment begun if it can be paid by card. */
export async function loadPayment(reading: Promise<Order>) {
  const [order, config] = await Promise.all([reading, readCardConfig()])
  const isOpen = config !== undefined && canPay(order)
  return { order, config, steps: isOpen ? startPayment(order, config) : undefined }
}

async function readCardConfig(): Promise<CardConfig | undefined> {
  const { mode, scriptUrl, publishableKey } = (await anonymousApi.getConfig()).payment
  if (mode === 'off' || !scriptUrl || !publishableKey) return undefined
  return { scriptUrl, publishableKey, isSandbox: mode === 'sandbox' }
}

export type PaymentProps = {
  order: Order
  config: CardConfig | undefined
  steps: PaymentSteps | undefined
  /** The card was charged. */
  onCharged?: () => void
}
type Charge = { transactionId: string; report: ReturnType<typeof reportPayment> }

/** The payment of an order, or why there is none, beside the order. */
export function Payment({ order, config, steps, onCharged: report }: PaymentProps) {
  const { revalidate } = useRevalidator()
  const [charge, setCharge] = useState<Charge>()
  function onCharged(transactionId: string) {
    setCharge({ transactionId, report: reportPayment(order._id, transactionId) })
    report?.()
  }

  function content() {
    if (charge) {
      return <Charged order={order} {...charge} onRetry={() => onCharged(charge.transactionId)} />
    }
    if (!config || !steps) return <NotPayable order={order} />
    return (
      <>
        <p className="payment-subject">
          <span>{`${texts.pleasePay} `}</span>
          <b>
            <Price amount={order.total} currency={order.currency} />
          </b>
          <span>{` ${texts.payFor} `}</span>
          <b>{orderParts(order)}</b>
        </p>
        <PayByCard
          order={order}
          config={config}
          steps={steps}
          onCharged={onCharged}
          onStale={() => void revalidate()}
        />
      </>
    )
  }
  return (
    <div className="order-columns">
      <div>{content()}</div>
      <PaymentSummary order={order} state={charge ? 'paid' : orderState(order)} />
    </div>
  )
}

/** The card was charged. Shows whether the store has confirmed it; the page does not navigate. */
function Charged({ order, transactionId, report, onRetry }: Charge & { order: Order; onRetry: () => void }) {
  const result = useSettled(report)
  const isFailed = result?.ok === false
  const text = isFailed ? texts.unconfirmed : texts.confirming
  return (
    <div className="outcome">
      {/* the form with the focus in it is gone */}
      <div
        className={isFailed ? 'status-message status-message--warning' : 'status-message'}
        role="status"
        tabIndex={-1}
        ref={focus}
      >
        {result?.ok ? texts.success : text}
      </div>
      <Transaction id={transactionId} />
      <div className="form__actions">
        {isFailed && (
          <Button variant="primary" onClick={onRetry}>
            {uiTexts.retry}
          </Button>
        )}
        <LinkButton to="/dashboard/orders">{texts.myOrders}</LinkButton>
        {result?.ok && <LinkButton to={`/dashboard/orders/${order.number}`}>{texts.receipt}</LinkButton>}
      </div>
    </div>
  )
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}

function Transaction({ id }: { id: string }) {
  return (
    <dl className="detail-list">
      <dt>{texts.transaction}</dt>
      <dd className="numeric">{id}</dd>
    </dl>
  )
}

const reasons: Record<OrderState, string> = {
  open: texts.onCollection,
  shifted: texts.onCollection,
  paid: texts.paid,
  cancelling: texts.cancelling,
  expired: texts.expired,
}

function NotPayable({ order }: { order: Order }) {
  const { number, transactionId, productId, lines } = order
  const again = lines.length === 1 ? `/purchase/${productId}` : `/dashboard/orders/${number}`
  const state = orderState(order)
  return (
    <div className="outcome">
      {state === 'paid' || state === 'open' || state === 'shifted' ? (
        <p className="status-message">{reasons[state]}</p>
      ) : (
        <ErrorText>{reasons[state]}</ErrorText>
      )}
      {state === 'paid' && transactionId && <Transaction id={transactionId} />}
      <div className="form__actions">
        <LinkButton to="/dashboard/orders">{texts.myOrders}</LinkButton>
        {state === 'paid' && <LinkButton to={`/dashboard/orders/${number}`}>{texts.receipt}</LinkButton>}
        {state === 'expired' && <LinkButton to={again}>{texts.orderAgain}</LinkButton>}
      </div>
    </div>
  )
}

const amountLabels: Record<OrderState, string> = {
  open: texts.amount,
  shifted: texts.amount,
  paid: texts.amountPaid,
  cancelling: texts.total,
  expired: texts.total,
}

function PaymentSummary({ order, state }: { order: Order; state: OrderState }) {
  const labels = { price: texts.price, quantity: texts.quantity, total: amountLabels[state] }
  return (
    <aside className="summary" aria-label={texts.order}>
      <OrderedPart part={{ ...order, productName: orderParts(order) }} to={pathOfParts(order)}>
        <Time at={order.createdAt} style="date" />
      </OrderedPart>
      <OrderAmounts order={order} saleUnit={order.lines[0]?.saleUnit ?? null} labels={labels} />
    </aside>
  )
}

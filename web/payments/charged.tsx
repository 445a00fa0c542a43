import { useState } from 'react'
import { paymentTexts as texts } from '#contract/messages/payments.ts'
import { uiTexts } from '#contract/messages/ui.ts'
import type { Order } from '#contract/orders/orders.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { reportPayment, useStep } from './payment-flow.ts'

type Props = { orderId: string; transactionId: string; report: ReturnType<typeof reportPayment> }

/** The card was charged: the store is told, and what it says is shown. The page stays. */
export function Charged({ orderId, transactionId, report }: Props) {
  const [step, setStep] = useState(report)
  const result = useStep(step)
  return (
    <div className="placed">
      <div
        className={result?.ok === false ? 'told told--warn' : 'told'}
        role="status"
        tabIndex={-1}
        ref={focus}
      >
        {!result && texts.confirming}
        {result?.ok === true && texts.success}
        {result?.ok === false && texts.unconfirmed}
      </div>
      <Transaction id={transactionId} />
      <div className="form__acts">
        {result?.ok === false && (
          <Button look="go" onClick={() => setStep(reportPayment(orderId, transactionId))}>
            {uiTexts.retry}
          </Button>
        )}
        <LinkButton to="/dashboard/orders">{texts.myOrders}</LinkButton>
        {result?.ok === true && <LinkButton to={`/dashboard/orders/${orderId}`}>{texts.receipt}</LinkButton>}
      </div>
    </div>
  )
}

/** An order that was paid before. */
export function AlreadyPaid({ order }: { order: Order }) {
  return (
    <div className="placed">
      <p className="told">{texts.paid}</p>
      {order.transactionId && <Transaction id={order.transactionId} />}
      <div className="form__acts">
        <LinkButton to="/dashboard/orders">{texts.myOrders}</LinkButton>
        <LinkButton to={`/dashboard/orders/${order._id}`}>{texts.receipt}</LinkButton>
      </div>
    </div>
  )
}

function Transaction({ id }: { id: string }) {
  return (
    <dl className="spec">
      <dt>{texts.transaction}</dt>
      <dd className="num">{id}</dd>
    </dl>
  )
}

/** The form with the focus in it is gone: reading goes on at what came of it. */
function focus(element: HTMLElement | null): void {
  element?.focus()
}

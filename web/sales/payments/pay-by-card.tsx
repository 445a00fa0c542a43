import { useState } from 'react'
import type { ErrorCode } from '#contract/platform/errors.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { demoCards, paymentTexts as texts } from '#contract/sales/payments/texts.ts'
import { ErrorText } from '../../platform/forms/form-status.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { type Outcome, openPayment, toResult, useSettled } from './payment-flow.ts'

export type CardConfig = { scriptUrl: string; publishableKey: string; isSandbox: boolean }
export type PaymentSteps = ReturnType<typeof startPayment>

export function startPayment(order: Order, config: CardConfig) {
  return { payment: openPayment(order), library: toResult(loadLibrary(config)) }
}

async function loadLibrary(config: CardConfig) {
  const { openStripe, CardForm } = await import('./card-form.tsx')
  return { stripe: await openStripe(config), CardForm }
}

type Props = {
  order: Order
  config: CardConfig
  steps: PaymentSteps
  onCharged: (transactionId: string) => void
  onStale: () => void
}

/** Errors of the store when there is nothing to pay any more; the page then loads the order again. */
const NOTHING_TO_PAY: ErrorCode[] = ['already_paid', 'order_expired', 'order_closing', 'not_found']

/** The card form as soon as it is loaded; a failed step can be retried without losing the card that was typed. */
export function PayByCard({ order, config, steps, onCharged, onStale }: Props) {
  const [paymentStep, setPaymentStep] = useState(steps.payment)
  const [libraryStep, setLibraryStep] = useState(steps.library)
  const payment = useSettled(paymentStep)
  const library = useSettled(libraryStep)
  const { name, email } = order
  const preparing = library?.ok && !payment ? texts.preparing : undefined
  const busyText = library ? preparing : texts.loadingCard

  async function onOutcome(outcome: Outcome) {
    if (outcome.state === 'charged') onCharged(outcome.transactionId)
    return outcome.state === 'unusable' ? reopen() : outcome.state === 'failed'
  }

  async function reopen(): Promise<boolean> {
    const step = openPayment(order)
    setPaymentStep(step)
    const opened = await step
    if (!opened.ok && opened.code && NOTHING_TO_PAY.includes(opened.code)) onStale()
    return opened.ok
  }

  return (
    <>
      {payment?.ok === false && <Failed text={payment.text} onRetry={() => void reopen()} />}
      {library?.ok === true && (
        <library.value.CardForm
          stripe={library.value.stripe}
          clientSecret={payment?.ok ? payment.value : undefined}
          billing={{ name, email }}
          onOutcome={onOutcome}
        />
      )}
      {library?.ok === false && (
        <Failed text={texts.formFailed} onRetry={() => setLibraryStep(toResult(loadLibrary(config)))} />
      )}
      <p className="busy" role="status">
        {busyText && (
          <>
            <span className="spinner" aria-hidden="true" />
            <span>{busyText}</span>
          </>
        )}
      </p>
      {config.isSandbox && library?.ok && <DemoCards />}
    </>
  )
}

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="failed">
      <ErrorText>{text}</ErrorText>
      <Button size="small" onClick={onRetry}>
        {uiTexts.retry}
      </Button>
    </div>
  )
}

function DemoCards() {
  return (
    <div className="demo-cards">
      <p>{texts.demoCards}</p>
      <ul>
        {demoCards.map(({ number, outcome }) => (
          <li key={number}>
            <span className="numeric">{number}</span>
            <span>{` ${outcome}`}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href="/payments/control" target="_blank" rel="noreferrer">
          {texts.demoControl}
        </a>
      </p>
    </div>
  )
}

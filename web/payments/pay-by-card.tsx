import { useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { demoCards, paymentTexts as texts } from '#contract/messages/payments.ts'
import { uiTexts } from '#contract/messages/ui.ts'
import type { Order } from '#contract/orders/orders.ts'
import { Button } from '../ui/button.tsx'
import { ErrorText } from '../ui/forms/form-signs.tsx'
import type { CardFormProps } from './card-form.tsx'
import { asStep, type Outcome, openPayment, type Step, useStep } from './payment-flow.ts'

export type CardConfig = { scriptUrl: string; publishableKey: string; isSandbox: boolean }
type CardLibrary = { stripe: CardFormProps['stripe']; CardForm: (props: CardFormProps) => React.ReactNode }
export type Opening = { payment: Promise<Step<string>>; library: Promise<Step<CardLibrary>> }

/** Everything a card payment needs, begun at once: the store's payment and the provider's library. */
export function beginOpening(order: Order, config: CardConfig): Opening {
  return { payment: openPayment(order), library: loadLibrary(config) }
}

function loadLibrary(config: CardConfig): Promise<Step<CardLibrary>> {
  return asStep(
    import('./card-form.tsx').then(async ({ openStripe, CardForm }) => ({
      stripe: await openStripe(config),
      CardForm,
    })),
  )
}

type Props = {
  order: Order
  config: CardConfig
  opening: Opening
  onCharged: (transactionId: string) => void
  /** The order is not what this page shows: paid, expired, or removed. */
  onStale: () => void
}

/** What the store says where there is nothing to pay any more; the page then shows how it stands. */
const OVER: ReadonlySet<ErrorCode> = new Set(['already_paid', 'order_expired', 'order_closing', 'not_found'])

/** The card form as soon as it is there; what fails can be tried again without losing the card that was typed. */
export function PayByCard({ order, config, opening, onCharged, onStale }: Props) {
  const [paymentStep, setPaymentStep] = useState(opening.payment)
  const [libraryStep, setLibraryStep] = useState(opening.library)
  const payment = useStep(paymentStep)
  const library = useStep(libraryStep)
  const { name, email } = order

  async function onOutcome(outcome: Outcome) {
    if (outcome.state === 'charged') onCharged(outcome.transactionId)
    return outcome.state === 'dead' ? reopen() : outcome.state === 'failed'
  }

  async function reopen(): Promise<boolean> {
    const step = openPayment(order)
    setPaymentStep(step)
    const opened = await step
    if (!opened.ok && opened.code && OVER.has(opened.code)) onStale()
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
        <Failed text={texts.formFailed} onRetry={() => setLibraryStep(loadLibrary(config))} />
      )}
      <p className="busy" role="status">
        {!library && <Busy text={texts.loadingCard} />}
        {library?.ok && !payment && <Busy text={texts.preparing} />}
      </p>
      {config.isSandbox && library?.ok && <DemoCards />}
    </>
  )
}

function Busy({ text }: { text: string }) {
  return (
    <>
      <span className="spin" aria-hidden="true" /> {text}
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
    <div className="democards">
      <p>{texts.demoCards}</p>
      <ul>
        {demoCards.map(({ number, outcome }) => (
          <li key={number}>
            <span className="num">{number}</span> {outcome}
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

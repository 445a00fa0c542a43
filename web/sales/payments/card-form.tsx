import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElementStyle } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type FormEvent, useId, useMemo, useState, useSyncExternalStore } from 'react'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { paymentTexts as texts } from '#contract/sales/payments/texts.ts'
import { ErrorText } from '../../platform/forms/form-status.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { confirmCard, type Outcome } from './payment-flow.ts'

type ProviderConfig = { scriptUrl: string; publishableKey: string }

let opening: Promise<Stripe> | undefined

/** The card provider's library, loaded once. Throws if it does not load or start; the next call tries again. */
export function openStripe(config: ProviderConfig): Promise<Stripe> {
  opening ??= load(config).catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

async function load({ scriptUrl, publishableKey }: ProviderConfig): Promise<Stripe> {
  if (!window.Stripe) await addScript(scriptUrl)
  // finds the library on the page and requests no other script
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('The card library did not start')
  return stripe
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      // a failed tag never loads again: Retry adds a new one
      script.remove()
      reject(new Error(`${src} did not load`))
    }
    document.head.append(script)
  })
}

type CardFormProps = {
  stripe: Stripe
  /** Absent until the store has opened the payment: until then nothing can be paid. */
  clientSecret: string | undefined
  billing: { name: string | null; email: string }
  /** Resolves with whether the card can be tried again here. */
  onOutcome: (outcome: Outcome) => Promise<boolean>
}

export function CardForm({ stripe, ...rest }: CardFormProps) {
  return (
    <Elements stripe={stripe}>
      <CardFields {...rest} />
    </Elements>
  )
}

function CardFields({ clientSecret, billing, onOutcome }: Omit<CardFormProps, 'stripe'>) {
  const id = useId()
  const stripe = useStripe()
  const elements = useElements()
  const style = useCardStyle()
  const [message, setMessage] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!stripe || !card || !clientSecret || isBusy) return
    setBusy(true)
    setMessage(undefined)
    const outcome = await confirmCard(stripe, { clientSecret, card, billing })
    const mayRetry = await onOutcome(outcome)
    setBusy(false)
    if (mayRetry && outcome.state !== 'charged') setMessage(outcome.message)
  }

  return (
    <form className="form" onSubmit={onSubmit}>
      <div className={message ? 'field is-bad' : 'field'}>
        <label htmlFor={id}>{texts.card}</label>
        <CardElement
          id={id}
          className="card-field"
          options={{ style }}
          onChange={({ error }) => setMessage(error?.message)}
        />
        {message && <ErrorText>{message}</ErrorText>}
      </div>
      <Button type="submit" variant="primary" size="big" disabled={!clientSecret} aria-busy={isBusy}>
        <span>{texts.pay}</span>
        {isBusy && <span className="spinner" role="img" aria-label={uiTexts.loading} />}
      </Button>
    </form>
  )
}

/** The theme's colours and type for the card's frame, which no stylesheet of the page reaches; follows the theme. */
function useCardStyle(): StripeElementStyle {
  const values = useSyncExternalStore(followTheme, readTokens)
  return useMemo(() => {
    const [ink, secondary, bad, fontFamily] = values.split('\n')
    const base = { color: ink, iconColor: secondary, fontFamily, fontSize: '17px' }
    return {
      base: { ...base, '::placeholder': { color: secondary } },
      invalid: { color: bad, iconColor: bad },
    }
  }, [values])
}

function readTokens(): string {
  const style = getComputedStyle(document.documentElement)
  const names = ['--ink', '--ink-2', '--bad', '--font-text']
  return names.map((name) => style.getPropertyValue(name).trim()).join('\n')
}

function followTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', onChange)
  }
}

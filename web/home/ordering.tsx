import { orderingSteps, homeTexts as texts } from '#contract/messages/home.ts'
import { useStoreConfig } from '../api/store-config.ts'
import { Sheet } from '../ui/dialogs/sheet.tsx'
import { Drawing } from '../ui/picture.tsx'

type Step = { title: string; text: string; more?: string | undefined; kind: string }

/** How an order goes, from the catalogue to the bench: four drawn steps. */
export function Ordering() {
  const config = useStoreConfig()
  const { find, order, pay, payAtCounter, follow } = orderingSteps
  const steps: Step[] = [
    { ...find, kind: 'catalogue-lens' },
    { ...order, kind: 'order-docket', more: config && texts.held(config.store.unpaidOrderHours) },
    config?.payment.mode === 'off' ? { ...payAtCounter, kind: 'coins' } : { ...pay, kind: 'payment-card' },
    { ...follow, kind: 'carton' },
  ]
  return (
    <Sheet id="h-ordering" title={texts.ordering} lead={texts.orderingText} className="wrap">
      <ol className="steps">
        {steps.map(({ title, text, more, kind }, index) => (
          <li key={kind}>
            <div className="plate">
              <Drawing src={`/drawings/${kind}.svg?callout=${index + 1}`} />
            </div>
            <div className="steps__b">
              <h3>{title}</h3>
              <p>
                {text} {more}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

import { historyWords, orderTexts as texts } from '#contract/messages/orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { Time, usePriceText } from '../layout/shop/price.tsx'

/** What happened to an order, oldest first; closed until asked for. */
export function OrderHistory({ order }: { order: Order }) {
  const priceText = usePriceText()
  return (
    <details className="past">
      <summary>{texts.history}</summary>
      <ol>
        {order.history.map((change) => (
          <li key={`${change.at} ${change.field}`}>
            <b>{historyWords(change, (amount) => priceText(amount, order.currency))}</b>{' '}
            <Time at={change.at} />
          </li>
        ))}
      </ol>
    </details>
  )
}

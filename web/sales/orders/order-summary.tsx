import { Link } from 'react-router'
import type { Product } from '#contract/catalog/products/products.ts'
import { fromMinor, toMinor } from '#contract/platform/money.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { purchaseTexts as texts } from '#contract/sales/orders/purchase-texts.ts'
import { useStoreConfig, useTakesCards } from '../../platform/api/store-config.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { DetailList } from '../../platform/ui/detail-list.tsx'
import type { Elements } from '../../platform/ui/elements.ts'
import { OrderAmounts, OrderedPart } from './ordered-part.tsx'

type PlacedProps = { order: Order; part: Product; onAgain: () => void }

export function PlacedOrder({ order, part, onAgain }: PlacedProps) {
  const takesCards = useTakesCards()
  const [line] = order.lines
  const details = [
    { label: texts.name, value: order.name ?? order.email },
    { label: texts.address, value: order.address },
    { label: texts.location, value: order.location },
    { label: texts.phone, value: order.phone, className: 'numeric' },
  ]
  return (
    <div className="order-columns">
      <div className="outcome">
        {/* the form had the focus */}
        <p className="status-message" role="status" tabIndex={-1} ref={(message) => message?.focus()}>
          {texts.success}
        </p>
        <DetailList className="detail-list" details={details} />
        <Button onClick={onAgain}>{texts.again}</Button>
      </div>
      {/* the order keeps the price at which it was placed, and its unit */}
      <OrderSummary
        part={{
          ...part,
          price: order.price,
          currency: order.currency,
          saleUnit: line?.saleUnit ?? part.saleUnit,
        }}
        quantity={order.quantity}
      >
        <LinkButton
          variant="primary"
          size="big"
          to={takesCards ? `/dashboard/payment/${order._id}` : '/dashboard/orders'}
        >
          {takesCards ? texts.pay : texts.myOrders}
        </LinkButton>
      </OrderSummary>
    </div>
  )
}

type SummaryProps = { part: Product; quantity: number; children: Elements }

export function OrderSummary({ part, quantity, children }: SummaryProps) {
  const order = { ...part, quantity, total: orderTotal(part.price, quantity, part.currency) }
  return (
    <aside className="summary" aria-label={texts.slip}>
      <OrderedPart part={part} to={`/parts/${part._id}`}>
        {part.partNumber}
      </OrderedPart>
      <OrderAmounts order={order} saleUnit={part.saleUnit} labels={texts} />
      {children}
      <Terms />
    </aside>
  )
}

export function orderTotal(price: number, quantity: number, currency: string): number {
  return fromMinor((toMinor(price, currency) ?? 0) * quantity, currency)
}

function Terms() {
  const config = useStoreConfig()
  if (!config) return null
  return (
    <p>
      <span>{`${texts.held(config.store.unpaidOrderHours)} `}</span>
      <span>{`${config.payment.mode === 'off' ? texts.payOnCollection : texts.payByCard} `}</span>
      <Link to="/dashboard/orders">{texts.myOrders}</Link>
      <span>.</span>
    </p>
  )
}

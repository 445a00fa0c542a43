import { purchaseTexts as texts } from '#contract/messages/purchase.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import { useTakesCards } from '../../api/store-config.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { OrderSlip } from './order-slip.tsx'

type Props = { order: Order; part: Product; onAgain: () => void }

/** The order stands: what was ordered and where it goes, and the way to pay it. */
export function PlacedOrder({ order, part, onAgain }: Props) {
  const takesCards = useTakesCards()
  return (
    <div className="orderwrap">
      <div className="placed">
        {/* the form with the focus in it is gone: reading goes on here */}
        <p className="told" role="status" tabIndex={-1} ref={(told) => told?.focus()}>
          {texts.success}
        </p>
        <dl className="spec">
          <dt>{texts.name}</dt>
          <dd>{order.name ?? order.email}</dd>
          <dt>{texts.address}</dt>
          <dd>{order.address}</dd>
          <dt>{texts.location}</dt>
          <dd>{order.location}</dd>
          <dt>{texts.phone}</dt>
          <dd className="num">{order.phone}</dd>
        </dl>
        <Button onClick={onAgain}>{texts.again}</Button>
      </div>
      {/* the order keeps the price it was placed at */}
      <OrderSlip part={{ ...part, price: order.price, currency: order.currency }} quantity={order.quantity}>
        {takesCards ? (
          <LinkButton look="go" size="big" to={`/dashboard/payment/${order._id}`}>
            {texts.pay}
          </LinkButton>
        ) : (
          <LinkButton look="go" size="big" to="/dashboard/orders">
            {texts.myOrders}
          </LinkButton>
        )}
      </OrderSlip>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { purchaseTexts as texts } from '#contract/messages/purchase.ts'
import type { Product } from '#contract/products/products.ts'
import { drawingPath } from '#drawings/part-drawing.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { Count, Price } from '../../layout/shop/price.tsx'
import { Picture, thumbOf } from '../../ui/picture.tsx'
import { orderTotal } from './order-total.ts'

type Props = { part: Product; quantity: number; children: ReactNode }

/** The docket of an order: the part, the unit price, the pieces, the total; `children` is the act. */
export function OrderSlip({ part, quantity, children }: Props) {
  const { price, currency } = part
  return (
    <aside className="slip" aria-label={texts.slip}>
      <div className="item">
        <div className="plate">
          <Picture src={thumbOf(part.img)} fallback={thumbOf(drawingPath(part))} alt="" />
        </div>
        <div>
          <Link to={`/parts/${part._id}`}>{part.productName}</Link>
          <small>{part.partNumber}</small>
        </div>
      </div>
      <dl>
        <dt>{texts.price}</dt>
        <dd className="num">
          <Price amount={price} currency={currency} />
        </dd>
        <dt>{texts.quantity}</dt>
        <dd className="num">
          <Count of={quantity} />
        </dd>
        <dt className="sum">{texts.total}</dt>
        <dd className="price sum">
          <Price amount={orderTotal(price, quantity, currency)} currency={currency} />
        </dd>
      </dl>
      {children}
      <Terms />
    </aside>
  )
}

/** How long the pieces wait, and where they are paid. */
function Terms() {
  const config = useStoreConfig()
  if (!config) return null
  return (
    <p>
      {texts.held(config.store.unpaidOrderHours)}{' '}
      {config.payment.mode === 'off' ? texts.payOnCollection : texts.payByCard}{' '}
      <Link to="/dashboard/orders">{texts.myOrders}</Link>.
    </p>
  )
}

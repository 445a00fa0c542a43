import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { purchaseTexts as texts } from '#contract/messages/purchase.ts'
import { fromMinor, toMinor } from '#contract/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import { drawingPath } from '#drawings/part-drawing.ts'
import { browserApi } from '../../api/browser-api.ts'
import { useStoreConfig, useTakesCards } from '../../api/store-config.ts'
import { Count, Price, useCountText, usePriceText } from '../../layout/shop/price.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { Field, FixedField } from '../../ui/forms/field.tsx'
import { formAction, type Submission } from '../../ui/forms/form-action.ts'
import { useActionForm } from '../../ui/forms/form-state.ts'
import { ErrorText, FormError, ManagedForm, SubmitButton } from '../../ui/forms/form-status.tsx'
import { Picture, thumbOf } from '../../ui/picture.tsx'

/** An account without a name shows its address instead; the order is then placed without a name. */
export type Buyer = { name: string; email: string }
type Props = {
  part: Product
  quantity: number
  buyer: Buyer
  /** The quantity box shows an error: nothing can be purchased. */
  isBlocked: boolean
  onPlaced: (order: Order) => void
}

type OrderContext = { name: string; price: number; quantity: number }

const schema = async () => (await import('#contract/orders/orders.ts')).newOrderSchema

export function submitOrder(submission: Submission<OrderContext>) {
  return formAction(submission, {
    schema,
    toInput: (typed) => ({ ...typed, ...submission.context }),
    send: (body, idempotencyKey) => browserApi.placeOrder({ body }, { idempotencyKey }),
  })
}

export function OrderForm({ part, quantity, buyer, isBlocked, onPlaced }: Props) {
  const priceText = usePriceText()
  const countText = useCountText()
  const context: OrderContext = { name: buyer.name, price: part.price, quantity }
  const form = useActionForm({ schema, context, onDone: onPlaced })
  // the part was deleted meanwhile: what was typed stays
  const isGone = form.code === 'not_found'
  const fixed = [
    { name: 'productId', label: texts.productId, value: part._id },
    { name: 'name', label: texts.name, value: buyer.name || buyer.email },
    { name: 'email', label: texts.email, value: buyer.email },
    { name: 'productName', label: texts.productName, value: part.productName },
    { name: 'price', label: texts.price, value: priceText(part.price, part.currency) },
    { name: 'quantity', label: texts.quantity, value: countText(quantity) },
  ]
  const of = (name: 'address' | 'phone' | 'location') => ({ name, label: texts[name], required: true })
  return (
    <ManagedForm form={form} className="orderwrap">
      <div className="order">
        {fixed.map((field) => (
          <FixedField key={field.name} {...field} className="w3" />
        ))}
        <Field {...of('address')} autoComplete="street-address" className="w6" />
        <Field {...of('phone')} type="tel" autoComplete="tel" className="w3" />
        <Field {...of('location')} hint={texts.locationHint} autoComplete="address-level2" className="w3" />
      </div>
      <OrderSummary part={part} quantity={quantity}>
        {isGone ? <ErrorText>{texts.gone}</ErrorText> : <FormError />}
        <SubmitButton look="go" size="big" disabled={isBlocked || isGone}>
          {texts.purchase}
        </SubmitButton>
      </OrderSummary>
    </ManagedForm>
  )
}

type PlacedProps = { order: Order; part: Product; onAgain: () => void }

export function PlacedOrder({ order, part, onAgain }: PlacedProps) {
  const takesCards = useTakesCards()
  const details = [
    { label: texts.name, value: order.name ?? order.email },
    { label: texts.address, value: order.address },
    { label: texts.location, value: order.location },
    { label: texts.phone, value: order.phone, className: 'num' },
  ]
  return (
    <div className="orderwrap">
      <div className="placed">
        {/* the form had the focus */}
        <p className="status-message" role="status" tabIndex={-1} ref={(message) => message?.focus()}>
          {texts.success}
        </p>
        <DetailList className="spec" details={details} />
        <Button onClick={onAgain}>{texts.again}</Button>
      </div>
      {/* the order keeps the price at which it was placed */}
      <OrderSummary
        part={{ ...part, price: order.price, currency: order.currency }}
        quantity={order.quantity}
      >
        <LinkButton
          look="go"
          size="big"
          to={takesCards ? `/dashboard/payment/${order._id}` : '/dashboard/orders'}
        >
          {takesCards ? texts.pay : texts.myOrders}
        </LinkButton>
      </OrderSummary>
    </div>
  )
}

type SummaryProps = { part: Product; quantity: number; children: ReactNode }

function OrderSummary({ part, quantity, children }: SummaryProps) {
  const { price, currency } = part
  return (
    <aside className="summary" aria-label={texts.slip}>
      <div className="item">
        <div className="figure">
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

export function orderTotal(price: number, quantity: number, currency: string): number {
  return fromMinor((toMinor(price, currency) ?? 0) * quantity, currency)
}

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

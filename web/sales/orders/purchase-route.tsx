import { useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { pricePerUnit } from '#contract/catalog/products/part-fields-texts.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { productTexts } from '#contract/catalog/products/texts.ts'
import { checkQuantity, type Order } from '#contract/sales/orders/orders.ts'
import { purchaseTexts as texts } from '#contract/sales/orders/purchase-texts.ts'
import { drawingPath } from '#drawings/drawing-of.ts'
import { PartBreadcrumb } from '../../catalog/products/part-breadcrumb.tsx'
import { stockOf } from '../../catalog/products/stock.tsx'
import { browserApi } from '../../platform/api/browser-api.ts'
import { orErrorPage } from '../../platform/api/load.ts'
import { requireSession } from '../../platform/auth/guards.ts'
import { Field, ReadOnlyField } from '../../platform/forms/field.tsx'
import { formAction, type Submission, useActionForm } from '../../platform/forms/form.ts'
import { useStoredText } from '../../platform/forms/form-draft.ts'
import { ErrorText, FormError, ManagedForm, SubmitButton } from '../../platform/forms/form-status.tsx'
import { pageMeta } from '../../platform/layout/page-meta.ts'
import { useCountText, usePriceText } from '../../platform/layout/price.tsx'
import { LinkButton } from '../../platform/ui/button.tsx'
import { PageSection } from '../../platform/ui/page-section.tsx'
import type { Route } from './+types/purchase-route.ts'
import { OrderSummary, PlacedOrder } from './order-summary.tsx'
import { PartDetails, PartFigure } from './purchased-part.tsx'
import { checkTyped, QuantityBox } from './quantity-box.tsx'

export { ErrorBoundary } from '../../platform/layout/error-boundary.tsx'
export { ownStyles as links } from '../../platform/layout/own-styles.ts'
export { HydrateFallback } from '../../platform/ui/states.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches, params }) =>
  pageMeta({
    matches,
    title: loaderData ? `${texts.title}: ${loaderData.part.productName}` : texts.title,
    path: `/purchase/${params.id}`,
  })

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { email } = await requireSession(request)
  const [part, { displayName }] = await Promise.all([
    orErrorPage(browserApi.getProduct({ params: { id: params.id } })),
    browserApi.getUser({ params: { email } }),
  ])
  return { part, buyer: { name: displayName ?? '', email } }
}
clientLoader.hydrate = true as const

type OrderContext = { name: string; price: number; quantity: number }

const schema = async () => (await import('#contract/sales/orders/orders.ts')).newOrderSchema

/** Sends `POST /api/order` with the `Idempotency-Key`: a repeated attempt gets the order of the first. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const submission: Submission<OrderContext> = await request.json()
  return formAction(submission, {
    schema,
    // the form shows price, quantity and name as texts; the call gets their values from the context
    toInput: (values) => ({ ...values, ...submission.context }),
    send: (body, idempotencyKey) => browserApi.placeOrder({ body }, { idempotencyKey }),
  })
}

/** After a 4xx response the page shows the current price and stock; a deleted part cannot be read again. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate && actionResult?.code !== 'not_found'
}

/** Remounted for another part, so that nothing typed for one is sent with an order of the other. */
export default function PurchaseRoute({ loaderData: { part, buyer } }: Route.ComponentProps) {
  return <Purchase key={part._id} part={part} buyer={buyer} />
}

function Purchase({ part, buyer }: { part: Product; buyer: Buyer }) {
  const [typed, setTyped] = useStoredText('quantity typed', String(part.minimumOrder))
  const [confirmed, setConfirmed] = useStoredText('quantity confirmed', String(part.minimumOrder))
  const quantity = Number(confirmed)
  const [placed, setPlaced] = useState<Order>()
  const isBlocked = (checkTyped(typed, part) ?? checkQuantity(quantity, part)) !== undefined
  // decided once: if the stock runs out meanwhile, the form stays with what was typed
  const [wasInStock] = useState(
    !stockOf({ minimumOrder: part.minimumOrder, available: part.availableQuantity }).isOut,
  )

  function onPlaced(order: Order) {
    setPlaced(order)
    setTyped(undefined)
    setConfirmed(undefined)
  }

  return (
    <div className="wrap">
      <PartBreadcrumb part={part} />
      <div className="part">
        <PartFigure part={part} drawing={drawingPath(part)} />
        <PartDetails part={part}>
          {!wasInStock && <SoldOut />}
          {wasInStock && !placed && (
            <QuantityBox
              part={part}
              typed={typed}
              onTyped={setTyped}
              ordered={quantity}
              onUpdate={(next) => setConfirmed(String(next))}
            />
          )}
        </PartDetails>
      </div>
      {wasInStock && (
        <PageSection id="h-order" title={texts.orderTitle} className="section--next">
          {placed ? (
            <PlacedOrder order={placed} part={part} onAgain={() => setPlaced(undefined)} />
          ) : (
            <OrderForm
              part={part}
              quantity={quantity}
              buyer={buyer}
              isBlocked={isBlocked}
              onPlaced={onPlaced}
            />
          )}
        </PageSection>
      )}
    </div>
  )
}

/** `name` is empty for an account without one: the form shows the email address instead, and the order has no name. */
type Buyer = { name: string; email: string }
type OrderFormProps = {
  part: Product
  quantity: number
  buyer: Buyer
  /** The typed or the confirmed quantity is invalid: nothing can be ordered. */
  isBlocked: boolean
  onPlaced: (order: Order) => void
}

function OrderForm({ part, quantity, buyer, isBlocked, onPlaced }: OrderFormProps) {
  const priceText = usePriceText()
  const countText = useCountText()
  const context: OrderContext = { name: buyer.name, price: part.price, quantity }
  const form = useActionForm({ schema, context, onDone: onPlaced })
  // the part was deleted meanwhile: what was typed stays
  const isGone = form.code === 'not_found'
  const readOnlyFields = [
    { name: 'productId', label: texts.productId, value: part._id },
    { name: 'name', label: texts.name, value: buyer.name || buyer.email },
    { name: 'email', label: texts.email, value: buyer.email },
    { name: 'productName', label: texts.productName, value: part.productName },
    {
      name: 'price',
      label: texts.price,
      value: pricePerUnit(priceText(part.price, part.currency), part.saleUnit),
    },
    { name: 'quantity', label: texts.quantity, value: countText(quantity) },
  ]
  const propsOf = (name: 'address' | 'phone' | 'location') => ({ name, label: texts[name], required: true })
  return (
    <ManagedForm form={form} className="order-columns">
      <div className="order-form">
        {readOnlyFields.map((field) => (
          <ReadOnlyField key={field.name} {...field} />
        ))}
        <Field {...propsOf('address')} autoComplete="street-address" className="full" />
        <Field {...propsOf('phone')} type="tel" autoComplete="tel" />
        <Field {...propsOf('location')} hint={texts.locationHint} autoComplete="address-level2" />
      </div>
      <OrderSummary part={part} quantity={quantity}>
        {isGone ? <ErrorText>{texts.gone}</ErrorText> : <FormError />}
        <SubmitButton variant="primary" size="big" disabled={isBlocked || isGone}>
          {texts.purchase}
        </SubmitButton>
      </OrderSummary>
    </ManagedForm>
  )
}

function SoldOut() {
  return (
    <div className="quantity-box">
      <ErrorText>{texts.soldOut}</ErrorText>
      <div className="form__actions">
        <LinkButton to="/parts">{productTexts.allParts}</LinkButton>
      </div>
    </div>
  )
}

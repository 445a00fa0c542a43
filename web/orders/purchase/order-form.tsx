import { purchaseTexts as texts } from '#contract/messages/purchase.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import { browserApi } from '../../api/browser-api.ts'
import { useCountText, usePriceText } from '../../layout/shop/price.tsx'
import { Field, FixedField } from '../../ui/forms/field.tsx'
import { formAction, type Submission } from '../../ui/forms/form-action.ts'
import { ErrorText, FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useActionForm } from '../../ui/forms/form-state.ts'
import { OrderSlip } from './order-slip.tsx'

/** The address stands in for a name that the account lacks; the order is then placed without one. */
type Buyer = { name: string; email: string }
type Props = {
  part: Product
  quantity: number
  buyer: Buyer
  /** The quantity box shows a fault: nothing can be purchased. */
  isBlocked: boolean
  onPlaced: (order: Order) => void
}

/** What the page shows: the store refuses an order at another price. */
type OrderContext = { name: string; price: number; quantity: number }

const schema = async () => (await import('#contract/orders/orders.ts')).newOrderSchema

/** The action of the form below. */
export function placeOrder(submission: Submission<OrderContext>) {
  return formAction(submission, {
    schema,
    toInput: (typed) => ({ ...typed, ...submission.context }),
    send: (body, idempotencyKey) => browserApi.placeOrder({ body }, { idempotencyKey }),
  })
}

/** What is ordered, to read; where it goes, to fill in; the slip with the total beside it. */
export function OrderForm({ part, quantity, buyer, isBlocked, onPlaced }: Props) {
  const priceText = usePriceText()
  const countText = useCountText()
  const context: OrderContext = { name: buyer.name, price: part.price, quantity }
  const form = useActionForm({ schema, context, onDone: onPlaced })
  // the part has left the store meanwhile: what was typed stays
  const isGone = form.code === 'not_found'
  const fixed = { form, className: 'w3' }
  return (
    <form {...form.props} className="orderwrap">
      <div className="order">
        <FixedField {...fixed} name="productId" label={texts.productId} value={part._id} />
        <FixedField {...fixed} name="name" label={texts.name} value={buyer.name || buyer.email} />
        <FixedField {...fixed} name="email" label={texts.email} value={buyer.email} />
        <FixedField {...fixed} name="productName" label={texts.productName} value={part.productName} />
        <FixedField
          {...fixed}
          name="price"
          label={texts.price}
          value={priceText(part.price, part.currency)}
        />
        <FixedField {...fixed} name="quantity" label={texts.quantity} value={countText(quantity)} />
        <Field
          form={form}
          name="address"
          label={texts.address}
          autoComplete="street-address"
          className="w6"
          required
        />
        <Field
          form={form}
          name="phone"
          type="tel"
          label={texts.phone}
          autoComplete="tel"
          className="w3"
          required
        />
        <Field
          form={form}
          name="location"
          label={texts.location}
          hint={texts.locationHint}
          autoComplete="address-level2"
          className="w3"
          required
        />
      </div>
      <OrderSlip part={part} quantity={quantity}>
        {isGone ? <ErrorText>{texts.gone}</ErrorText> : <FormError form={form} />}
        <SubmitButton form={form} look="go" size="big" disabled={isBlocked || isGone}>
          {texts.purchase}
        </SubmitButton>
      </OrderSlip>
    </form>
  )
}

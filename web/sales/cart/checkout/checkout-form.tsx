import { type ReactNode, useId, useState } from 'react'
import { streetAndPlace } from '#contract/people/addresses/address-format.ts'
import type { Address } from '#contract/people/addresses/addresses.ts'
import type { Cart } from '#contract/sales/cart/cart.ts'
import { type Checkout, NOTE_LENGTH } from '#contract/sales/cart/checkout.ts'
import { checkoutPageTexts as texts } from '#contract/sales/cart/checkout-page-texts.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { AddressFields, addressOf } from '../../../people/addresses/address-fields.tsx'
import { useStore, useStoreConfig, useTakesCards } from '../../../platform/api/store-config.ts'
import { Field, TextArea } from '../../../platform/forms/field.tsx'
import { useActionForm } from '../../../platform/forms/form.ts'
import type { FormValues } from '../../../platform/forms/form-draft.ts'
import { ErrorText, ManagedForm, SubmitButton, useManagedForm } from '../../../platform/forms/form-status.tsx'
import { usePriceText } from '../../../platform/layout/price.tsx'
import { Button } from '../../../platform/ui/button.tsx'
import type { Elements } from '../../../platform/ui/elements.ts'
import { soundLines } from '../cart-changes.ts'
import { EmptyCart } from '../empty-cart.tsx'
import { useReasonToWait } from '../totals.tsx'
import { CheckoutProblems } from './checkout-problems.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'

/** What is ordered, as the page shows it. */
export type CheckoutContext = {
  cartId: string
  lines: Checkout['lines']
  total: number
}

type Buyer = { name: string; phone: string; email: string }
type Props = { cart: Cart; addresses: Address[]; buyer: Buyer; onPlaced: (order: Order) => void }

/** The value of the choice between addresses for one that is not saved. */
const OTHER = 'other'

/** What the form sends. Fields of a choice that was not made are left out. */
export function toCheckout(
  values: FormValues,
  { cartId, lines, total }: CheckoutContext,
): Record<keyof Checkout, unknown> {
  const { delivery, addressId, note } = values
  const isPickup = delivery === 'pickup'
  const isSaved = addressId !== undefined && addressId !== OTHER
  const hasBillTo = values.hasBillTo === 'on'
  return {
    cartId,
    lines,
    total,
    delivery,
    addressId: !isPickup && isSaved ? addressId : undefined,
    shipTo: isPickup || isSaved ? undefined : addressOf(values, 'shipTo.'),
    saveAddress: values.saveAddress === 'on',
    contact: isPickup ? addressOf(values, 'contact.') : undefined,
    billTo: hasBillTo ? addressOf(values, 'billTo.') : undefined,
    note,
  }
}

/** One page for who, how, where to and the note; beside it what is ordered. */
export function CheckoutForm({ cart, addresses, buyer, onPlaced }: Props) {
  const sound = soundLines(cart)
  const context: CheckoutContext = {
    cartId: cart.id ?? '',
    lines: sound.map(({ productId, quantity, part }) => ({ productId, quantity, price: part?.price ?? 0 })),
    total: cart.total,
  }
  const form = useActionForm<Order>({
    schema: async () => (await import('#contract/sales/cart/checkout.ts')).checkoutSchema,
    context,
    onDone: onPlaced,
  })
  return (
    <div className="wrap cart-page">
      <div className="cart-page__head">
        <h1>{texts.title}</h1>
      </div>
      <CheckoutProblems form={form} cart={cart} />
      {cart.lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="cart-columns">
          <CheckoutSummary cart={cart} />
          <ManagedForm form={form} className="checkout" aria-label={texts.form}>
            <Steps addresses={addresses} buyer={buyer} />
            <Send cart={cart} />
          </ManagedForm>
        </div>
      )}
    </div>
  )
}

function Steps({ addresses, buyer }: Pick<Props, 'addresses' | 'buyer'>) {
  const [isPickup, setPickup] = useState(false)
  const [hasBillTo, setHasBillTo] = useState(false)
  const { clearErrors } = useManagedForm()
  return (
    <>
      <Step title={texts.contact}>
        <p>
          <span>{`${texts.signedInAs} `}</span>
          <b>{buyer.email}</b>
          <span>.</span>
        </p>
        <p className="hint">{texts.forReceipt}</p>
      </Step>
      <Step title={texts.delivery}>
        <DeliveryChoice
          isPickup={isPickup}
          onChange={(isChosen) => {
            setPickup(isChosen)
            clearErrors(...(isChosen ? ['shipTo.', 'addressId'] : ['contact.']))
          }}
        />
      </Step>
      <Step title={isPickup ? texts.collector : texts.address}>
        {/* what was typed for one choice is there again when it is chosen again */}
        <div hidden={!isPickup} className="contact-fields">
          <Field
            name="contact.name"
            label={texts.name}
            autoComplete="name"
            defaultValue={buyer.name}
            required
          />
          <Field
            name="contact.phone"
            type="tel"
            label={texts.phone}
            autoComplete="tel"
            defaultValue={buyer.phone}
            required
          />
        </div>
        <div hidden={isPickup}>
          <AddressChoice addresses={addresses} buyer={buyer} />
        </div>
        <label className="check">
          <input
            type="checkbox"
            name="hasBillTo"
            checked={hasBillTo}
            onChange={({ target }) => {
              setHasBillTo(target.checked)
              clearErrors('billTo.')
            }}
          />
          <span>{texts.billing}</span>
        </label>
        <fieldset hidden={!hasBillTo}>
          <legend className="visually-hidden">{texts.billTo}</legend>
          <AddressFields prefix="billTo." initial={{ name: buyer.name }} use="billing" />
        </fieldset>
      </Step>
      <Step title={texts.note}>
        <TextArea
          name="note"
          label={texts.noteLabel}
          hint={texts.noteHint}
          maxLength={NOTE_LENGTH}
          rows={2}
        />
      </Step>
    </>
  )
}

function Step({ title, children }: { title: string; children: Elements }) {
  const id = useId()
  return (
    <section className="checkout__step" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

type ChoiceProps = {
  name: string
  value: string
  isChosen: boolean
  title: string
  text?: string
  price?: string
  onChoose: () => void
}

function Choice({ name, value, isChosen, title, text, price, onChoose }: ChoiceProps) {
  return (
    <label className="choice-row">
      <input type="radio" name={name} value={value} checked={isChosen} onChange={onChoose} />
      <span>
        <b>{title}</b>
        {text && <small>{text}</small>}
      </span>
      {price && <span className="numeric">{price}</span>}
    </label>
  )
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="choice-rows">
      <legend className="visually-hidden">{legend}</legend>
      {children}
    </fieldset>
  )
}

type DeliveryProps = { isPickup: boolean; onChange: (isPickup: boolean) => void }

function DeliveryChoice({ isPickup, onChange }: DeliveryProps) {
  const { address } = useStore()
  const place = address.split('\n').filter(Boolean).join(', ')
  return (
    <Choices legend={texts.delivery}>
      <Choice
        name="delivery"
        value="agreed"
        isChosen={!isPickup}
        title={texts.agreed}
        text={texts.agreedText}
        price={texts.free}
        onChoose={() => onChange(false)}
      />
      <Choice
        name="delivery"
        value="pickup"
        isChosen={isPickup}
        title={texts.pickup}
        text={place ? texts.pickupAt(place) : texts.pickupText}
        price={texts.free}
        onChoose={() => onChange(true)}
      />
    </Choices>
  )
}

function AddressChoice({ addresses, buyer }: Pick<Props, 'addresses' | 'buyer'>) {
  const { locale } = useStore()
  const { errors, clearErrors } = useManagedForm()
  const [chosen, setChosen] = useState(addresses[0]?._id ?? OTHER)
  // one that was deleted meanwhile is not chosen
  const current = addresses.some(({ _id }) => _id === chosen) ? chosen : OTHER
  return (
    <>
      {addresses.length > 0 && (
        <Choices legend={texts.savedAddresses}>
          {addresses.map((address) => {
            const { street, place } = streetAndPlace(address, locale)
            return (
              <Choice
                key={address._id}
                name="addressId"
                value={address._id}
                isChosen={current === address._id}
                title={address.name}
                text={`${street}, ${place}`}
                onChoose={() => {
                  setChosen(address._id)
                  clearErrors('shipTo.')
                }}
              />
            )
          })}
          <Choice
            name="addressId"
            value={OTHER}
            isChosen={current === OTHER}
            title={texts.otherAddress}
            onChoose={() => setChosen(OTHER)}
          />
        </Choices>
      )}
      {errors.addressId && <ErrorText>{errors.addressId}</ErrorText>}
      <div hidden={current !== OTHER}>
        <AddressFields prefix="shipTo." initial={buyer} />
        <label className="check">
          <input type="checkbox" name="saveAddress" defaultChecked />
          <span>{texts.keepAddress}</span>
        </label>
      </div>
    </>
  )
}

function Send({ cart }: { cart: Cart }) {
  const priceText = usePriceText()
  const hours = useStoreConfig()?.store.unpaidOrderHours ?? 0
  const takesCards = useTakesCards()
  const reason = useReasonToWait(cart)
  return (
    <Step title={texts.payment}>
      <div className="choice-row choice-row--only">
        <span>
          <b>{takesCards ? texts.byCard : texts.atCounter}</b>
          <small>{takesCards ? texts.byCardText : texts.atCounterText(String(hours))}</small>
        </span>
        <span className="price">{priceText(cart.total, cart.currency)}</span>
      </div>
      {reason ? (
        <>
          <Button variant="primary" size="big" disabled>
            {takesCards ? texts.orderAndPay : texts.order}
          </Button>
          <p className="error">{reason}</p>
        </>
      ) : (
        <SubmitButton variant="primary" size="big">
          {takesCards ? texts.orderAndPay : texts.order}
        </SubmitButton>
      )}
      <p className="hint">{texts.once}</p>
    </Step>
  )
}

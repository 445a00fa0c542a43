import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { checkoutPageTexts as texts } from '#contract/sales/cart/checkout-page-texts.ts'
import { canPay } from '#contract/sales/orders/order-state.ts'
import { timeUntil } from '#contract/sales/orders/texts.ts'
import { PageTitle } from '../../../platform/layout/error-boundary.tsx'
import { LinkButton } from '../../../platform/ui/button.tsx'
import { EmptyState } from '../../../platform/ui/states.tsx'
import { Payment, type PaymentProps } from '../../payments/payment.tsx'

const MINUTE_MS = 60_000
const STEP_MS = 5000

/** The order that was placed on this page: to be paid here until its time has passed, or done. */
export function OrderToPay({ order, config, steps }: PaymentProps) {
  const [isCharged, setCharged] = useState(false)
  const isOpen = canPay(order) && !isCharged
  const { expiresAt, number } = order
  const now = useNow()
  useExpiry(isOpen && expiresAt ? Date.parse(expiresAt) : undefined, now)
  return (
    <div className="wrap cart-page">
      <div className="cart-page__head">
        <h1>{texts.placed(number)}</h1>
        <LinkButton to={`/dashboard/orders/${number}`}>{texts.seeThisOrder}</LinkButton>
      </div>
      <p className="checkout__placed">
        <span role="status">
          {isOpen && <span>{config ? texts.payHere : texts.payLater}</span>}
          {(order.paid || isCharged) && <span>{texts.thanks}</span>}
        </span>
        {/* outside of what is read aloud at each change */}
        {isOpen && config && expiresAt && <b>{` ${texts.payUntil(timeUntil(expiresAt, now))}`}</b>}
      </p>
      <Payment order={order} config={config} steps={steps} onCharged={() => setCharged(true)} />
    </div>
  )
}

/** The time in milliseconds, kept within some seconds. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Reads the order again when its time has passed: the store decides, since the clock here may be wrong. Then each minute. */
function useExpiry(expiresAt: number | undefined, now: number): void {
  const { revalidate } = useRevalidator()
  const minutesLate = expiresAt === undefined ? -1 : Math.floor((now - expiresAt) / MINUTE_MS)
  useEffect(() => {
    if (minutesLate >= 0) void revalidate()
  }, [minutesLate, revalidate])
}

/** Instead of an order that was deleted, or that is of somebody else. */
export function OrderNotFound() {
  return (
    <div className="wrap section section--first">
      <EmptyState heading="h1" title={texts.noOrder}>
        <PageTitle title={texts.noOrder} />
        <p>{texts.noOrderText}</p>
        <div className="form__actions">
          <LinkButton to="/dashboard/orders" variant="primary">
            {texts.myOrders}
          </LinkButton>
          <LinkButton to="/cart">{texts.cart}</LinkButton>
        </div>
      </EmptyState>
    </div>
  )
}

import { useState } from 'react'
import { checkoutPageTexts as texts } from '#contract/sales/cart/checkout-page-texts.ts'
import { canPay } from '#contract/sales/orders/order-state.ts'
import { timeUntil } from '#contract/sales/orders/texts.ts'
import { LinkButton } from '../../../platform/ui/button.tsx'
import { Payment, type PaymentProps } from '../../payments/payment.tsx'

/** The order that was placed on this page: to be paid here, or done. */
export function OrderToPay({ order, config, steps }: PaymentProps) {
  const [isCharged, setCharged] = useState(false)
  const isOpen = canPay(order) && !isCharged
  const { expiresAt, number } = order
  return (
    <div className="wrap cart-page">
      <div className="cart-page__head">
        <h1>{texts.placed(number)}</h1>
        <LinkButton to={`/dashboard/orders/${number}`}>{texts.seeThisOrder}</LinkButton>
      </div>
      <p className="checkout__placed" role="status">
        {isOpen && <span>{config ? texts.payHere : texts.payLater}</span>}
        {isOpen && config && expiresAt && <b>{` ${texts.payUntil(timeUntil(expiresAt, Date.now()))}`}</b>}
        {(order.paid || isCharged) && <span>{texts.thanks}</span>}
      </p>
      <Payment order={order} config={config} steps={steps} onCharged={() => setCharged(true)} />
    </div>
  )
}

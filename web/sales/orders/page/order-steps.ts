import { orderPageTexts as texts } from '#contract/sales/orders/order-page-texts.ts'
import { orderState, paidAt } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { orderTexts, timeUntil } from '#contract/sales/orders/texts.ts'

export type Step = {
  label: string
  state: 'done' | 'next' | 'later' | 'ended'
  /** When it was done, or until when it can be. */
  at?: string | undefined
  until?: string | undefined
  text?: string | undefined
}

/** What has happened to an order, and what comes next, for its buyer. */
export function stepsOf(order: Order, { takesCards, now }: { takesCards: boolean; now: number }): Step[] {
  const placed: Step = { label: texts.stepPlaced, state: 'done', at: order.createdAt }
  const payment = paymentStep(order, { takesCards, now })
  const state = orderState(order)
  return state === 'expired' || state === 'cancelling'
    ? [placed, payment]
    : [placed, payment, deliveryStep(order, takesCards)]
}

function paymentStep(order: Order, { takesCards, now }: { takesCards: boolean; now: number }): Step {
  const { history, settlement, expiresAt } = order
  switch (orderState(order)) {
    case 'paid': {
      const text = settlement === 'counter' ? texts.atCounter : texts.byCard
      return { label: texts.stepPaid, state: 'done', at: paidAt(order), text }
    }
    case 'expired': {
      const at = history.findLast(({ field }) => field === 'expired')?.at
      return { label: texts.stepNotPaid, state: 'ended', at, text: orderTexts.expiredText }
    }
    case 'cancelling':
      return { label: texts.stepRemoved, state: 'ended', text: orderTexts.cancellingText }
    default: {
      const held = expiresAt ? texts.held(timeUntil(expiresAt, now)) : undefined
      const text = takesCards ? held : orderTexts.payOnCollection
      return { label: texts.stepPay, state: 'next', until: expiresAt ?? undefined, text }
    }
  }
}

function deliveryStep(order: Order, takesCards: boolean): Step {
  const { status, history, paid, total, refunded, delivery } = order
  const isPickup = delivery.method === 'pickup'
  if (status === 'Shift') {
    const at = history.findLast(({ field, to }) => field === 'status' && to === 'Shift')?.at
    return { label: isPickup ? texts.stepReady : texts.stepSent, state: 'done', at }
  }
  if (paid && refunded >= total) return { label: texts.stepNotSent, state: 'ended', text: texts.refunded }
  const label = isPickup ? texts.stepPickup : texts.stepAgreed
  if (!paid) {
    const onCollection = isPickup ? texts.paidAtShop : texts.asAgreed
    return { label, state: 'later', text: takesCards ? texts.afterPayment : onCollection }
  }
  return { label, state: 'next', text: isPickup ? texts.atShop : texts.prepared }
}

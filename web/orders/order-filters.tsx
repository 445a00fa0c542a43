import { orderTexts as texts } from '#contract/messages/orders.ts'
import { Choices } from '../ui/forms/choices.tsx'
import { type OrdersView, ordersAddress, type PaymentView } from './orders-address.ts'

/** A new order's 'pending' and the admin's 'Pending' are one to look at. */
const PENDING = 'pending,Pending'
const statuses = [
  { value: undefined, text: texts.all },
  { value: PENDING, text: texts.pending },
  { value: 'Shift', text: texts.shifted },
]
const payments = [
  { value: undefined, text: texts.all },
  { value: 'paid', text: texts.viewPaid },
  { value: 'disputed', text: texts.viewDisputed },
  { value: 'unpaid', text: texts.viewUnpaid },
  { value: 'expired', text: texts.viewExpired },
] as const
/** What each asks of the store: what is expired is not called unpaid, here as in the table. */
export const paymentQueries = {
  paid: { paid: 'true' },
  disputed: { disputed: 'true' },
  unpaid: { paid: 'false', expired: 'false' },
  expired: { expired: 'true' },
} as const

/** A status as an address names it, if this page offers it. */
export function knownStatus(value: string | null): string | undefined {
  return statuses.find((status) => status.value === value)?.value
}

/** The same of a way to stand to be paid. */
export function knownPayment(value: string | null): PaymentView | undefined {
  return payments.find((payment) => payment.value === value)?.value
}

/** Which orders are shown, as links: each view has an address of its own. */
export function OrderFilters({ view }: { view: OrdersView }) {
  const { status, payment, email } = view
  return (
    <div className="filters">
      <Choices
        label={texts.filterStatus}
        choices={statuses.map(({ value, text }) => ({
          text,
          to: ordersAddress({ payment, email, status: value }),
          isNow: (status ?? undefined) === value,
        }))}
      />
      <Choices
        label={texts.filterPaid}
        choices={payments.map(({ value, text }) => ({
          text,
          to: ordersAddress({ status, email, payment: value }),
          isNow: (payment ?? undefined) === value,
        }))}
      />
    </div>
  )
}

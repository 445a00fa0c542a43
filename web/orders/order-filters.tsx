import { orderTexts as texts } from '#contract/messages/orders.ts'
import { Choices } from '../ui/choices.tsx'
import { type OrdersView, ordersAddress } from './orders-address.ts'

/** A new order's 'pending' and the admin's 'Pending' are one to look at. */
const PENDING = 'pending,Pending'
const statuses = [
  { value: undefined, text: texts.all },
  { value: PENDING, text: texts.pending },
  { value: 'Shift', text: texts.shifted },
]
const payments = [
  { value: undefined, text: texts.all },
  { value: 'true', text: texts.paid },
  { value: 'false', text: texts.unpaid },
]

/** A status as an address names it, if this page offers it. */
export function knownStatus(value: string | null): string | undefined {
  return statuses.find((status) => status.value === value)?.value
}

/** Which orders are shown, as links: each view has an address of its own. */
export function OrderFilters({ view }: { view: OrdersView }) {
  const { status, paid } = view
  return (
    <div className="filters">
      <Choices
        label={texts.filterStatus}
        choices={statuses.map(({ value, text }) => ({
          text,
          to: ordersAddress({ paid, status: value }),
          isNow: (status ?? undefined) === value,
        }))}
      />
      <Choices
        label={texts.filterPaid}
        choices={payments.map(({ value, text }) => ({
          text,
          to: ordersAddress({ status, paid: value }),
          isNow: (paid ?? undefined) === value,
        }))}
      />
    </div>
  )
}

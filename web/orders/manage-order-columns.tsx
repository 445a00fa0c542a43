import { Link } from 'react-router'
import { orderTexts as texts } from '#contract/messages/orders.ts'
import { canDelete, canPay, canRefund, orderState } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import { Count, Time } from '../layout/shop/price.tsx'
import { Button } from '../ui/button.tsx'
import { EmailText } from '../ui/email-text.tsx'
import type { Column } from '../ui/table.tsx'
import type { OrderActs } from './order-acts.tsx'
import { OrderLink } from './order-link.tsx'
import { PaymentCell, priceLines } from './payment-cell.tsx'

type Options = {
  acts: OrderActs
  takesCards: boolean
  onRefund: (order: Order) => void
  priceText: (amount: number, currency?: string) => string
}

/** The columns of Manage Orders. */
export function manageOrderColumns({ acts, takesCards, onRefund, priceText }: Options): Column<Order>[] {
  return [
    {
      label: texts.email,
      isRowHead: true,
      cell: (order) => (
        <span className="person">
          {order.email ? <EmailText email={order.email} /> : order.name}
          {order.email && order.name && <small>{order.name}</small>}
          <small>
            <Time at={order.createdAt} />
          </small>
        </span>
      ),
    },
    {
      label: texts.productName,
      cell: (order) => (
        <>
          <Link to={`/parts/${order.productId}`}>{order.productName}</Link>
          <span className="sub">
            <OrderLink order={order} />
          </span>
        </>
      ),
    },
    { label: texts.quantity, isFigure: true, cell: (order) => <Count of={order.quantity} /> },
    { label: texts.status, cell: (order) => <StatusChoice order={order} acts={acts} /> },
    { label: texts.payment, cell: (order) => <PaymentCell order={order} /> },
    { label: texts.price, isFigure: true, cell: (order) => priceLines(order, priceText) },
    {
      label: texts.action,
      isActions: true,
      cell: (order) => <Acts order={order} acts={acts} takesCards={takesCards} onRefund={onRefund} />,
    },
  ]
}

/** Whoever deleted the account has left no address. */
function buyerOf({ email, name }: Order): string {
  return email || (name ?? '')
}

/** Shows the order's own status until the store has accepted another: a cancelled change falls back by itself. */
function StatusChoice({ order, acts }: { order: Order; acts: OrderActs }) {
  const shown = order.status === 'Shift' ? 'Shift' : 'Pending'
  return (
    <select
      className="choice"
      aria-label={texts.statusOf(order.productName, buyerOf(order))}
      value={shown}
      disabled={['expired', 'closing'].includes(orderState(order)) || acts.busyId === order._id}
      onChange={({ target }) => {
        if (target.value === 'Pending' || target.value === 'Shift') void acts.setStatus(order, target.value)
      }}
    >
      <option value="Pending">{texts.pending}</option>
      <option value="Shift">{texts.shifted}</option>
    </select>
  )
}

type ActsProps = Pick<Options, 'acts' | 'takesCards' | 'onRefund'> & { order: Order }

function Acts({ order, acts, takesCards, onRefund }: ActsProps) {
  const isBusy = acts.busyId === order._id
  return (
    <>
      {!takesCards && canPay(order) && (
        <Button size="small" disabled={isBusy} onClick={() => acts.markPaid(order)}>
          {texts.markPaid}
        </Button>
      )}
      {canRefund(order) && (
        <Button size="small" disabled={isBusy} onClick={() => onRefund(order)}>
          {texts.refund}
        </Button>
      )}
      <Button
        look="bad"
        size="small"
        disabled={isBusy || !canDelete(order, 'admin')}
        onClick={() => acts.remove(order)}
      >
        {texts.delete}
      </Button>
    </>
  )
}

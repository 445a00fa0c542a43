import { Link } from 'react-router'
import { orderTexts as texts } from '#contract/messages/orders.ts'
import { canDelete, canPay, canRefund, orderState } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import { Count, Time } from '../layout/shop/price.tsx'
import { Button } from '../ui/button.tsx'
import { EmailText } from '../ui/email-text.tsx'
import type { Column } from '../ui/table.tsx'
import type { OrderActions } from './order-actions.tsx'
import { OrderLink } from './order-link.tsx'
import { PaymentCell, priceLines } from './payment-cell.tsx'

type Options = {
  actions: OrderActions
  takesCards: boolean
  onRefund: (order: Order) => void
  priceText: (amount: number, currency?: string) => string
}

/** The columns of Manage Orders. */
export function manageOrderColumns({ actions, takesCards, onRefund, priceText }: Options): Column<Order>[] {
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
    { label: texts.status, cell: (order) => <StatusChoice order={order} actions={actions} /> },
    { label: texts.payment, cell: (order) => <PaymentCell order={order} /> },
    { label: texts.price, isFigure: true, cell: (order) => priceLines(order, priceText) },
    {
      label: texts.action,
      isActions: true,
      cell: (order) => (
        <Actions order={order} actions={actions} takesCards={takesCards} onRefund={onRefund} />
      ),
    },
  ]
}

/** Whoever deleted the account has left no address. */
function buyerOf({ email, name }: Order): string {
  return email || (name ?? '')
}

/** Shows the order's own status until the store has accepted another: a cancelled change falls back by itself. */
function StatusChoice({ order, actions }: { order: Order; actions: OrderActions }) {
  const shown = order.status === 'Shift' ? 'Shift' : 'Pending'
  return (
    <select
      className="choice"
      aria-label={texts.statusOf(order.productName, buyerOf(order))}
      value={shown}
      disabled={['expired', 'closing'].includes(orderState(order)) || actions.busyId === order._id}
      onChange={({ target }) => {
        if (target.value === 'Pending' || target.value === 'Shift')
          void actions.setStatus(order, target.value)
      }}
    >
      <option value="Pending">{texts.pending}</option>
      <option value="Shift">{texts.shifted}</option>
    </select>
  )
}

type ActionsProps = Pick<Options, 'actions' | 'takesCards' | 'onRefund'> & { order: Order }

function Actions({ order, actions, takesCards, onRefund }: ActionsProps) {
  const isBusy = actions.busyId === order._id
  return (
    <>
      {!takesCards && canPay(order) && (
        <Button size="small" disabled={isBusy} onClick={() => actions.markPaid(order)}>
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
        onClick={() => actions.remove(order)}
      >
        {texts.delete}
      </Button>
    </>
  )
}

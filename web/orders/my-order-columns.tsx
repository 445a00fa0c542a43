import { orderTexts as texts } from '#contract/messages/orders.ts'
import { canDelete, canPay, orderState } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import { Count } from '../layout/shop/price.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import type { Column } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderItem } from './order-item.tsx'
import { OrderLink } from './order-link.tsx'
import { PaymentCell, priceLines } from './payment-cell.tsx'

type Options = {
  busyId: string | undefined
  takesCards: boolean
  priceText: (amount: number, currency?: string) => string
  onDelete: (order: Order) => unknown
}

/** The columns of My Orders. */
export function myOrderColumns(options: Options): Column<Order>[] {
  return [
    {
      label: texts.name,
      isRowHead: true,
      cell: (order) => (
        <>
          <OrderItem order={order} />
          <div className="more">
            <OrderLink order={order} />
            <OrderHistory order={order} />
          </div>
        </>
      ),
    },
    { label: texts.quantity, isFigure: true, cell: (order) => <Count of={order.quantity} /> },
    { label: texts.phone, cell: (order) => <span className="num phone">{order.phone}</span> },
    {
      label: texts.address,
      cell: (order) => (
        <>
          {order.address}
          <span className="sub">{order.location}</span>
        </>
      ),
    },
    { label: texts.price, isFigure: true, cell: (order) => priceLines(order, options.priceText) },
    {
      label: texts.payment,
      cell: (order) => (
        <>
          <PaymentCell order={order} />
          {order.status === 'Shift' && <Tag>{texts.shifted}</Tag>}
        </>
      ),
    },
    { label: texts.action, isActions: true, cell: (order) => <Actions order={order} {...options} /> },
  ]
}

function Actions({ order, busyId, takesCards, onDelete }: Options & { order: Order }) {
  const isShifted = orderState(order) === 'shifted'
  const whyId = isShifted ? `why-${order._id}` : undefined
  return (
    <>
      {takesCards && canPay(order) && (
        <LinkButton look="go" size="small" to={`/dashboard/payment/${order._id}`}>
          {texts.pay}
        </LinkButton>
      )}
      <Button
        look="bad"
        size="small"
        aria-describedby={whyId}
        disabled={!canDelete(order, 'buyer') || busyId === order._id}
        onClick={() => onDelete(order)}
      >
        {texts.delete}
      </Button>
      {isShifted && (
        <span className="sub why" id={whyId}>
          {texts.onItsWay}
        </span>
      )}
    </>
  )
}

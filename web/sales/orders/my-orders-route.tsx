import { canDelete, canPay, orderState } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { orderCounts, orderTexts as texts } from '#contract/sales/orders/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useTakesCards } from '../../platform/api/store-config.ts'
import { homeWhenRefused, requireSession } from '../../platform/auth/guards.ts'
import { rowAction, useRowAction } from '../../platform/forms/row-action.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Count } from '../../platform/layout/price.tsx'
import { ListPage, readPage } from '../../platform/lists/list-page.tsx'
import type { Column } from '../../platform/lists/table.tsx'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { Tag } from '../../platform/ui/tag.tsx'
import type { Route } from './+types/my-orders-route.ts'
import { OrderHistory, OrderItem, OrderLink, PaymentCell, PriceCell } from './order-cells.tsx'

const PATH = '/dashboard/orders'

export const meta = titleMeta(texts.myTitle, PATH)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { email } = await requireSession(request)
  return homeWhenRefused(() =>
    readPage(request, (query) => browserApi.listOrders({ query: { ...query, email } })),
  )
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { id }: { id: string } = await request.json()
  return rowAction(async () => {
    await browserApi.deleteOrder({ params: { id } })
    return texts.removed
  })
}

export default function MyOrdersRoute({ loaderData }: Route.ComponentProps) {
  const { rows, next, after } = loaderData
  const { busyId, run } = useRowAction()
  const takesCards = useTakesCards()
  const onDelete = (order: Order) =>
    run(
      { id: order._id },
      {
        text: texts.removeQuestion,
        button: texts.yesRemove,
        subject: <OrderItem order={order} isInDialog />,
        isDestructive: true,
      },
    )
  const lead = after || next ? texts.newestFirst : orderCounts(rows.length, rows.filter(canPay).length)
  const allParts = (
    <LinkButton to="/parts" variant="primary">
      {texts.allParts}
    </LinkButton>
  )
  return (
    <ListPage
      title={texts.myTitle}
      lead={lead}
      path={PATH}
      columns={columnsOf({ busyId, takesCards, onDelete })}
      empty={{ title: texts.none, text: texts.noneText, action: allParts }}
      {...loaderData}
    />
  )
}

type ActionsProps = {
  busyId: string | undefined
  takesCards: boolean
  onDelete: (order: Order) => unknown
}

function columnsOf(actions: ActionsProps): Column<Order>[] {
  return [
    {
      label: texts.name,
      isRowHeader: true,
      cell: (order) => (
        <>
          <OrderItem order={order} />
          <div className="order-links">
            <OrderLink order={order} />
            <OrderHistory order={order} />
          </div>
        </>
      ),
    },
    { label: texts.quantity, isNumeric: true, cell: (order) => <Count value={order.quantity} /> },
    { label: texts.phone, cell: (order) => <span className="numeric phone">{order.phone}</span> },
    {
      label: texts.address,
      cell: (order) => (
        <>
          <span>{order.address}</span>
          <span className="secondary-text">{order.location}</span>
        </>
      ),
    },
    { label: texts.price, isNumeric: true, cell: (order) => <PriceCell order={order} /> },
    {
      label: texts.payment,
      cell: (order) => (
        <>
          <PaymentCell order={order} />
          {order.status === 'Shift' && <Tag>{texts.shifted}</Tag>}
        </>
      ),
    },
    { label: texts.action, isActions: true, cell: (order) => <Actions order={order} {...actions} /> },
  ]
}

function Actions({ order, busyId, takesCards, onDelete }: ActionsProps & { order: Order }) {
  const hintId = orderState(order) === 'shifted' ? `hint-${order._id}` : undefined
  return (
    <>
      {takesCards && canPay(order) && (
        <LinkButton variant="primary" size="small" to={`/dashboard/payment/${order._id}`}>
          {texts.pay}
        </LinkButton>
      )}
      <Button
        variant="danger"
        size="small"
        aria-describedby={hintId}
        disabled={!canDelete(order, 'buyer') || busyId === order._id}
        onClick={() => onDelete(order)}
      >
        {texts.delete}
      </Button>
      {hintId && (
        <span className="secondary-text action-hint" id={hintId}>
          {texts.onItsWay}
        </span>
      )}
    </>
  )
}

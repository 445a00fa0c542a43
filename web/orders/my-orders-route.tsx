import { orderCounts, orderTexts as texts } from '#contract/messages/orders.ts'
import { canDelete, canPay, orderState } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import { homeWhenRefused, requireSession } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { useTakesCards } from '../api/store-config.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { Count } from '../layout/shop/price.tsx'
import { addressOf } from '../ui/address.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Pager } from '../ui/pager.tsx'
import { rowAction, useRowAction } from '../ui/row-action.ts'
import { EmptyState } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/my-orders-route.ts'
import { OrderHistory, OrderItem, OrderLink, PaymentCell, PriceCell } from './order-cells.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.myTitle, path: PATH })

const PATH = '/dashboard/orders'
const PAGE_SIZE = 50

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { email } = await requireSession(request)
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const { items: orders, next } = await homeWhenRefused(() =>
    browserApi.listOrders({ query: { email, after, limit: PAGE_SIZE } }),
  )
  return { orders, next, after }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { id }: { id: string } = await request.json()
  return rowAction(async () => {
    await browserApi.deleteOrder({ params: { id } })
    return texts.removed
  })
}

export default function MyOrdersRoute({ loaderData: { orders, next, after } }: Route.ComponentProps) {
  const { busyId, run } = useRowAction()
  const takesCards = useTakesCards()
  const onDelete = (order: Order) =>
    run(
      { id: order._id },
      {
        text: texts.removeQuestion,
        confirmLabel: texts.yesRemove,
        subject: <OrderItem order={order} isInDialog />,
        isDestructive: true,
      },
    )
  const lead = after || next ? texts.newestFirst : orderCounts(orders.length, orders.filter(canPay).length)
  return (
    <>
      <PageHeading title={texts.myTitle} lead={lead} />
      {orders.length > 0 ? (
        <Table
          caption={texts.myTitle}
          columns={columnsOf({ busyId, takesCards, onDelete })}
          rows={orders}
          rowKey={(order) => order._id}
        />
      ) : (
        <EmptyState title={texts.none}>
          <p>{texts.noneText}</p>
          <LinkButton to="/parts" variant="primary">
            {texts.allParts}
          </LinkButton>
        </EmptyState>
      )}
      <Pager first={after ? PATH : null} next={next && addressOf(PATH, { after: next })} />
    </>
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
          <div className="more">
            <OrderLink order={order} />
            <OrderHistory order={order} />
          </div>
        </>
      ),
    },
    { label: texts.quantity, isNumeric: true, cell: (order) => <Count of={order.quantity} /> },
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
  const whyId = orderState(order) === 'shifted' ? `why-${order._id}` : undefined
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
        aria-describedby={whyId}
        disabled={!canDelete(order, 'buyer') || busyId === order._id}
        onClick={() => onDelete(order)}
      >
        {texts.delete}
      </Button>
      {whyId && (
        <span className="sub why" id={whyId}>
          {texts.onItsWay}
        </span>
      )}
    </>
  )
}

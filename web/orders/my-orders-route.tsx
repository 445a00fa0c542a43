import { orderCounts, orderTexts as texts } from '#contract/messages/orders.ts'
import { canPay } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import { homeWhenRefused, requireSession } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { useTakesCards } from '../api/store-config.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { usePriceText } from '../layout/shop/price.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Pager } from '../ui/pager.tsx'
import { rowAction, useRowAction } from '../ui/row-action.ts'
import { EmptyState } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import type { Route } from './+types/my-orders-route.ts'
import { myOrderColumns } from './my-order-columns.tsx'
import { OrderItem } from './order-item.tsx'

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

/** The buyer's orders: to pay, to delete, to follow. */
export default function MyOrdersRoute({ loaderData: { orders, next, after } }: Route.ComponentProps) {
  const { busyId, run } = useRowAction()
  const takesCards = useTakesCards()
  const priceText = usePriceText()

  const onDelete = (order: Order) =>
    run(
      { id: order._id },
      {
        text: texts.removeQuestion,
        yes: texts.yesRemove,
        subject: <OrderItem order={order} isAsked />,
        isDestructive: true,
      },
    )

  return (
    <>
      <div className="dash__h">
        <h1>{texts.myTitle}</h1>
        <p>{after || next ? texts.newestFirst : orderCounts(orders.length, orders.filter(canPay).length)}</p>
      </div>
      {orders.length > 0 ? (
        <Table
          caption={texts.myTitle}
          columns={myOrderColumns({ busyId, takesCards, priceText, onDelete })}
          rows={orders}
          rowKey={(order) => order._id}
        />
      ) : (
        <EmptyState title={texts.none}>
          <p>{texts.noneText}</p>
          <LinkButton to="/parts" look="go">
            {texts.allParts}
          </LinkButton>
        </EmptyState>
      )}
      <Pager first={after ? PATH : null} next={next && `${PATH}?after=${encodeURIComponent(next)}`} />
    </>
  )
}

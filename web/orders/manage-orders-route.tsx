import { orderTexts as texts } from '#contract/messages/orders.ts'
import { adminsOnly } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { useTakesCards } from '../api/store-config.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { usePriceText } from '../layout/shop/price.tsx'
import { LinkButton } from '../ui/button.tsx'
import type { Submission } from '../ui/forms/form-action.ts'
import { Pager } from '../ui/pager.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import type { Route } from './+types/manage-orders-route.ts'
import { manageOrderColumns } from './manage-order-columns.tsx'
import { actOnOrder, type OrderAction, useOrderActions } from './order-actions.tsx'
import { knownPayment, knownStatus, OrderFilters, paymentQueries } from './order-filters.tsx'
import { OrderSearch, readEmail } from './order-search.tsx'
import { ordersAddress } from './orders-address.ts'
import { type RefundContext, refundOrder } from './refund-dialog.tsx'
import { useRefund } from './use-refund.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.manageTitle, path: '/dashboard/manageOrders' })

const PAGE_SIZE = 50

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
  const { searchParams } = new URL(request.url)
  const view = {
    status: knownStatus(searchParams.get('status')),
    payment: knownPayment(searchParams.get('payment')),
    email: searchParams.get('email')?.trim() || undefined,
    after: searchParams.get('after') ?? undefined,
  }
  const { payment, ...asked } = view
  const email = view.email && readEmail(view.email)
  if (view.email && !email) return { orders: [], next: null, view }
  const { items: orders, next } = await browserApi.listAllOrders({
    query: { ...asked, email, ...(payment && paymentQueries[payment]), limit: PAGE_SIZE },
  })
  return { orders, next, view }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const posted: OrderAction | Submission<RefundContext> = await request.json()
  return 'typed' in posted ? refundOrder(posted) : actOnOrder(posted)
}

/** All orders of the store: what was bought by whom, whether it is paid, and where it stands. */
export default function ManageOrdersRoute({ loaderData: { orders, next, view } }: Route.ComponentProps) {
  const actions = useOrderActions()
  const takesCards = useTakesCards()
  const priceText = usePriceText()
  const refund = useRefund()
  const { after, ...start } = view
  return (
    <>
      <div className="dash__h">
        <h1>{texts.manageTitle}</h1>
        <p>{view.email ? texts.ordersOf(view.email) : texts.newestFirst}</p>
      </div>
      <OrderSearch view={start} />
      <OrderFilters view={start} />
      {orders.length > 0 ? (
        <Table
          caption={texts.manageTitle}
          columns={manageOrderColumns({ actions, takesCards, onRefund: refund.open, priceText })}
          rows={orders}
          rowKey={(order) => order._id}
        />
      ) : (
        <EmptyState title={texts.noMatch}>
          <p>{view.email ? texts.noneOfBuyer : texts.noMatchText}</p>
          <LinkButton to={ordersAddress({})}>{texts.allOrders}</LinkButton>
        </EmptyState>
      )}
      {refund.dialog}
      <Pager
        first={after ? ordersAddress(start) : null}
        next={next && ordersAddress({ ...start, after: next })}
      />
    </>
  )
}

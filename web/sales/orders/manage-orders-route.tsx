import { Link } from 'react-router'
import * as z from 'zod/mini'
import { emailSchema } from '#contract/platform/fields.ts'
import { canDelete, canPay, canRefund, orderState } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { orderTexts as texts } from '#contract/sales/orders/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useTakesCards } from '../../platform/api/store-config.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { Choices } from '../../platform/forms/choices.tsx'
import type { Submission } from '../../platform/forms/form.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Count, Time } from '../../platform/layout/price.tsx'
import { ListPage, leaveEmptyPage } from '../../platform/lists/list-page.tsx'
import { ListSearch } from '../../platform/lists/list-search.tsx'
import type { Column } from '../../platform/lists/table.tsx'
import { addressOf } from '../../platform/ui/address.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { EmailText } from '../../platform/ui/email-text.tsx'
import { type RefundContext, refundOrder, useRefundDialog } from '../payments/refund-dialog.tsx'
import type { Route } from './+types/manage-orders-route.ts'
import { type OrderAction, type OrderActions, runOrderAction, useOrderActions } from './order-actions.tsx'
import { OrderLink, PaymentCell, PriceCell } from './order-cells.tsx'

const PATH = '/dashboard/manageOrders'
const PAGE_SIZE = 50

export const meta = titleMeta(texts.manageTitle, PATH)

const statusFilters = [
  { value: undefined, text: texts.all },
  // 'pending' is the status of a new order, 'Pending' one that an admin has set
  { value: 'pending,Pending', text: texts.pending },
  { value: 'Shift', text: texts.shifted },
]
const paymentFilters = [
  { value: undefined, text: texts.all, query: {} },
  { value: 'paid', text: texts.viewPaid, query: { paid: 'true' } },
  { value: 'disputed', text: texts.viewDisputed, query: { disputed: 'true' } },
  // without expired orders, which have a filter of their own
  { value: 'unpaid', text: texts.viewUnpaid, query: { paid: 'false', expired: 'false' } },
  { value: 'expired', text: texts.viewExpired, query: { expired: 'true' } },
] as const

type View = { status?: string | undefined; payment?: string | undefined; email?: string | undefined }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'orders.read')
  const url = new URL(request.url)
  const read = (name: string) => url.searchParams.get(name)?.trim() || undefined
  const status = statusFilters.find(({ value }) => value === read('status'))?.value
  const payment = paymentFilters.find(({ value }) => value === read('payment'))
  const after = read('after')
  const view = { status, payment: payment?.value, email: read('email'), after }
  const email = z.safeParse(emailSchema, view.email).data
  if (view.email && !email) return { orders: [], next: null, view }
  const query = { status, email, after, ...payment?.query, limit: PAGE_SIZE }
  const { items: orders, next } = await browserApi.listAllOrders({ query })
  leaveEmptyPage(url, orders)
  return { orders, next, view }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const posted: OrderAction | Submission<RefundContext> = await request.json()
  return 'values' in posted ? refundOrder(posted) : runOrderAction(posted)
}

export default function ManageOrdersRoute({ loaderData: { orders, next, view } }: Route.ComponentProps) {
  const actions = useOrderActions()
  const takesCards = useTakesCards()
  const refund = useRefundDialog(orders)
  const { after, ...filters } = view
  return (
    <>
      <ListPage
        title={texts.manageTitle}
        lead={view.email ? texts.ordersOf(view.email) : texts.newestFirst}
        search={<OrderSearch view={filters} />}
        path={PATH}
        filter={filters}
        columns={columnsOf({ actions, takesCards, onRefund: refund.open })}
        rows={orders}
        after={after}
        next={next}
        empty={{
          title: texts.noMatch,
          text: view.email ? texts.noneOfBuyer : texts.noMatchText,
          action: <LinkButton to={PATH}>{texts.allOrders}</LinkButton>,
        }}
      >
        <OrderFilters view={filters} />
      </ListPage>
      {refund.dialog}
    </>
  )
}

function OrderSearch({ view: { status, payment, email } }: { view: View }) {
  return (
    <ListSearch
      name="email"
      value={email}
      inputMode="email"
      maxLength={254}
      aria-label={texts.searchLabel}
      placeholder={texts.searchEmail}
      submitText={texts.search}
    >
      {status && <input type="hidden" name="status" value={status} />}
      {payment && <input type="hidden" name="payment" value={payment} />}
    </ListSearch>
  )
}

function OrderFilters({ view }: { view: View }) {
  const choicesOf = (
    name: 'status' | 'payment',
    options: readonly { value: string | undefined; text: string }[],
  ) =>
    options.map(({ value, text }) => ({
      text,
      to: addressOf(PATH, { ...view, [name]: value }),
      isCurrent: view[name] === value,
    }))
  return (
    <>
      <Choices label={texts.filterStatus} choices={choicesOf('status', statusFilters)} />
      <Choices label={texts.filterPaid} choices={choicesOf('payment', paymentFilters)} />
    </>
  )
}

type ActionsProps = { actions: OrderActions; takesCards: boolean; onRefund: (order: Order) => void }

function columnsOf(options: ActionsProps): Column<Order>[] {
  return [
    {
      label: texts.email,
      isRowHeader: true,
      cell: (order) => (
        <span className="stack">
          {order.email ? <EmailText email={order.email} /> : <span>{order.name}</span>}
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
          <span className="secondary-text">
            <OrderLink order={order} />
          </span>
        </>
      ),
    },
    { label: texts.quantity, isNumeric: true, cell: (order) => <Count value={order.quantity} /> },
    { label: texts.status, cell: (order) => <StatusSelect order={order} actions={options.actions} /> },
    { label: texts.payment, cell: (order) => <PaymentCell order={order} /> },
    { label: texts.price, isNumeric: true, cell: (order) => <PriceCell order={order} /> },
    { label: texts.action, isActions: true, cell: (order) => <Actions order={order} {...options} /> },
  ]
}

/** Bound to the stored status: when the admin cancels the dialog, the select shows the old value again. */
function StatusSelect({ order, actions }: { order: Order; actions: OrderActions }) {
  // an order of a deleted account has no email
  const buyer = order.email || (order.name ?? '')
  return (
    <select
      className="choice"
      aria-label={texts.statusOf(order.productName, buyer)}
      value={order.status === 'Shift' ? 'Shift' : 'Pending'}
      disabled={['expired', 'cancelling'].includes(orderState(order)) || actions.busyId === order._id}
      onChange={({ target }) => actions.setStatus(order, target.value === 'Shift' ? 'Shift' : 'Pending')}
    >
      <option value="Pending">{texts.pending}</option>
      <option value="Shift">{texts.shifted}</option>
    </select>
  )
}

function Actions({ order, actions, takesCards, onRefund }: ActionsProps & { order: Order }) {
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
        variant="danger"
        size="small"
        disabled={isBusy || !canDelete(order, 'admin')}
        onClick={() => actions.remove(order)}
      >
        {texts.delete}
      </Button>
    </>
  )
}

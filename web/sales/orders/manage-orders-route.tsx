import { Link } from 'react-router'
import * as z from 'zod/mini'
import { may, type Role } from '#contract/platform/auth/roles.ts'
import { emailSchema } from '#contract/platform/fields.ts'
import { sortsOf } from '#contract/platform/list-sort.ts'
import { canDelete, canPay, canRefund } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { moreParts, orderParts, orderTexts as texts } from '#contract/sales/orders/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useTakesCards } from '../../platform/api/store-config.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { Choices } from '../../platform/forms/choices.tsx'
import type { Submission } from '../../platform/forms/form.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Count, Price, Time } from '../../platform/layout/price.tsx'
import { DenseListPage, readDensePage } from '../../platform/lists/dense-list-page.tsx'
import type { DenseColumn } from '../../platform/lists/dense-table.tsx'
import { ListSearch } from '../../platform/lists/list-search.tsx'
import { addressOf } from '../../platform/ui/address.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { type RefundContext, refundOrder } from '../payments/refund-action.ts'
import { useRefundDialog } from '../payments/refund-dialog.tsx'
import type { Route } from './+types/manage-orders-route.ts'
import {
  type OrderAction,
  type OrderActions,
  runOrderAction,
  StatusSelect,
  useOrderActions,
} from './order-actions.tsx'
import { buyerOf, PaymentStatus, pathOfParts } from './order-cells.tsx'

const PATH = '/dashboard/manageOrders'
const sorts = sortsOf(['createdAt', 'email', 'productName', 'total'])

export const meta = titleMeta(texts.manageTitle, PATH)

/** `pending` is the status of a new order, `Pending` one that an admin has set. */
const PENDING = 'pending,Pending'
const statusFilters = [
  { value: undefined, text: texts.all },
  { value: PENDING, text: texts.pending },
  { value: 'Shift', text: texts.shifted },
]
const paymentFilters = [
  { value: undefined, text: texts.all, query: {} },
  { value: 'paid', text: texts.viewPaid, query: { paid: 'true' } },
  // without what a refund or dispute holds back, as the overview counts what is to be sent
  { value: 'unheld', text: texts.viewUnheld, query: { paid: 'true', held: 'false' } },
  { value: 'disputed', text: texts.viewDisputed, query: { disputed: 'true' } },
  // without expired orders, which have a filter of their own
  { value: 'unpaid', text: texts.viewUnpaid, query: { paid: 'false', expired: 'false' } },
  { value: 'expired', text: texts.viewExpired, query: { expired: 'true' } },
] as const

/** What waits, as the overview links to it: `?state=`. */
const states: Record<string, Pick<View, 'status' | 'payment'>> = {
  toSend: { status: PENDING, payment: 'unheld' },
  unpaid: { payment: 'unpaid' },
  disputed: { payment: 'disputed' },
}

/** Orders of the account with an address, or with other words, numbers and ids (`q`). */
type View = {
  status?: string | undefined
  payment?: string | undefined
  email?: string | undefined
  q?: string | undefined
}

const MAX_WORDS_LENGTH = 200

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { role } = await requirePermission(request, 'orders.read')
  const { searchParams } = new URL(request.url)
  const read = (name: string) => searchParams.get(name)?.trim() || undefined
  const named = states[read('state') ?? ''] ?? { status: read('status'), payment: read('payment') }
  const status = statusFilters.find(({ value }) => value === named.status)?.value
  const payment = paymentFilters.find(({ value }) => value === named.payment)
  const typed = read('q') ?? read('email')
  const email = z.safeParse(emailSchema, typed).data
  const q = email === undefined ? typed?.slice(0, MAX_WORDS_LENGTH) : undefined
  const view: View = { status, payment: payment?.value, email, q }
  const list = await readDensePage(request, sorts, (query) =>
    browserApi.listAllOrders({ query: { ...query, status, email, q, ...payment?.query } }),
  )
  return { list, view, role }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const posted: OrderAction | Submission<RefundContext> = await request.json()
  return 'values' in posted ? refundOrder(posted) : runOrderAction(posted)
}

export default function ManageOrdersRoute({ loaderData: { list, view, role } }: Route.ComponentProps) {
  const actions = useOrderActions()
  const takesCards = useTakesCards()
  const refund = useRefundDialog(list.rows)
  return (
    <>
      <DenseListPage
        title={texts.manageTitle}
        lead={leadOf(view)}
        search={<OrderSearch view={view} sort={list.sort} />}
        path={PATH}
        filter={view}
        columns={columnsOf({ role, actions, takesCards, onRefund: refund.open })}
        empty={emptyOf(view)}
        {...list}
      >
        <OrderFilters view={view} sort={list.sort} />
      </DenseListPage>
      {refund.dialog}
    </>
  )
}

function leadOf({ email, q }: View): string | undefined {
  if (email) return texts.ordersOf(email)
  return q && texts.ordersWith(q)
}

function emptyOf({ status, payment, email, q }: View) {
  if (!status && !payment && !email && !q) return { title: texts.noOrders, text: texts.noOrdersText }
  const action = <LinkButton to={PATH}>{texts.allOrders}</LinkButton>
  if (email) return { title: texts.noMatch, text: texts.noneOfBuyer, action }
  if (q) return { title: texts.noMatch, text: texts.noneWithWords, action }
  const isAllSent = status === PENDING && (payment === 'paid' || payment === 'unheld')
  return { title: texts.noMatch, text: isAllSent ? texts.allSent : texts.noMatchText, action }
}

type Filtered = { view: View; sort: string | undefined }

function OrderSearch({ view: { status, payment, email, q }, sort }: Filtered) {
  return (
    <ListSearch
      name="q"
      value={email ?? q}
      maxLength={254}
      aria-label={texts.searchLabel}
      placeholder={texts.searchWords}
      submitText={texts.search}
    >
      {status && <input type="hidden" name="status" value={status} />}
      {payment && <input type="hidden" name="payment" value={payment} />}
      {sort && <input type="hidden" name="sort" value={sort} />}
    </ListSearch>
  )
}

function OrderFilters({ view, sort }: Filtered) {
  const choicesOf = (
    name: 'status' | 'payment',
    options: readonly { value: string | undefined; text: string }[],
  ) =>
    options.map(({ value, text }) => ({
      text,
      to: addressOf(PATH, { ...view, [name]: value, sort }),
      isCurrent: view[name] === value,
    }))
  return (
    <>
      <Choices label={texts.filterStatus} choices={choicesOf('status', statusFilters)} />
      <Choices label={texts.filterPaid} choices={choicesOf('payment', paymentFilters)} />
    </>
  )
}

type ActionsProps = {
  role: Role
  actions: OrderActions
  takesCards: boolean
  onRefund: (order: Order) => void
}

function columnsOf(options: ActionsProps): DenseColumn<Order>[] {
  return [
    {
      label: texts.orderNumber,
      width: '84px',
      isRowHeader: true,
      card: '1',
      cell: (order) => (
        <>
          <OrderLink order={order} />
          <span className="dense__on-card">{buyerOf(order)}</span>
        </>
      ),
    },
    { label: texts.email, sort: 'email', width: '14%', cell: (order) => <span>{buyerOf(order)}</span> },
    {
      label: texts.placed,
      sort: 'createdAt',
      descendsFirst: true,
      width: '132px',
      from: 'wide',
      cell: (order) => <Time at={order.createdAt} style="short" />,
    },
    {
      label: texts.productName,
      sort: 'productName',
      card: '2',
      cell: (order) => (
        <>
          <span className="dense__on-card numeric">
            <Count value={order.quantity} />
            <span>{` ${texts.times} `}</span>
          </span>
          <Link className="parts-name" to={pathOfParts(order)}>
            <span>{order.productName}</span>
            {order.lines.length > 1 && <span>{moreParts(order.lines.length - 1)}</span>}
          </Link>
        </>
      ),
    },
    {
      label: texts.quantity,
      width: '78px',
      isNumeric: true,
      cell: (order) => <Count value={order.quantity} />,
    },
    {
      label: texts.status,
      width: '104px',
      card: '2-end',
      cell: (order) =>
        may(options.role, 'orders.write') ? (
          <StatusSelect order={order} actions={options.actions} />
        ) : (
          <span>{order.status === 'Shift' ? texts.shifted : texts.pending}</span>
        ),
    },
    {
      label: texts.payment,
      width: '16%',
      card: '3',
      cell: (order) => <PaymentStatus order={order} />,
    },
    {
      label: texts.price,
      sort: 'total',
      descendsFirst: true,
      width: '98px',
      isNumeric: true,
      card: '1-end',
      cell: (order) => <Price amount={order.total} currency={order.currency} />,
    },
    {
      label: texts.action,
      width: options.takesCards ? '136px' : '176px',
      isActions: true,
      card: '3-end',
      cell: (order) => <Actions order={order} {...options} />,
    },
  ]
}

function OrderLink({ order }: { order: Order }) {
  const { number } = order
  return (
    <Link
      className="numeric"
      to={`/dashboard/orders/${number}`}
      aria-label={texts.orderOf(number, buyerOf(order), orderParts(order))}
    >
      {number}
    </Link>
  )
}

function Actions({ order, role, actions, takesCards, onRefund }: ActionsProps & { order: Order }) {
  const isBusy = actions.busyId === order._id
  const mayWrite = may(role, 'orders.write')
  return (
    <>
      {mayWrite && !takesCards && canPay(order) && (
        <Button variant="quiet" disabled={isBusy} onClick={() => actions.markPaid(order)}>
          {texts.markPaid}
        </Button>
      )}
      {may(role, 'payments.refund') && canRefund(order) && (
        <Button variant="quiet" disabled={isBusy} onClick={() => onRefund(order)}>
          {texts.refund}
        </Button>
      )}
      {mayWrite && (
        <Button
          variant="quiet"
          disabled={isBusy || !canDelete(order, 'admin')}
          onClick={() => actions.remove(order)}
        >
          {texts.delete}
        </Button>
      )}
    </>
  )
}

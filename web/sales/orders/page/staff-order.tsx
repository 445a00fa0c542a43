import { Link } from 'react-router'
import { may, type Role } from '#contract/platform/auth/roles.ts'
import type { OrderNote } from '#contract/sales/orders/notes.ts'
import { orderPageTexts as texts } from '#contract/sales/orders/order-page-texts.ts'
import { canRefund } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { orderTexts } from '#contract/sales/orders/texts.ts'
import { Price, Time } from '../../../platform/layout/price.tsx'
import { addressOf } from '../../../platform/ui/address.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { type Detail, DetailList } from '../../../platform/ui/detail-list.tsx'
import type { Elements } from '../../../platform/ui/elements.ts'
import { Status } from '../../../platform/ui/tag.tsx'
import { StatusSelect, useOrderActions } from '../order-actions.tsx'
import { PaymentStatus } from '../order-cells.tsx'
import { OrderAddress } from './order-address.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { type Quoted, StaffLines } from './order-lines.tsx'
import { OrderTimeline } from './order-notes.tsx'

type Props = {
  order: Order
  quoted: Quoted
  notes: OrderNote[]
  role: Role
  onRefund: () => void
  disputes: Elements
}

/** The page of an order for staff. */
export function StaffOrder({ order, quoted, notes, role, onRefund, disputes }: Props) {
  const actions = useOrderActions()
  const isSent = order.status === 'Shift'
  return (
    <div className="order-page">
      <nav className="order-page__back" aria-label={texts.breadcrumb}>
        <Link to="/dashboard/manageOrders">{orderTexts.manageTitle}</Link>
      </nav>
      <div className="page-heading">
        <h1>{orderTexts.orderWithNumber(order.number)}</h1>
        <div className="order-page__state">
          <PaymentStatus order={order} />
          {may(role, 'orders.write') ? (
            <StatusSelect order={order} actions={actions} />
          ) : (
            <Status kind={isSent ? 'done' : 'open'}>
              {isSent ? orderTexts.shifted : orderTexts.pending}
            </Status>
          )}
          <Time at={order.createdAt} />
        </div>
        {may(role, 'payments.refund') && canRefund(order) && (
          <Button onClick={onRefund}>{orderTexts.refund}</Button>
        )}
      </div>
      {disputes}
      <div className="order-page__staff">
        <div>
          <StaffLines order={order} quoted={quoted} />
          <OrderTimeline order={order} notes={notes} role={role} />
        </div>
        <div>
          <Box title={texts.customer}>
            <DetailList className="detail-list" details={customerOf(order)} />
          </Box>
          <Box title={texts.delivery}>
            <OrderAddress order={order} noteLabel={texts.customerNote} />
          </Box>
          <Box title={texts.payment}>
            <DetailList className="detail-list" details={paymentOf(order)} />
          </Box>
          <Box title={texts.documents}>
            <OrderDocuments order={order} />
          </Box>
        </div>
      </div>
    </div>
  )
}

function Box({ title, children }: { title: string; children: Elements }) {
  return (
    <section className="order-box">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Of a deleted account the name alone is left. */
function customerOf({ name, email, phone }: Order): Detail[] {
  const orders = <Link to={addressOf('/dashboard/manageOrders', { email })}>{texts.allOrders}</Link>
  return [
    { label: texts.name, value: name },
    { label: texts.email, value: email },
    { label: texts.phone, value: phone, className: 'numeric' },
    { label: texts.orders, value: email && orders },
  ].filter(({ value }) => value)
}

function paymentOf({ total, refunded, currency, settlement, transactionId, paid }: Order): Detail[] {
  const how = { card: texts.byCard, counter: texts.atCounter }
  return [
    { label: orderTexts.payment, value: settlement ? how[settlement] : orderTexts.unpaid },
    { label: texts.total, value: <Price amount={total} currency={currency} />, className: 'numeric' },
    ...(paid
      ? [
          {
            label: orderTexts.refunded,
            value: <Price amount={refunded} currency={currency} />,
            className: 'numeric',
          },
        ]
      : []),
    ...(transactionId
      ? [{ label: texts.transaction, value: transactionId, className: 'numeric identifier' }]
      : []),
  ]
}

import { may } from '#contract/platform/auth/roles.ts'
import { canRefund } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { orderParts, orderTexts as texts } from '#contract/sales/orders/texts.ts'
import { isChargedBack } from '#contract/sales/payments/dispute-state.ts'
import { disputeReasonText, disputeTexts } from '#contract/sales/payments/dispute-texts.ts'
import type { Dispute } from '#contract/sales/payments/disputes.ts'
import { browserApi } from '../../../platform/api/browser-api.ts'
import { requireSessionRole } from '../../../platform/auth/guards.ts'
import type { Submission } from '../../../platform/forms/form.ts'
import { pageMeta } from '../../../platform/layout/page-meta.ts'
import { Price, Time } from '../../../platform/layout/price.tsx'
import { type Detail, DetailList } from '../../../platform/ui/detail-list.tsx'
import { DisputeLink, DisputeState } from '../../payments/dispute.tsx'
import { type RefundContext, refundOrder } from '../../payments/refund-action.ts'
import { useRefundDialog } from '../../payments/refund-dialog.tsx'
import { ReceiptArticle } from '../../receipts/receipt-article.tsx'
import { type OrderAction, runOrderAction } from '../order-actions.tsx'
import type { Route } from './+types/order-route.ts'
import { quoteParts } from './buy-again.ts'
import { BuyerOrder } from './buyer-order.tsx'
import { addNote, type NoteContext } from './order-notes.tsx'
import { StaffOrder } from './staff-order.tsx'

/** The title is also the file name that a browser offers when the page is printed to a file. */
export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const order = loaderData?.order
  const title = order
    ? (order.paid ? texts.receiptOf : texts.orderSummaryOf)(order.number, orderParts(order))
    : texts.orderSummary
  return pageMeta({ matches, title, path: `/dashboard/orders/${params.id}` })
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { role } = await requireSessionRole(request)
  const order = await browserApi.getOrder({ params: { id: params.id } })
  const [quoted, notes] = await Promise.all([
    // without it the page only lacks the links to parts
    quoteParts(order.lines).catch(() => undefined),
    may(role, 'orders.read') ? browserApi.listOrderNotes({ params: { id: order._id } }) : undefined,
  ])
  return { order, quoted, notes, role }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const sent: OrderAction | Submission<RefundContext | NoteContext> = await request.json()
  if (!('values' in sent)) return runOrderAction(sent)
  const { context, ...posted } = sent
  return 'noteOf' in context ? addNote({ ...posted, context }) : refundOrder({ ...posted, context })
}

export default function OrderRoute({ loaderData }: Route.ComponentProps) {
  const { order, quoted, notes, role } = loaderData
  const refund = useRefundDialog([order])
  return (
    <>
      {notes ? (
        <StaffOrder
          order={order}
          quoted={quoted}
          notes={notes}
          role={role}
          onRefund={() => refund.open(order)}
          disputes={<Disputes order={order} />}
        />
      ) : (
        <BuyerOrder order={order} quoted={quoted} />
      )}
      {/* the page on paper */}
      <ReceiptArticle order={order} />
      {refund.dialog}
    </>
  )
}

function Disputes({ order }: { order: Order }) {
  const { disputes } = order
  if (disputes.length === 0) return null
  return (
    <section className="disputes no-print" aria-labelledby="h-disputes">
      <h2 id="h-disputes">{disputeTexts.title}</h2>
      {isChargedBack(disputes) && !canRefund(order) && <p>{disputeTexts.noRefund}</p>}
      {disputes.map((dispute) => (
        <DetailList key={dispute._id} details={disputeDetails(dispute)} inRows />
      ))}
    </section>
  )
}

function disputeDetails(dispute: Dispute): Detail[] {
  const { reason, amount, withdrawn, currency, createdAt } = dispute
  return [
    { label: disputeTexts.status, value: <DisputeState dispute={dispute} /> },
    { label: disputeTexts.reason, value: disputeReasonText(reason) },
    { label: disputeTexts.amount, value: <Price amount={amount} currency={currency} /> },
    { label: disputeTexts.withdrawn, value: <Price amount={withdrawn} currency={currency} /> },
    { label: disputeTexts.opened, value: <Time at={createdAt} /> },
    { label: disputeTexts.evidence, value: <DisputeLink dispute={dispute} /> },
  ]
}

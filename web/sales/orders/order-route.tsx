import { may } from '#contract/platform/auth/roles.ts'
import { canPay, canRefund } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { orderParts, orderTexts as texts } from '#contract/sales/orders/texts.ts'
import { isChargedBack } from '#contract/sales/payments/dispute-state.ts'
import { disputeReasonText, disputeTexts } from '#contract/sales/payments/dispute-texts.ts'
import type { Dispute } from '#contract/sales/payments/disputes.ts'
import { receiptTexts } from '#contract/sales/receipts/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useTakesCards } from '../../platform/api/store-config.ts'
import { requireSessionRole } from '../../platform/auth/guards.ts'
import { pageMeta } from '../../platform/layout/page-meta.ts'
import { Price, Time } from '../../platform/layout/price.tsx'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { type Detail, DetailList } from '../../platform/ui/detail-list.tsx'
import { DownloadButton } from '../../platform/ui/download-button.tsx'
import { PageHeading } from '../../platform/ui/page-heading.tsx'
import { DisputeLink, DisputeState } from '../payments/dispute.tsx'
import { refundOrder } from '../payments/refund-action.ts'
import { useRefundDialog } from '../payments/refund-dialog.tsx'
import { ReceiptArticle } from '../receipts/receipt-article.tsx'
import type { Route } from './+types/order-route.ts'

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
  return { order: await browserApi.getOrder({ params: { id: params.id } }), role }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return refundOrder(await request.json())
}

export default function OrderRoute({ loaderData: { order, role } }: Route.ComponentProps) {
  const takesCards = useTakesCards()
  const isManaging = may(role, 'orders.read')
  const refund = useRefundDialog([order])
  const load = () => browserApi.getReceipt({ params: { id: order._id } })
  return (
    <>
      <PageHeading title={order.paid ? texts.receipt : texts.orderSummary}>
        <div className="actions no-print">
          <LinkButton to={isManaging ? '/dashboard/manageOrders' : '/dashboard/orders'}>
            {isManaging ? texts.manageTitle : texts.myTitle}
          </LinkButton>
          {!isManaging && takesCards && canPay(order) && (
            <LinkButton to={`/dashboard/payment/${order._id}`} variant="primary">
              {texts.pay}
            </LinkButton>
          )}
          {may(role, 'payments.refund') && canRefund(order) && (
            <Button onClick={() => refund.open(order)}>{texts.refund}</Button>
          )}
          {order.paid && (
            <DownloadButton text={receiptTexts.download} load={load} done={receiptTexts.downloaded} />
          )}
          <Button onClick={() => window.print()}>{texts.print}</Button>
        </div>
      </PageHeading>
      <Disputes order={order} />
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

import { disputeReasonText, disputeTexts } from '#contract/messages/disputes.ts'
import { receiptTexts, orderTexts as texts } from '#contract/messages/orders.ts'
import { canPay, canRefund } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import { claimsMoney } from '#contract/payments/dispute-state.ts'
import { sessionRole } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { useTakesCards } from '../api/store-config.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { DisputeLink, DisputeState } from '../layout/shop/dispute.tsx'
import { Price, Time } from '../layout/shop/price.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/order-route.ts'
import { DetailRow } from './order-cells.tsx'
import { Receipt } from './receipt.tsx'
import { refundOrder, useRefundDialog } from './refund-dialog.tsx'

/** The title is also the file name that a browser offers when the page is printed to a file. */
export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const order = loaderData?.order
  const title = order
    ? (order.paid ? texts.receiptOf : texts.orderSheetOf)(order.productName)
    : texts.orderSheet
  return pageMeta({ matches, title, path: `/dashboard/orders/${params.id}` })
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { admin } = await sessionRole(request)
  return { order: await browserApi.getOrder({ params: { id: params.id } }), admin }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return refundOrder(await request.json())
}

/** One order, to be printed and filed. */
export default function OrderRoute({ loaderData: { order, admin } }: Route.ComponentProps) {
  const takesCards = useTakesCards()
  const refund = useRefundDialog()
  const load = () => browserApi.getReceipt({ params: { id: order._id } })
  return (
    <>
      <PageHeading title={order.paid ? texts.receipt : texts.orderSheet}>
        <div className="acts no-print">
          <LinkButton to={admin ? '/dashboard/manageOrders' : '/dashboard/orders'}>
            {admin ? texts.manageTitle : texts.myTitle}
          </LinkButton>
          {!admin && takesCards && canPay(order) && (
            <LinkButton to={`/dashboard/payment/${order._id}`} look="go">
              {texts.pay}
            </LinkButton>
          )}
          {admin && canRefund(order) && <Button onClick={() => refund.open(order)}>{texts.refund}</Button>}
          {order.paid && (
            <DownloadButton text={receiptTexts.download} load={load} done={receiptTexts.downloaded} />
          )}
          <Button onClick={() => window.print()}>{texts.print}</Button>
        </div>
      </PageHeading>
      <Disputes order={order} />
      <Receipt order={order} />
      {refund.dialog}
    </>
  )
}

/** The disputes of the payment; the API sends them to admins only. */
function Disputes({ order }: { order: Order }) {
  const { disputes } = order
  if (disputes.length === 0) return null
  return (
    <section className="disputes no-print" aria-labelledby="h-disputes">
      <h2 id="h-disputes">{disputeTexts.title}</h2>
      {claimsMoney(disputes) && !canRefund(order) && <p>{disputeTexts.noRefund}</p>}
      {disputes.map((dispute) => (
        <dl key={dispute._id}>
          <DetailRow label={disputeTexts.status}>
            <DisputeState dispute={dispute} />
          </DetailRow>
          <DetailRow label={disputeTexts.reason}>{disputeReasonText(dispute.reason)}</DetailRow>
          <DetailRow label={disputeTexts.amount}>
            <Price amount={dispute.amount} currency={dispute.currency} />
          </DetailRow>
          <DetailRow label={disputeTexts.withdrawn}>
            <Price amount={dispute.withdrawn} currency={dispute.currency} />
          </DetailRow>
          <DetailRow label={disputeTexts.opened}>
            <Time at={dispute.createdAt} />
          </DetailRow>
          <DetailRow label={disputeTexts.evidence}>
            <DisputeLink dispute={dispute} />
          </DetailRow>
        </dl>
      ))}
    </section>
  )
}

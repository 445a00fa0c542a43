import { useState } from 'react'
import { receiptTexts, orderTexts as texts } from '#contract/messages/orders.ts'
import { canPay, canRefund } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import { sessionRole } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { useTakesCards } from '../api/store-config.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { rowAction } from '../ui/row-action.ts'
import { saveFile } from '../ui/save-file.ts'
import type { Route } from './+types/order-route.ts'
import { OrderDisputes } from './order-disputes.tsx'
import { Receipt } from './receipt.tsx'
import { refundOrder } from './refund-dialog.tsx'
import { useRefund } from './use-refund.tsx'

/** The title is also the file name that a browser offers when the sheet is printed to a file. */
export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const order = loaderData?.order
  return pageMeta({ matches, title: titleOf(order), path: `/dashboard/orders/${params.id}` })
}

function titleOf(order: Order | undefined): string {
  if (!order) return texts.orderSheet
  return order.paid ? texts.receiptOf(order.productName) : texts.orderSheetOf(order.productName)
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { admin } = await sessionRole(request)
  return { order: await browserApi.getOrder({ params: { id: params.id } }), admin }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return refundOrder(await request.json())
}

/** One order as a sheet of paper: to be looked up, printed and filed. */
export default function OrderRoute({ loaderData: { order, admin } }: Route.ComponentProps) {
  const takesCards = useTakesCards()
  const refund = useRefund()
  return (
    <>
      <div className="dash__h">
        <h1>{order.paid ? texts.receipt : texts.orderSheet}</h1>
        <div className="acts no-print">
          {admin ? (
            <LinkButton to="/dashboard/manageOrders">{texts.manageTitle}</LinkButton>
          ) : (
            <LinkButton to="/dashboard/orders">{texts.myTitle}</LinkButton>
          )}
          {!admin && takesCards && canPay(order) && (
            <LinkButton to={`/dashboard/payment/${order._id}`} look="go">
              {texts.pay}
            </LinkButton>
          )}
          {admin && canRefund(order) && <Button onClick={() => refund.open(order)}>{texts.refund}</Button>}
          {order.paid && <DownloadButton orderId={order._id} />}
          <Button onClick={() => window.print()}>{texts.print}</Button>
        </div>
      </div>
      <OrderDisputes order={order} />
      <Receipt order={order} />
      {refund.dialog}
    </>
  )
}

/** The receipt as a file: the browser sends the token along only where the page asks. */
function DownloadButton({ orderId }: { orderId: string }) {
  const [isBusy, setBusy] = useState(false)
  async function download() {
    if (isBusy) return
    setBusy(true)
    await rowAction(async () => {
      saveFile(await browserApi.getReceipt({ params: { id: orderId } }))
      return receiptTexts.downloaded
    })
    setBusy(false)
  }
  return (
    <Button aria-busy={isBusy} onClick={() => void download()}>
      {receiptTexts.download}
    </Button>
  )
}

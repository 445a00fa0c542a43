import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { paymentTexts as texts } from '#contract/messages/payments.ts'
import { canPay, orderState } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import { requireSession } from '../account/session/guards.ts'
import { anonymousApi, browserApi } from '../api/browser-api.ts'
import { Missing } from '../layout/dashboard/dashboard-problem.tsx'
import { pageMeta } from '../layout/page-meta.ts'
import { usePriceText } from '../layout/shop/price.tsx'
import { LinkButton } from '../ui/button.tsx'
import { ErrorText } from '../ui/forms/form-signs.tsx'
import type { Route } from './+types/payment-route.ts'
import { AlreadyPaid, Charged } from './charged.tsx'
import { beginOpening, type CardConfig, type Opening, PayByCard } from './pay-by-card.tsx'
import { reportPayment, useStep } from './payment-flow.ts'
import { PaymentSummary } from './payment-summary.tsx'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({ matches, title: texts.title, path: `/dashboard/payment/${params.id}` })

/** An unknown order, or somebody else's, is the store's 404. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireSession(request)
  const [order, config] = await Promise.all([
    browserApi.getOrder({ params: { id: params.id } }),
    readCardConfig(),
  ])
  const isOpen = config !== undefined && canPay(order)
  return { order, config, opening: isOpen ? beginOpening(order, config) : undefined }
}

/** Undefined where the shop takes no cards. */
async function readCardConfig(): Promise<CardConfig | undefined> {
  const { mode, scriptUrl, publishableKey } = (await anonymousApi.getConfig()).payment
  if (mode === 'off' || !scriptUrl || !publishableKey) return undefined
  return { scriptUrl, publishableKey, isSandbox: mode === 'sandbox' }
}

/** Another order is another payment: nothing of the one may be shown for the other. */
export default function PaymentRoute({ loaderData }: Route.ComponentProps) {
  const { order, opening } = loaderData
  const payment = useStep(opening?.payment)
  // an admin may read everybody's order, but pays only the own ones
  if (payment?.ok === false && payment.code === 'not_found') return <Missing />
  return (
    <>
      <div className="dash__h">
        <h1>{texts.title}</h1>
        <p>{texts.hello(order.name || order.email)}</p>
      </div>
      <Payment key={order._id} {...loaderData} />
    </>
  )
}

type PaymentProps = { order: Order; config: CardConfig | undefined; opening: Opening | undefined }
type Charge = { transactionId: string; report: ReturnType<typeof reportPayment> }

function Payment({ order, config, opening }: PaymentProps) {
  const { revalidate } = useRevalidator()
  const [charge, setCharge] = useState<Charge>()
  return (
    <div className="orderwrap">
      <div>
        {charge ? (
          <Charged orderId={order._id} {...charge} />
        ) : config && opening ? (
          <>
            <PleasePay order={order} />
            <PayByCard
              order={order}
              config={config}
              opening={opening}
              onStale={() => void revalidate()}
              onCharged={(transactionId) =>
                setCharge({ transactionId, report: reportPayment(order._id, transactionId) })
              }
            />
          </>
        ) : (
          <NotPayable order={order} />
        )}
      </div>
      <PaymentSummary order={order} state={charge ? 'paid' : orderState(order)} />
    </div>
  )
}

function PleasePay({ order }: { order: Order }) {
  const priceText = usePriceText()
  return (
    <p className="payfor">
      {texts.pleasePay} <b>{priceText(order.total, order.currency)}</b> {texts.payFor}{' '}
      <b>{order.productName}</b>
    </p>
  )
}

/** Why there is nothing to pay by card. */
function NotPayable({ order }: { order: Order }) {
  const state = orderState(order)
  if (state === 'paid') return <AlreadyPaid order={order} />
  if (state === 'expired') return <Unpayable text={texts.expired} again={`/purchase/${order.productId}`} />
  if (state === 'closing') return <Unpayable text={texts.closing} />
  return <Unpayable text={texts.onCollection} />
}

function Unpayable({ text, again }: { text: string; again?: string }) {
  return (
    <div className="placed">
      <ErrorText>{text}</ErrorText>
      <div className="form__acts">
        <LinkButton to="/dashboard/orders">{texts.myOrders}</LinkButton>
        {again && <LinkButton to={again}>{texts.orderAgain}</LinkButton>}
      </div>
    </div>
  )
}

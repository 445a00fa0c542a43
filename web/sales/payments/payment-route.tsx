import { paymentTexts as texts } from '#contract/sales/payments/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { requireSession } from '../../platform/auth/guards.ts'
import { DashboardNotFound } from '../../platform/layout/dashboard-error.tsx'
import { pageMeta } from '../../platform/layout/page-meta.ts'
import type { Route } from './+types/payment-route.ts'
import { loadPayment, Payment } from './payment.tsx'
import { useSettled } from './payment-flow.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({ matches, title: texts.title, path: `/dashboard/payment/${params.id}` })

/** An unknown order is the store's 404, and so is another user's, except for admins. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireSession(request)
  return loadPayment(browserApi.getOrder({ params: { id: params.id } }))
}

export default function PaymentRoute({ loaderData }: Route.ComponentProps) {
  const { order, steps } = loaderData
  const payment = useSettled(steps?.payment)
  // an admin can read every order, but pay only their own
  if (payment?.ok === false && payment.code === 'not_found') return <DashboardNotFound />
  return (
    <>
      <div className="page-heading">
        <h1>{texts.title}</h1>
        <p>{texts.hello(order.name || order.email)}</p>
      </div>
      {/* the key discards the state of the payment of another order */}
      <Payment key={order._id} {...loaderData} />
    </>
  )
}

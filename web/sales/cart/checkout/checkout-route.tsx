import {
  replace,
  type ShouldRevalidateFunctionArgs,
  useNavigate,
  useRouteError,
  useSearchParams,
} from 'react-router'
import { ApiError, isApiError } from '#contract/api-client.ts'
import { cartOrderedSchema } from '#contract/sales/cart/checkout.ts'
import { checkoutPageTexts as texts } from '#contract/sales/cart/checkout-page-texts.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import ownStyles from '../../../own.css?url'
import { browserApi } from '../../../platform/api/browser-api.ts'
import { requireSession } from '../../../platform/auth/guards.ts'
import { formAction, type Submission } from '../../../platform/forms/form.ts'
import { ErrorPage } from '../../../platform/layout/error-boundary.tsx'
import { pageMeta } from '../../../platform/layout/page-meta.ts'
import { loadPayment } from '../../payments/payment.tsx'
import cartStyles from '../cart.css?url'
import { forgetCart, loadCart } from '../cart-store.ts'
import { refreshCart } from '../open-cart.ts'
import type { Route } from './+types/checkout-route.ts'
import checkoutStyles from './checkout.css?url'
import { endAttempt, readAttempt, startAttempt } from './checkout-attempt.ts'
import { type CheckoutContext, CheckoutForm, toCheckout } from './checkout-form.tsx'
import { OrderNotFound, OrderToPay } from './order-to-pay.tsx'

export { HydrateFallback } from '../../../platform/ui/states.tsx'

export const links: Route.LinksFunction = () =>
  [ownStyles, cartStyles, checkoutStyles].map((href) => ({ rel: 'stylesheet', href }))

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const order = loaderData?.toPay?.order
  const title = order ? texts.placed(order.number) : texts.title
  return [...pageMeta({ matches, title, path: '/checkout' }), { name: 'robots', content: 'noindex' }]
}

/** With `?order=` the order that was placed here and its payment, else what is needed to place one. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { email } = await requireSession(request)
  const orderId = new URL(request.url).searchParams.get('order')
  if (orderId !== null) return { toPay: await loadPayment(readOwnOrder(orderId, email)) }
  const [cart, addresses, { displayName, number }] = await Promise.all([
    loadCart(),
    browserApi.listAddresses(),
    browserApi.getUser({ params: { email } }),
  ])
  const placed = await findPlaced(cart.id)
  if (placed) throw replace(addressOfOrder(placed))
  return { cart, addresses, buyer: { email, name: displayName ?? '', phone: number ?? '' } }
}
clientLoader.hydrate = true as const

/** Staff read every order, but pay only their own: another one is shown on its page. */
async function readOwnOrder(id: string, email: string): Promise<Order> {
  if (!id) throw new ApiError(404, { code: 'not_found' })
  const order = await browserApi.getOrder({ params: { id } })
  if (order.email.toLowerCase() !== email.toLowerCase()) throw replace(`/dashboard/orders/${order.number}`)
  return order
}

const addressOfOrder = (id: string) => `/checkout?order=${id}`

/** The order of an attempt whose answer was lost: the account has another cart since. */
async function findPlaced(cartId: string | null): Promise<string | undefined> {
  const attempt = readAttempt()
  if (!attempt || attempt.body.cartId === cartId) return undefined
  endAttempt()
  try {
    const { key, body } = attempt
    const { _id } = await browserApi.checkout({ body }, { idempotencyKey: key })
    return _id
  } catch (error) {
    return orderedElsewhere(error)
  }
}

function orderedElsewhere(error: unknown): string | undefined {
  if (!isApiError(error) || error.code !== 'cart_ordered') return undefined
  return cartOrderedSchema.safeParse(error.problem).data?.order?._id
}

const schema = async () => (await import('#contract/sales/cart/checkout.ts')).checkoutSchema

export async function clientAction({ request }: Route.ClientActionArgs) {
  const submission: Submission<CheckoutContext> = await request.json()
  return formAction(submission, {
    schema,
    toInput: (values) => toCheckout(values, submission.context),
    async send(body, key) {
      try {
        const order = await browserApi.checkout({ body }, { idempotencyKey: startAttempt({ key, body }) })
        endAttempt()
        return order
      } catch (error) {
        if (isApiError(error) && error.status < 500) endAttempt()
        throw error
      }
    },
  })
}

/** After a refusal the page shows the cart as it is now. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate && actionResult?.ok !== true
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isOfOrder = useSearchParams()[0].has('order')
  return isOfOrder && isApiError(error) && error.status === 404 ? <OrderNotFound /> : <ErrorPage />
}

export default function CheckoutRoute({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (loaderData.toPay) return <OrderToPay key={loaderData.toPay.order._id} {...loaderData.toPay} />
  return (
    <CheckoutForm
      {...loaderData}
      onPlaced={(order) => {
        forgetCart()
        void refreshCart()
        void navigate(addressOfOrder(order._id), { replace: true })
      }}
    />
  )
}

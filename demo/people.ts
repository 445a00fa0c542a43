import type { FastifyInstance, InjectOptions } from 'fastify'
import type { ApiClient } from '#contract/api-client.ts'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import type { Db } from '#database/open.ts'
import { changeRole } from '#server/people/users/service.ts'
import { createInProcessClient } from '#server/platform/http/inject-fetch.ts'
import type { DemoDeps } from '#server/programs/main.ts'
import { setOrderStatus } from '#server/sales/orders/write-order.ts'
import { cardForm, orderBody } from './purchase.ts'

type Customer = { name: string; email: string; phone: string; address: string; location: string }

const customers: Customer[] = [
  {
    name: 'Ines Ferreira',
    email: 'ines@example.com',
    phone: '+1 555 014 7731',
    address: '44 Harbour Road',
    location: 'Old Port',
  },
  {
    name: 'Jonas Lindqvist',
    email: 'jonas@example.com',
    phone: '+1 555 014 2210',
    address: '9 Mill Street',
    location: 'Northgate',
  },
  {
    name: 'Priya Raman',
    email: 'priya@example.com',
    phone: '+1 555 014 9084',
    address: '210 Station Avenue',
    location: 'Eastfield',
  },
]

/** Orders of the demo's customers; `part` is an index of the newest parts, `packs` multiplies the minimum order. */
const demoOrders = [
  { customer: 0, part: 0, packs: 1, paid: true, status: 'Shift' },
  { customer: 0, part: 2, packs: 1, paid: true },
  { customer: 1, part: 4, packs: 1, paid: true, status: 'Pending' },
  { customer: 1, part: 1, packs: 2 },
  { customer: 2, part: 7, packs: 3, paid: true, status: 'Shift' },
  { customer: 2, part: 9, packs: 1 },
] as const

/**
 * Adds the demo admin, customers and their orders, once and only with the embedded identity provider. Roles and order
 * statuses are not set through the API: with ADMIN_MFA=required the demo admin has no admin rights without a second factor.
 */
export async function addDemoPeople(app: FastifyInstance, deps: DemoDeps): Promise<void> {
  const { identity } = deps.config
  const done = await deps.db
    .selectFrom('users')
    .select('id')
    .where(
      'email',
      'in',
      [sampleAdmin, ...customers].map(({ email }) => email),
    )
    .executeTakeFirst()
  if (done || identity.mode !== 'embedded') return
  deps.print('Creating the demo’s customers and orders (once) …')
  const store = { app, api: createInProcessClient(app), db: deps.db, apiKey: identity.apiKey }
  const admin = await signUp(store, { name: 'Sample Admin', ...sampleAdmin })
  const { _id: adminId } = await changeRole(
    deps.db,
    { email: sampleAdmin.email, role: 'admin' },
    { actorId: null, at: deps.now() },
  )
  const { items: parts } = await store.api.listProducts({ query: { limit: 12 } })
  const password = crypto.randomUUID()
  const signIns = await Promise.all(customers.map((customer) => signUp(store, { ...customer, password })))
  for (const demoOrder of demoOrders) {
    const customer = customers[demoOrder.customer]
    const signedIn = signIns[demoOrder.customer]
    const part = parts[demoOrder.part]
    if (!customer || !signedIn || !part) continue
    const quantity = Math.min(part.minimumOrder * demoOrder.packs, part.availableQuantity)
    const body = orderBody([{ part, quantity }], customer)
    const order = await store.api.placeOrder({ body }, signedIn)
    if ('paid' in demoOrder) await pay(store, signedIn, order)
    if (!('status' in demoOrder)) continue
    const { unpaidOrderHours } = deps.config.limits
    const change = { orderId: order._id, status: demoOrder.status, actorId: adminId, now: deps.now() }
    await setOrderStatus(deps.db, { ...change, unpaidOrderHours })
  }
  for (const signedIn of [admin, ...signIns]) await logOut(store.api, signedIn)
  // these mailboxes do not exist
  await deps.db
    .updateTable('order_events')
    .set({ mailed_at: deps.now() })
    .where('mailed_at', 'is', null)
    .execute()
}

type StoreAccess = { app: FastifyInstance; api: ApiClient; db: Db; apiKey: string }
type SignedIn = { headers: { authorization: string } }

async function logOut(api: ApiClient, signedIn: SignedIn): Promise<void> {
  const { items } = await api.listSignIns({}, signedIn)
  if (items[0]) await api.endSignIn({ params: { id: items[0]._id } }, signedIn)
}

async function signUp(
  { app, api, db, apiKey }: StoreAccess,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<SignedIn> {
  const { idToken }: { idToken: string } = await post(app, {
    url: `/identity/v1/accounts:signUp?key=${apiKey}`,
    payload: { email, password, displayName: name, returnSecureToken: true },
  })
  // there is no mailbox in which to open a verification link
  await db.updateTable('identity.users').set({ email_verified: true }).where('email', '=', email).execute()
  const exchange = { params: { email }, body: { email } }
  const { token } = await api.exchangeToken(exchange, bearer(idToken))
  return bearer(token)
}

function bearer(token: string): SignedIn {
  return { headers: { authorization: `Bearer ${token}` } }
}

/** Calls an embedded service. */
async function post(app: FastifyInstance, request: InjectOptions) {
  const response = await app.inject({ ...request, method: 'POST' })
  if (response.statusCode >= 300)
    throw new Error(`The demo could not be created: ${request.url} ${response.payload}`)
  return response.json()
}

async function pay({ app, api }: StoreAccess, signedIn: SignedIn, order: Order): Promise<void> {
  const { payment } = await api.getConfig()
  if (payment.mode !== 'sandbox' || !payment.publishableKey) return
  const intent = { price: order.total, orderId: order._id }
  const { clientSecret } = await api.createPaymentIntent({ body: intent }, signedIn)
  const [transactionId = ''] = clientSecret.split('_secret_')
  await post(app, {
    url: `/payments/v1/payment_intents/${transactionId}/confirm`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...cardForm({ publishableKey: payment.publishableKey, clientSecret }),
      'payment_method_data[billing_details][name]': order.name ?? '',
      'payment_method_data[billing_details][email]': order.email,
    }).toString(),
  })
  const body = { appointment: order._id, transactionId }
  await api.markOrderPaid({ params: { id: order._id }, body }, signedIn)
}

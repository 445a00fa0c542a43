import type { FastifyInstance, InjectOptions } from 'fastify'
import type { OrderStatus } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import { sampleAdmin } from '#contract/users/sample-admin.ts'
import type { Db } from '#database/open.ts'
import type { DemoDeps } from '#server/main.ts'
import { setOrderStatus } from '#server/orders/write-order.ts'
import { changeRole } from '#server/users/service.ts'

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

/** Orders of the demo's customers; `part` is an index of the newest parts. */
const demoOrders = [
  { customer: 0, part: 0, packs: 1, paid: true, status: 'Shift' },
  { customer: 0, part: 2, packs: 1, paid: true },
  { customer: 1, part: 4, packs: 1, paid: true, status: 'Pending' },
  { customer: 1, part: 1, packs: 2 },
  { customer: 2, part: 7, packs: 3, paid: true, status: 'Shift' },
  { customer: 2, part: 9, packs: 1 },
] as const

/**
 * Adds the demo admin, customers and their orders, once, through the API. The first admin's role cannot be set through
 * the API, nor can orders be shipped: with ADMIN_MFA the demo admin first needs a second factor.
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
  const call = createCaller(app)
  const account = { db: deps.db, apiKey: identity.apiKey }
  const adminToken = await signUp(call, { name: 'Sample Admin', ...sampleAdmin, ...account })
  const { _id: adminId } = await changeRole(
    deps.db,
    { email: sampleAdmin.email, role: 'admin' },
    { actorId: null, at: deps.now() },
  )
  const parts: Product[] = await call({ url: '/api/service?limit=12' })
  const password = crypto.randomUUID()
  const tokens = await Promise.all(
    customers.map((customer) => signUp(call, { ...customer, password, ...account })),
  )
  for (const demoOrder of demoOrders) {
    const customer = customers[demoOrder.customer]
    const token = tokens[demoOrder.customer]
    const part = parts[demoOrder.part]
    if (customer && token && part)
      await addOrder(call, { ...demoOrder, customer, token, part, deps, adminId })
  }
  for (const token of [adminToken, ...tokens]) await logOut(call, token)
  // these mailboxes do not exist
  await deps.db
    .updateTable('order_events')
    .set({ mailed_at: deps.now() })
    .where('mailed_at', 'is', null)
    .execute()
}

async function logOut(call: Caller, token: string): Promise<void> {
  const [signIn] = await call<{ _id: string }[]>({ url: '/api/sign-in', token })
  if (signIn) await call({ method: 'DELETE', url: `/api/sign-in/${signIn._id}`, token })
}

type Caller = <T>(request: InjectOptions & { token?: string }) => Promise<T>

function createCaller(app: FastifyInstance): Caller {
  return async ({ token, ...request }) => {
    const headers = { ...request.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const response = await app.inject({ ...request, headers })
    if (response.statusCode >= 300)
      throw new Error(`The demo could not be created: ${request.url} ${response.payload}`)
    return response.json()
  }
}

type SignUp = { db: Db; name: string; email: string; password: string; apiKey: string }

async function signUp(call: Caller, { db, apiKey, name, email, password }: SignUp): Promise<string> {
  const created = await call<{ idToken: string }>({
    method: 'POST',
    url: `/identity/v1/accounts:signUp?key=${apiKey}`,
    payload: { email, password, displayName: name, returnSecureToken: true },
  })
  // there is no mailbox in which to open a verification link
  await db.updateTable('identity.users').set({ email_verified: true }).where('email', '=', email).execute()
  const user = {
    method: 'PUT',
    url: `/api/user/${email}`,
    token: created.idToken,
    payload: { email },
  } as const
  return (await call<{ token: string }>(user)).token
}

type DemoOrder = {
  customer: Customer
  token: string
  adminId: string
  deps: DemoDeps
  part: Product
  packs: number
  paid?: boolean
  status?: OrderStatus
}

async function addOrder(call: Caller, demoOrder: DemoOrder): Promise<void> {
  const { customer, token, adminId, deps, part, packs, paid, status } = demoOrder
  const quantity = Math.min(part.minimumOrder * packs, part.availableQuantity)
  const order = await call<{ _id: string; total: number }>({
    method: 'POST',
    url: '/api/order',
    token,
    payload: { ...customer, productId: part._id, productName: part.productName, price: part.price, quantity },
  })
  if (paid) await pay(call, { order, customer, token })
  if (!status) return
  const { unpaidOrderHours } = deps.config.limits
  const change = { orderId: order._id, status, actorId: adminId, now: deps.now(), unpaidOrderHours }
  await setOrderStatus(deps.db, change)
}

async function pay(
  call: Caller,
  { order, customer, token }: { order: { _id: string; total: number }; customer: Customer; token: string },
): Promise<void> {
  const { payment } = await call<{ payment: { mode: string; publishableKey: string | null } }>({
    url: '/api/config',
  })
  if (payment.mode !== 'sandbox' || !payment.publishableKey) return
  const { clientSecret } = await call<{ clientSecret: string }>({
    method: 'POST',
    url: '/api/create-payment-intent',
    token,
    payload: { price: order.total, orderId: order._id },
  })
  const [transactionId = ''] = clientSecret.split('_secret_')
  await call({
    method: 'POST',
    url: `/payments/v1/payment_intents/${transactionId}/confirm`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      key: payment.publishableKey,
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][name]': customer.name,
      'payment_method_data[billing_details][email]': customer.email,
    }).toString(),
  })
  const payload = { appointment: order._id, transactionId }
  await call({ method: 'PATCH', url: `/api/order/${order._id}`, token, payload })
}

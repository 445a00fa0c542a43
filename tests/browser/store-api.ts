import type { APIRequestContext, Page } from '@playwright/test'
import { type ApiClient, createApiClient } from '#contract/api-client.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { cardForm, checkoutBody, orderBody } from '#demo/purchase.ts'
import { expect, newEmail } from './story.ts'

/** Returns the typed client with the token of the page. */
export async function apiOfPage(page: Page): Promise<ApiClient> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  return apiWithToken(page.request, token ?? '')
}

/** Signs a person in by password, without a page, and returns the typed client. */
export async function signInToApi(
  request: APIRequestContext,
  { email, password }: { email: string; password: string },
): Promise<ApiClient> {
  const { identity } = await (await request.get('/api/config')).json()
  const signedIn = await request.post(`/identity/v1/accounts:signInWithPassword?key=${identity.apiKey}`, {
    data: { email, password, returnSecureToken: true },
  })
  const { idToken } = await signedIn.json()
  const exchange = { params: { email }, body: { email } }
  const { token } = await apiWithToken(request, idToken).exchangeToken(exchange)
  return apiWithToken(request, token)
}

/** Returns the typed client with this token. */
export function apiWithToken(request: APIRequestContext, token: string): ApiClient {
  return createApiClient(async ({ method, path, headers, body }) => {
    const response = await request.fetch(path, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(typeof body === 'string' && { data: body }),
    })
    return {
      status: response.status(),
      header: (name) => response.headers()[name.toLowerCase()] ?? null,
      text: () => response.text(),
    }
  })
}

/** Orders the minimum quantity of the first part that the search finds for this number. */
export async function orderPart(api: ApiClient, email: string, partNumber: string): Promise<Order> {
  const { items } = await api.listProducts({ query: { q: partNumber } })
  const part = items[0]
  if (!part) throw new Error(`The demo has no part ${partNumber}`)
  return api.placeOrder({ body: orderBody([{ part }], { email, name: 'Ines Ferreira' }) })
}

/** Orders parts of the demo with what is in the cart, as the checkout does. */
export async function orderParts(
  api: ApiClient,
  wanted: { partNumber: string; quantity: number }[],
): Promise<Order> {
  const lines: { productId: string; quantity: number }[] = []
  for (const { partNumber, quantity } of wanted) {
    const [part] = (await api.listProducts({ query: { q: partNumber } })).items
    if (!part) throw new Error(`The demo has no part ${partNumber}`)
    lines.push({ productId: part._id, quantity })
  }
  const { cart } = await api.mergeCart({ body: { lines } })
  return api.checkout({ body: checkoutBody(cart) })
}

/** Pays an order with a test card, as card frame and page do; returns the transaction id. */
export async function payOrder(
  request: APIRequestContext,
  api: ApiClient,
  order: Order,
  card?: string,
): Promise<string> {
  const { clientSecret } = await api.createPaymentIntent({ body: { price: order.total, orderId: order._id } })
  const id = clientSecret.split('_secret_')[0] ?? ''
  const { payment } = await api.getConfig()
  const confirmed = await request.post(`/payments/v1/payment_intents/${id}/confirm`, {
    form: cardForm({ publishableKey: payment.publishableKey, clientSecret, number: card }),
  })
  expect(confirmed.status()).toBe(200)
  await api.markOrderPaid({ params: { id: order._id }, body: { appointment: order._id, transactionId: id } })
  return id
}

/** Verifies the address with the code of a verification mail. */
export async function verifyAddress(request: APIRequestContext, email: string): Promise<void> {
  const { identity } = await (await request.get('/api/config')).json()
  const mails: { to: string; text: string }[] = await (await request.get('/identity/outbox')).json()
  const mail = mails.find(({ to, text }) => to === email && text.includes('verifyEmail'))
  const oobCode = /oobCode=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const response = await request.post(`/identity/v1/accounts:update?key=${identity.apiKey}`, {
    data: { oobCode },
  })
  expect(response.status()).toBe(200)
}

/** Creates an account, requests a password reset for it and returns the mailed code. */
export async function requestResetCode(request: APIRequestContext): Promise<string> {
  const email = newEmail('reset')
  const { identity } = await (await request.get('/api/config')).json()
  const call = (method: string, data: object) =>
    request.post(`/identity/v1/accounts:${method}?key=${identity.apiKey}`, { data })
  await call('signUp', { email, password: 'a-good-password', returnSecureToken: true })
  await call('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const mails: { to: string; text: string }[] = await (await request.get('/identity/outbox')).json()
  const mail = mails.find(({ to, text }) => to === email && text.includes('resetPassword'))
  return /oobCode=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

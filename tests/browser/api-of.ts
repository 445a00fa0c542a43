import type { APIRequestContext, Page } from '@playwright/test'
import { type ApiClient, createApiClient } from '#contract/api-client.ts'
import type { Order } from '#contract/orders/orders.ts'
import { expect, newEmail } from './story.ts'

/** Returns the typed client with the token of the page, to set up what a test needs. */
export async function apiOf(page: Page): Promise<ApiClient> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  return clientOf(page.request, token ?? '')
}

/** Returns the typed client of a person who signs in by password. */
export async function apiFor(
  request: APIRequestContext,
  { email, password }: { email: string; password: string },
): Promise<ApiClient> {
  const { identity } = await (await request.get('/api/config')).json()
  const signedIn = await request.post(`/identity/v1/accounts:signInWithPassword?key=${identity.apiKey}`, {
    data: { email, password, returnSecureToken: true },
  })
  const { idToken } = await signedIn.json()
  const exchange = { params: { email }, body: { email } }
  const { token } = await clientOf(request, idToken).exchangeToken(exchange)
  return clientOf(request, token)
}

/** Returns the typed client with this token. */
export function clientOf(request: APIRequestContext, token: string): ApiClient {
  return createApiClient(async ({ method, path, headers, body }) => {
    const answer = await request.fetch(path, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(typeof body === 'string' && { data: body }),
    })
    return {
      status: answer.status(),
      header: (name) => answer.headers()[name.toLowerCase()] ?? null,
      text: () => answer.text(),
    }
  })
}

/** Orders one minimum order of the part with this number. */
export async function orderPart(api: ApiClient, email: string, partNumber: string): Promise<Order> {
  const { items } = await api.listProducts({ query: { q: partNumber } })
  const part = items[0]
  if (!part) throw new Error(`The demo has no part ${partNumber}`)
  return api.placeOrder({
    body: {
      productId: part._id,
      email,
      name: 'Ines Ferreira',
      address: '44 Harbour Road',
      phone: '+1 555 014 7731',
      location: 'Old Port',
      price: part.price,
      quantity: part.minimumOrder,
    },
  })
}

/** Pays an order with a test card, as the card frame does; returns the transaction id. */
export async function payOrder(
  request: APIRequestContext,
  api: ApiClient,
  order: Order,
  card = '4242424242424242',
): Promise<string> {
  const { clientSecret } = await api.createPaymentIntent({ body: { price: order.total, orderId: order._id } })
  const id = clientSecret.split('_secret_')[0] ?? ''
  const { payment } = await api.getConfig()
  const confirmed = await request.post(`/payments/v1/payment_intents/${id}/confirm`, {
    form: {
      key: payment.publishableKey ?? '',
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2044',
      'payment_method_data[card][cvc]': '123',
    },
  })
  expect(confirmed.status()).toBe(200)
  await api.markOrderPaid({ params: { id: order._id }, body: { appointment: order._id, transactionId: id } })
  return id
}

/** Opens the link of the registration mail, which verifies the address. */
export async function verifyAddress(request: APIRequestContext, email: string): Promise<void> {
  const { identity } = await (await request.get('/api/config')).json()
  const mails: { to: string; text: string }[] = await (await request.get('/identity/outbox')).json()
  const mail = mails.find(({ to, text }) => to === email && text.includes('verifyEmail'))
  const oobCode = /oobCode=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const answer = await request.post(`/identity/v1/accounts:update?key=${identity.apiKey}`, {
    data: { oobCode },
  })
  expect(answer.status()).toBe(200)
}

/** Returns the code of a reset mail of a new account. */
export async function resetCode(request: APIRequestContext): Promise<string> {
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

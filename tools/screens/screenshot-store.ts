import type { Browser, Page } from '@playwright/test'
import { type ApiClient, createApiClient } from '#contract/api-client.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import type { Overview } from '#contract/sales/overview/overview.ts'
import { cardForm, checkoutBody, orderBody } from '#demo/purchase.ts'
import type { Ids, Person, State } from './screenshot-shots.ts'

export type StorePages = { ids: Ids; pages: Record<Person, Page>; prepare: (state: State) => Promise<void> }
type Account = { api: ApiClient; name: string; email: string }
type SignedIn = Account & { page: Page }
type NewAccount = { name: string; email: string; password?: string }

const PASSWORD = 'a-good-password'
const MANY = 500
const DELIVERY = { address: '44 Harbour Road', phone: '+1 555 014 7731', location: 'Old Port' }
const WORD = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk'
const LONG_NAME = 'Maximiliane Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh'
const LONG_EMAIL = `maximiliane.wolfeschlegelsteinhausenbergerdorff.fe@${'subdomain-of-some-length.'.repeat(3)}example.com`
const LONG_PART = {
  productName:
    'Heavy-duty ventilated and cross-drilled front brake disc conversion kit with six-piston calipers, braided hoses, ceramic pads, and AntiVibrationReinforcementShimAssembly for left-hand drive',
  description: `Everything for one axle. ${'Machined, balanced and coated by hand. '.repeat(50)}`.trim(),
  partNumber: 'BR-000000000000000000000000000000000000000000000000000000001',
  brand: 'Vereinigte Bremsscheibenmanufakturen Oberkirchen-Niederwald GmbH & Co. KG',
  price: 98765.43,
  saleUnit: 'set-of-four' as const,
  availableQuantity: 1234567,
  minimumOrder: 1,
  img: '/drawings/brake-disc.svg',
  images: undefined,
  category: 'wheels' as const,
}
const LONG_DELIVERY = {
  address: `14 ${WORD} Street, rear building, second yard on the left, third staircase, ring twice`,
  phone: '+44 20 7946 0018 0000 1111',
  location: `Llanfairpwllgwyngyllgogerychwyrndrobwll, ${WORD}`,
}
const ESTIMATE = {
  phone: DELIVERY.phone,
  vehicle: 'Volvo V70',
  year: '2008',
  part: 'Front wheel bearing',
  quantity: '2',
  note: 'Both sides, please. When could I have them?',
}
/** An order cannot be placed in the past: the overview shows these as the sales of the last days. */
const SALES = [612, 402, 874, 0, 1112, 950, 1338, 558, 431, 1005, 1274, 1180, 1520, 861]

/** A browser context for each person, and the functions that bring the store into each state. */
export async function openStorePages(browser: Browser, origin: string): Promise<StorePages> {
  const admin = await signIn(browser, origin, { name: 'Sample Admin', ...sampleAdmin })
  const customer = await register(browser, origin, { name: 'Dana Whitfield', email: 'dana@example.com' })
  const pages = {
    visitor: await openPage(browser, origin),
    newcomer: await signUpByPhone(browser, origin, '+15550142280'),
    customer: customer.page,
    admin: admin.page,
  }
  await changeOverview(admin.page, withSales)
  const ids = await makeNormal()

  async function makeNormal(): Promise<Ids> {
    const { items } = await admin.api.listProducts({ query: { limit: 8 } })
    const [paid, open, shifted] = await orderEach(customer, items)
    const all = await admin.api.listProducts({ query: { limit: 200 } })
    const soldOut = all.items.find(({ availableQuantity }) => availableQuantity === 0)
    if (!items[0] || !paid || !open || !shifted || !soldOut) throw new Error('The demo has too few parts')
    for (const order of [paid, shifted]) await pay(origin, customer, order)
    await admin.api.setOrderStatus({ params: { id: shifted._id }, body: { status: 'Shift' } })
    await sendRequests(customer, ESTIMATE)
    const resetLink = await requestReset(origin, customer.email)
    const cartOrder = await makeCartOrder(customer, items.slice(0, 4))
    const parts = { part: items[0]._id, soldOut: soldOut._id }
    return { ...parts, order: open._id, paidOrder: shifted._id, cartOrder, resetLink }
  }

  /** Orders these parts in one order, pays it, refunds a unit and notes something. */
  async function makeCartOrder(person: Account, parts: Product[]): Promise<string> {
    const lines = parts.map(({ _id, minimumOrder }) => ({ productId: _id, quantity: minimumOrder }))
    const { cart } = await person.api.mergeCart({ body: { lines } })
    const order = await person.api.checkout({ body: { ...checkoutBody(cart), note: ESTIMATE.note } })
    await pay(origin, person, order)
    const params = { id: order._id }
    const units = [{ position: 1, units: 1, restock: true }]
    await admin.api.refundOrder({ params, body: { refunded: 0, reason: 'Came scratched', lines: units } })
    await admin.api.addOrderNote({ params, body: { text: 'Came in with the truck of Friday.\nCheck it.' } })
    return order._id
  }

  async function makeLong(): Promise<void> {
    const part = await admin.api.createProduct({ body: LONG_PART })
    const person = await register(browser, origin, { name: LONG_NAME, email: LONG_EMAIL })
    const [open, paid] = await orderEach(person, [part, part], LONG_DELIVERY)
    if (!open || !paid) throw new Error('The orders with long texts were not placed')
    await pay(origin, person, paid)
    const resetLink = await requestReset(origin, LONG_EMAIL)
    const { items } = await admin.api.listProducts({ query: { limit: 2 } })
    const cartOrder = await makeCartOrder(person, [part, ...items.filter(({ _id }) => _id !== part._id)])
    Object.assign(ids, { part: part._id, order: open._id, paidOrder: paid._id, cartOrder, resetLink })
    pages.customer = person.page
    const { description, productName } = LONG_PART
    const review = { name: LONG_NAME, description, img: null, rating: 4.2, productId: part._id }
    await person.api.createReview({ body: review })
    const estimate = { phone: LONG_DELIVERY.phone, vehicle: WORD, part: productName, note: description }
    await sendRequests(person, { ...estimate, year: '2008, 2nd facelift', quantity: '1,234,567 of each' })
  }

  async function makeMany(): Promise<void> {
    const parts: Product[] = []
    for (let number = 1; number <= MANY; number++) {
      const part = { productName: `Part ${number} of many`, price: number, partNumber: `M-${number}` }
      parts.push(await admin.api.createProduct({ body: { ...LONG_PART, description: null, ...part } }))
      ids.part = parts[0]?._id ?? ids.part
      const person = await signUp(origin, { name: `Person ${number}`, email: `person${number}@example.com` })
      await sendRequests(person, { ...ESTIMATE, part: part.productName })
      const review = { name: person.name, img: null, rating: 1 + (number % 5), productId: ids.part }
      await admin.api.createReview({ body: { ...review, description: `Review ${number} of many.` } })
    }
    await orderEach(customer, parts)
    pages.customer = customer.page
  }

  /** The server renders public pages: for them the store is emptied. Other lists get empty responses in the browser. */
  async function makeEmpty(): Promise<void> {
    for (;;) {
      const { items } = await admin.api.listProducts({ query: { limit: 100 } })
      if (items.length === 0) break
      for (const { _id } of items) await admin.api.deleteProduct({ params: { id: _id } })
    }
    const reviews = await admin.api.listReviews({ query: { limit: 1000 } })
    for (const { _id } of reviews.items)
      await admin.api.updateReview({ params: { id: _id }, body: { hidden: true } })
    const lists = /\/api\/(order|manage|service|user|manage-review|estimate|newsletter|audit)(\?.*)?$/
    for (const page of [customer.page, admin.page])
      await page.route(lists, (route) => route.fulfill({ json: [] }))
    await changeOverview(admin.page, withoutEntries)
  }

  const preparations = { normal: async () => {}, long: makeLong, many: makeMany, empty: makeEmpty }
  return { ids, pages, prepare: (state) => preparations[state]() }
}

function changeOverview(page: Page, change: (overview: Overview) => Overview): Promise<unknown> {
  return page.route(/\/api\/overview$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: change(await response.json()) })
  })
}

function withSales(overview: Overview): Overview {
  const salesPerDay = overview.salesPerDay?.map((day, index) => {
    const total = SALES[index] ?? 0
    return { ...day, total, orders: Math.ceil(total / 90) }
  })
  return { ...overview, salesPerDay: salesPerDay ?? null }
}

function withoutEntries(overview: Overview): Overview {
  const salesPerDay = overview.salesPerDay?.map(({ day }) => ({ day, total: 0, orders: 0 }))
  const ordersByStatus = { pendingUnpaid: 0, pendingPaid: 0, shifted: 0, expired: 0 }
  const none = { count: 0, oldestAt: null }
  const waiting = {
    toSend: none,
    unpaid: { count: 0, nextExpiryAt: null },
    estimates: none,
    disputes: { count: 0, answerBy: null },
    lowStock: { count: 0 },
    failedMails: none,
    failedJobs: none,
  }
  const lists = { lowStock: [], newestReviews: [], newestEstimates: [] }
  return { ...overview, ...lists, waiting, salesPerDay: salesPerDay ?? null, ordersByStatus }
}

/** Requests an estimate and subscribes to the newsletter. */
async function sendRequests({ api, name, email }: Account, estimate: typeof ESTIMATE): Promise<void> {
  await api.requestEstimate({ body: { ...estimate, name, email } })
  await api.subscribe({ body: { email } })
}

async function orderEach(person: Account, parts: Product[], delivery = DELIVERY): Promise<Order[]> {
  const { api, email, name } = person
  const orders: Order[] = []
  for (const part of parts) {
    if (part.availableQuantity < part.minimumOrder) continue
    orders.push(await api.placeOrder({ body: orderBody([{ part }], { email, name, ...delivery }) }))
  }
  return orders
}

async function pay(origin: string, { api }: Account, order: Order): Promise<void> {
  const { clientSecret } = await api.createPaymentIntent({ body: { price: order.total, orderId: order._id } })
  const [transactionId = ''] = clientSecret.split('_secret_')
  const { payment } = await api.getConfig()
  const response = await fetch(`${origin}/payments/v1/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    body: new URLSearchParams(cardForm({ publishableKey: payment.publishableKey, clientSecret })),
  })
  if (!response.ok) throw new Error(`The payment failed: ${await response.text()}`)
  await api.markOrderPaid({ params: { id: order._id }, body: { appointment: order._id, transactionId } })
}

async function openPage(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

async function register(browser: Browser, origin: string, account: NewAccount): Promise<SignedIn> {
  await signUp(origin, account)
  return signIn(browser, origin, account)
}

async function signIn(browser: Browser, origin: string, account: NewAccount): Promise<SignedIn> {
  const { name, email, password = PASSWORD } = account
  const page = await openPage(browser, origin)
  const main = page.getByRole('main')
  await page.goto('/login')
  await main.getByLabel('Email', { exact: true }).fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('/')
  const api = clientOf(origin, await page.evaluate(() => localStorage.getItem('accessToken')))
  return { page, api, name, email }
}

/** Creates an account without an e-mail address; the store opens the page that asks for one. */
async function signUpByPhone(browser: Browser, origin: string, number: string): Promise<Page> {
  const page = await openPage(browser, origin)
  const main = page.getByRole('main')
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click()
  await page.goto('/login')
  await press('Use my phone')
  await main.getByLabel('Phone', { exact: true }).fill(number)
  await press('Text me a code')
  const code = main.getByLabel('Six-digit code', { exact: true })
  await code.waitFor()
  await code.fill(/\d{6}/.exec(await readMessage(origin, number))?.[0] ?? '')
  await press('Login')
  await page.waitForURL('/add-email')
  return page
}

async function signUp(origin: string, { name, email }: NewAccount): Promise<Account> {
  const account = { email, password: PASSWORD, displayName: name, returnSecureToken: true }
  const { idToken } = await callIdentity(origin, 'signUp', account)
  const exchange = { params: { email }, body: { email } }
  const { token } = await clientOf(origin, idToken ?? null).exchangeToken(exchange)
  return { api: clientOf(origin, token), name, email }
}

async function requestReset(origin: string, email: string): Promise<string> {
  await callIdentity(origin, 'sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const link = /https?:\/\/[^/]+(\S+)/.exec(await readMessage(origin, email, 'resetPassword'))?.[1]
  if (!link) throw new Error(`No reset mail was sent to ${email}`)
  return link
}

async function readMessage(origin: string, recipient: string, words = ''): Promise<string> {
  const response = await fetch(`${origin}/identity/outbox`, { headers: { accept: 'application/json' } })
  const messages: { to: string; text: string }[] = await response.json()
  return messages.findLast(({ to, text }) => to === recipient && text.includes(words))?.text ?? ''
}

async function callIdentity(origin: string, call: string, body: object): Promise<{ idToken?: string }> {
  const { identity } = await clientOf(origin, null).getConfig()
  const response = await fetch(`${origin}/identity/v1/accounts:${call}?key=${identity.apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`)
  return response.json()
}

function clientOf(origin: string, token: string | null): ApiClient {
  return createApiClient(async ({ method, path, headers, body }) => {
    const signed = token ? { ...headers, authorization: `Bearer ${token}` } : headers
    const response = await fetch(origin + path, { method, headers: signed, body })
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      text: () => response.text(),
    }
  })
}

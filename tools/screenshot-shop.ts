import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type ApiClient, createApiClient } from '#contract/api-client.ts'
import type { Product } from '#contract/products.ts'
import { sampleAdmin } from '#contract/sample-admin.ts'
import type { Ids, Person, State } from './screenshot-routes.ts'

export type Shop = { ids: Ids; pages: Record<Person, Page>; prepare: (state: State) => Promise<void> }

const MANY = 500
const LONG_NAME = 'Maximiliane Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh'
const LONG_PART = {
  productName:
    'Heavy-duty ventilated and cross-drilled front brake disc conversion kit with six-piston calipers, braided hoses, ceramic pads, and AntiVibrationReinforcementShimAssembly for left-hand drive',
  description: `Everything for one axle. ${'Machined, balanced and coated by hand. '.repeat(60)}`,
  partNumber: 'BR-000000000000000000000000000000000000000000000000000000001',
  brand: 'Vereinigte Bremsscheibenmanufakturen Oberkirchen-Niederwald GmbH & Co. KG',
  price: 98765.43,
  availableQuantity: 1234567,
  minimumOrder: 1,
}
const WHERE = {
  address: '14 Long Acre, rear building, second yard on the left',
  phone: '+44 20 7946 0018',
  location: 'London',
}
const PLAIN = {
  minimumOrder: 1,
  availableQuantity: 900,
  description: 'One of many.',
  category: 'tools' as const,
}

type Signed = { page: Page; api: ApiClient; email: string }

/** Visitor, customer and admin in a browser each, and what turns their store into each of its states. */
export async function openShop(browser: Browser, origin: string): Promise<Shop> {
  const visitor = await (await newContext(browser, origin)).newPage()
  const admin = await signIn(browser, origin)
  const customer = await register(browser, origin, 'Dana Whitfield')
  const pages: Shop['pages'] = { visitor, customer: customer.page, admin: admin.page }
  const { items } = await admin.api.listProducts({ query: { limit: 8 } })
  const ids = { part: items[0]?._id ?? '', order: await order(customer, items) }

  async function makeLong(): Promise<void> {
    const part = await admin.api.createProduct({
      body: { ...LONG_PART, img: '/drawings/brake-disc.svg', images: undefined, category: 'wheels' },
    })
    const person = await register(browser, origin, LONG_NAME)
    pages.customer = person.page
    ids.part = part._id
    ids.order = await order(person, [part])
    await person.api.createReview({
      body: {
        name: LONG_NAME.slice(0, 80),
        description: LONG_PART.description.slice(0, 2000),
        img: null,
        rating: 4.2,
      },
    })
  }

  async function makeMany(): Promise<void> {
    const parts: Product[] = []
    for (let index = 1; index <= MANY; index++) {
      const body = { ...PLAIN, productName: `Part ${index} of many`, price: index, img: '/drawings/tyre.svg' }
      parts.push(
        await admin.api.createProduct({
          body: { ...body, brand: null, partNumber: `M-${index}`, images: undefined },
        }),
      )
    }
    await order(customer, parts)
    pages.customer = customer.page
  }

  /** The public pages truly have nothing to show; what only the browser asks for is answered with nothing. */
  async function makeEmpty(): Promise<void> {
    for (;;) {
      const { items } = await admin.api.listProducts({ query: { limit: 100 } })
      if (items.length === 0) break
      for (const { _id } of items) await admin.api.deleteProduct({ params: { id: _id } })
    }
    for (const { _id } of (await admin.api.listReviews({ query: { limit: 1000 } })).items) {
      await admin.api.updateReview({ params: { id: _id }, body: { hidden: true } })
    }
    for (const page of [customer.page, admin.page]) {
      await page.route(/\/api\/(order|manage|service|user|review)\?/, (route) => route.fulfill({ json: [] }))
      await page.route(/\/api\/(order|manage|service|user|review)$/, (route) => route.fulfill({ json: [] }))
    }
  }

  const makers: Record<State, () => Promise<void>> = {
    normal: async () => undefined,
    long: makeLong,
    many: makeMany,
    empty: makeEmpty,
  }
  return { ids, pages, prepare: (state) => makers[state]() }
}

/** One order of each part; gives the last one's id. */
async function order({ api, email }: Signed, parts: Product[]): Promise<string> {
  let last = ''
  for (const { _id, minimumOrder, availableQuantity, price } of parts) {
    if (availableQuantity < minimumOrder) continue
    const body = { productId: _id, email, ...WHERE, quantity: minimumOrder, price }
    last = (await api.placeOrder({ body }))._id
  }
  return last
}

async function newContext(browser: Browser, origin: string): Promise<BrowserContext> {
  return browser.newContext({ baseURL: origin, locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' })
}

async function signIn(browser: Browser, origin: string): Promise<Signed> {
  const page = await (await newContext(browser, origin)).newPage()
  await page.goto('/login')
  const form = page.getByRole('main')
  await form.getByLabel('Email', { exact: true }).fill(sampleAdmin.email)
  await form.getByLabel('Password', { exact: true }).fill(sampleAdmin.password)
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('/')
  return { page, email: sampleAdmin.email, api: await apiOf(page, origin) }
}

let people = 0
async function register(browser: Browser, origin: string, name: string): Promise<Signed> {
  people += 1
  const email = `person${people}@example.com`
  const page = await (await newContext(browser, origin)).newPage()
  await page.goto('/register')
  const form = page.getByRole('main')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Password', { exact: true }).fill('a-good-password')
  await form.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('/')
  return { page, email, api: await apiOf(page, origin) }
}

/** The store's calls with the token that this page was given. */
async function apiOf(page: Page, origin: string): Promise<ApiClient> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  return createApiClient(async ({ method, path, headers, body }) => {
    const signed = { ...headers, authorization: `Bearer ${token}` }
    const answer = await fetch(origin + path, { method, headers: signed, body })
    return { status: answer.status, header: (name) => answer.headers.get(name), text: () => answer.text() }
  })
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { checkLedger } from '#server/sales/payments/ledger-check.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import type { FetchInterceptor } from '../../../support/payments/intercept-fetch.ts'
import { paymentDepsOf } from '../../../support/payments/network.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { setExpiry } from '../../../support/shop-rows.ts'
import type { Person } from '../../../support/store.ts'

const refuseConnection = () => Promise.reject(new TypeError('fetch failed'))
const apiError = { error: { type: 'api_error', message: 'down' } }
const html = '<h1>502 Bad Gateway</h1>'

/** The failures of a provider, before or after it has acted. */
const providerFailures: Record<string, FetchInterceptor> = {
  'refuses the connection': refuseConnection,
  'closes the connection after it acted': (_request, send) => send().then(refuseConnection),
  'returns 500': async () => Response.json(apiError, { status: 500 }),
  'returns 500 after it acted': async (_request, send) => {
    await send()
    return Response.json(apiError, { status: 500 })
  },
  'returns an HTML page': async () => new Response(html, { headers: { 'content-type': 'text/html' } }),
  'returns an empty object': async () => Response.json({}),
  'returns a number': async () => Response.json(5),
  'returns an unknown status': async (_request, send) => {
    const response = await send()
    return Response.json({ ...(await response.json()), status: 'melting', data: [{ status: 'melting' }] })
  },
}

type Case = {
  failure: FetchInterceptor
  part: Product
  paid: Order
  deleted: Order
  /** The ids of both orders, then of their payments. */
  ids: string[]
  requests: number
}

let shop: Shop
let admin: Person
let buyer: Person
let cases: Case[]
let isUnavailable = false
/** Overrides the failure of each case. */
let overridingFailure: FetchInterceptor | undefined

const now = () => shop.clock.now()
const reconcile = () =>
  reconcilePayments({ db: shop.database.db, cards: shop.cards, now }, shop.config.limits)
const read = (id: string) => buyer.api.getOrder({ params: { id } })
const stockOf = async ({ _id: id }: Product) =>
  (await shop.api.getProduct({ params: { id } })).availableQuantity

async function openCases(): Promise<Case[]> {
  return Promise.all(
    Object.values(providerFailures).map(async (failure) => {
      const part = await shop.part({ available: 10 })
      const paid = await shop.order([{ part, quantity: 4 }])
      const deleted = await shop.order([{ part, quantity: 2 }])
      return { failure, part, paid, deleted, ids: [paid._id, deleted._id], requests: 0 }
    }),
  )
}

/** Applies the failure of the order that a request is about. */
const cardNetwork: FetchInterceptor = async (request, send) => {
  if (!isUnavailable) return send()
  if (overridingFailure) return overridingFailure(request, send)
  const text = decodeURIComponent(`${request.url} ${await request.clone().text()}`)
  const failureCase = cases.find(({ ids }) => ids.some((id) => text.includes(id)))
  if (!failureCase) throw new Error(`A request names no order of a case: ${text}`)
  failureCase.requests += 1
  return failureCase.failure(request, send)
}

beforeAll(async () => {
  shop = await openShop({ cardNetwork })
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
  cases = await openCases()
})
afterAll(() => shop.close())

/** Runs an action in every case concurrently while the provider is unavailable. */
async function whileUnavailable<T>(run: (failureCase: Case) => Promise<T>): Promise<T[]> {
  isUnavailable = true
  for (const failureCase of cases) failureCase.requests = 0
  return Promise.all(cases.map(run)).finally(() => {
    isUnavailable = false
  })
}
const inEveryCase = <T>(value: T) => cases.map(() => value)
const intentOf = ({ ids }: Case) => ids[2] ?? ''
const report = (failureCase: Case) => {
  const { _id: id } = failureCase.paid
  return buyer.api.markOrderPaid({
    params: { id },
    body: { appointment: id, transactionId: intentOf(failureCase) },
  })
}

test('at every failure of the provider nothing is charged twice and all orders end consistent', async () => {
  const opening = await whileUnavailable(async ({ paid }) => {
    const payload = { price: paid.total, orderId: paid._id }
    const response = await shop.call({
      method: 'POST',
      url: '/api/create-payment-intent',
      payload,
      token: buyer.token,
    })
    return [response.statusCode, response.json().message]
  })
  expect(opening).toEqual(inEveryCase([503, errorTexts.cards_unavailable]))
  // A call for a request is tried at most twice.
  expect(Math.max(...cases.map(({ requests }) => requests))).toBe(2)

  await Promise.all(
    cases.map(async ({ paid, deleted, ids }) => {
      const payment = await shop.openPayment(paid)
      ids.push(payment.id, (await shop.openPayment(deleted)).id)
      expect(await shop.enterCard(payment)).toBe(200)
    }),
  )

  expect(await whileUnavailable((failureCase) => outcomeOf(report(failureCase)))).toEqual(
    inEveryCase('503 payment_unconfirmed'),
  )
  await whileUnavailable(async () => shop.sandbox?.deliverNow())
  const deliveries = await shop.database.db
    .selectFrom('cards.events')
    .select('last_status')
    .where('type', '=', 'payment_intent.succeeded')
    .execute()
  // The provider will deliver it again.
  expect(deliveries).toEqual(inEveryCase({ last_status: 503 }))
  expect(
    await whileUnavailable(({ deleted: { _id: id } }) =>
      outcomeOf(buyer.api.deleteOrder({ params: { id } })),
    ),
  ).toEqual(inEveryCase('503 removal_unfinished'))
  for (const { part, paid, deleted } of cases) {
    expect(await read(paid._id)).toMatchObject({ paid: false, closing: false, expired: false })
    expect(await read(deleted._id)).toMatchObject({ paid: false, closing: true })
    expect(await stockOf(part)).toBe(4)
  }

  expect((await Promise.all(cases.map(report))).map(({ paid }) => paid)).toEqual(inEveryCase(true))
  // The store returns what it already knows without calling its provider.
  expect((await whileUnavailable(report)).map(({ paid }) => paid)).toEqual(inEveryCase(true))
  const refund = ({ paid: { _id: id } }: Case) =>
    admin.api.refundOrder({ params: { id }, body: { amount: 12.5, refunded: 0, pieces: 1 } })
  for (const refunded of await whileUnavailable(refund)) {
    expect(refunded).toMatchObject({ refunded: 12.5, refunds: [{ status: 'asked' }] })
  }

  shop.clock.advance(61_000)
  expect(await reconcile()).toEqual([])
  for (const { part, paid, deleted } of cases) {
    expect(await read(paid._id)).toMatchObject({ refunded: 12.5, refunds: [{ status: 'done' }] })
    expect(await outcomeOf(read(deleted._id))).toBe('404 not_found')
    expect(await stockOf(part)).toBe(7)
  }
  const charged = await shop.database.db
    .selectFrom('cards.intents')
    .select(['id', 'refunded_minor'])
    .where('status', '=', 'succeeded')
    .execute()
  expect(charged.map(({ id, refunded_minor }) => `${id} ${refunded_minor}`).sort()).toEqual(
    cases.map((failureCase) => `${intentOf(failureCase)} 1250`).sort(),
  )
  shop.clock.advance(11 * 60_000)
  expect(await checkLedger(paymentDepsOf(shop), { days: 1 })).toMatchObject({
    payments: cases.length,
    refunds: cases.length,
    differences: [],
  })
})

test('a run of the job calls an unavailable provider three times and expires orders without payments', {
  tags: 'long',
}, async () => {
  buyer = await shop.signInAgain(buyer)
  admin = await shop.signInAgain(admin)
  const part = await shop.part({ available: 20 })
  const open = await Promise.all(Array.from({ length: 6 }, () => shop.order([{ part }])))
  for (const placed of open) await shop.openPayment(placed)
  const late = await shop.order([{ part }])
  const { db } = shop.database
  await setExpiry(db, late._id, now())
  shop.clock.advance(61_000)
  let requests = 0
  overridingFailure = async () => {
    requests += 1
    return Response.json(apiError, { status: 500, headers: { 'stripe-should-retry': 'false' } })
  }
  isUnavailable = true
  const failures = await reconcile()
  isUnavailable = false
  expect(requests).toBe(3)
  expect(failures.map(({ task }) => task)).toEqual([...open.map(() => 'payment'), 'sync', 'sync'])
  expect(await read(late._id)).toMatchObject({ expired: true })
  expect(await stockOf(part)).toBe(14)

  // A payment with an unknown status does not stop the run: all are read.
  const urls = new Set<string>()
  overridingFailure = async (request, send) => {
    if (!/payment_intents\/\w+$/.test(request.url)) return send()
    urls.add(request.url)
    return Response.json({ ...(await (await send()).json()), status: 'melting' })
  }
  isUnavailable = true
  const formatFailures = await reconcile()
  isUnavailable = false
  expect(formatFailures.map(({ task }) => task)).toEqual(open.map(() => 'payment'))
  expect(urls.size).toBe(open.length)
  expect(await reconcile()).toEqual([])
})

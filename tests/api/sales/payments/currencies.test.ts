import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { currencyNotice } from '#server/sales/orders/currency-notice.ts'
import { checkLedger } from '#server/sales/payments/ledger-check.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { readPdf } from '../../../support/orders/pdf-text.ts'
import { paymentDepsOf, stripeOf } from '../../../support/payments/network.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { someOf } from '../../../support/thoroughness.ts'

async function openStoreIn(currency: string, locale: string) {
  const shop = await openShop({
    env: { CURRENCY: currency, STORE_LOCALE: locale, TAX_RATE: '19' },
    start: new Date('2026-11-21T09:00:00Z'),
  })
  return { shop, admin: await shop.staff('admin'), buyer: await shop.buyer() }
}

/** Returns the amounts of provider and ledger, each in its own units. */
async function amountsOf({ database: { db } }: Shop) {
  const intents = await db.selectFrom('cards.intents').select(['amount_minor', 'currency']).execute()
  const refunds = await db.selectFrom('cards.refunds').select('amount_minor').execute()
  const ledger = await db.selectFrom('ledger').select(['kind', 'amount_minor']).orderBy('id').execute()
  return {
    charged: intents.map(({ amount_minor: amount, currency }) => `${amount} ${currency}`),
    refunded: refunds.map((row) => row.amount_minor),
    ledger: ledger.map(({ kind, amount_minor: amount }) => `${kind} ${amount}`),
  }
}

const currencies = [
  {
    currency: 'jpy',
    locale: 'en-US',
    price: 1190,
    tooFine: 1190.5,
    refund: 500,
    tax: 380,
    amounts: { charged: ['2380 jpy'], refunded: [500], ledger: ['charge 2380', 'refund 500'] },
    texts: ['¥1,190', '¥2,380', 'Including 19% tax', '¥380', '-¥500', '¥1,880', '¥300'],
  },
  {
    currency: 'kwd',
    locale: 'en-US',
    price: 5.12,
    tooFine: 5.125,
    refund: 1.01,
    tax: 1.635,
    amounts: { charged: ['10240 kwd'], refunded: [1010], ledger: ['charge 10240', 'refund 1010'] },
    texts: ['KWD 5.120', 'KWD 10.240', 'KWD 1.635', '-KWD 1.010', 'KWD 9.230', 'KWD 1.474'],
  },
  {
    currency: 'isk',
    locale: 'is-IS',
    price: 1190,
    tooFine: 1190.5,
    refund: 500,
    tax: 380,
    amounts: { charged: ['238000 isk'], refunded: [50_000], ledger: ['charge 2380', 'refund 500'] },
    texts: ['1.190 kr.', '2.380 kr.', '380 kr.', '-500 kr.', '1.880 kr.', '300 kr.'],
  },
  {
    currency: 'huf',
    locale: 'hu-HU',
    price: 11_900,
    tooFine: 11_900.005,
    refund: 5000,
    tax: 3800,
    amounts: { charged: ['2380000 huf'], refunded: [500_000], ledger: ['charge 2380000', 'refund 500000'] },
    texts: ['11 900 Ft', '23 800 Ft', '3800 Ft', '-5000 Ft', '18 800 Ft', '3001,68 Ft'],
  },
]

test.each(someOf(currencies, { offset: 1, share: 2 }))(
  'price, payment, refund, receipt and ledger agree in a store in $currency',
  async (example) => {
    const { shop, admin, buyer } = await openStoreIn(example.currency, example.locale)
    expect(await outcomeOf(shop.part({ price: example.tooFine }))).toBe('400 invalid_request')
    const placed = await shop.order([{ part: await shop.part({ price: example.price }), quantity: 2 }])
    expect(placed).toMatchObject({ total: example.price * 2, tax: { rate: 19, amount: example.tax } })
    await shop.paid(placed)
    const params = { id: placed._id }
    const tooFine = { amount: example.tooFine - example.price, refunded: 0 }
    expect(await outcomeOf(admin.api.refundOrder({ params, body: tooFine }))).toBe('400 invalid_request')
    const after = await admin.api.refundOrder({ params, body: { amount: example.refund, refunded: 0 } })
    expect(after).toMatchObject({
      refunded: example.refund,
      refunds: [{ amount: example.refund, status: 'done' }],
    })
    expect(await amountsOf(shop)).toEqual(example.amounts)
    const { pages } = readPdf(await (await buyer.api.getReceipt({ params })).bytes())
    for (const text of example.texts) expect(pages[0]).toContain(text)
    shop.clock.advance(20 * 60_000)
    expect(await checkLedger(paymentDepsOf(shop), { days: 1 })).toMatchObject({
      payments: 1,
      refunds: 1,
      differences: [],
    })
    await shop.close()
  },
)

test('orders keep their currency after the store changes its own', async () => {
  const { shop, admin, buyer } = await openStoreIn('usd', 'en-US')
  const part = await shop.part({ price: 12.5 })
  const unpaid = await shop.order([{ part, quantity: 2 }])
  const paid = await shop.paid(await shop.order([{ part }]))
  const { database, clock } = shop
  const later = await openShop({ env: { CURRENCY: 'jpy' }, on: database, start: clock.now() })
  const customer = { ...buyer, api: later.apiWith(buyer.token) }
  expect(await customer.api.getOrder({ params: { id: unpaid._id } })).toMatchObject({
    total: 25,
    currency: 'usd',
  })
  const payment = await later.openPayment(unpaid, customer)
  const { rows } = await sql<{ amount: number; currency: string }>`
    select amount_minor as amount, currency from cards.intents where id = ${payment.id}`.execute(database.db)
  expect(rows).toEqual([{ amount: 2500, currency: 'usd' }])
  // Without an order's id a price means the store's current currency: 2,500 yen are not 2,500 cents.
  const withoutOrderId = customer.api.createPaymentIntent({ body: { price: 2500 } })
  expect(await outcomeOf(withoutOrderId)).toBe('404 not_found')
  const params = { id: paid._id }
  const laterAdmin = later.apiWith(admin.token)
  const refunded = await laterAdmin.refundOrder({ params, body: { amount: 2.5, refunded: 0 } })
  expect(refunded).toMatchObject({ currency: 'usd', total: 12.5, refunded: 2.5 })
  const { pages } = readPdf(await (await customer.api.getReceipt({ params })).bytes())
  expect(pages[0]).toEqual(expect.arrayContaining(['$12.50', '-$2.50', '$10.00']))
  expect(await currencyNotice(database.db, 'usd')).toBeUndefined()
  expect(await currencyNotice(database.db, 'jpy')).toContain('is in USD, and the store sells in JPY')
  await shop.app.close()
  await later.close()
})

test('a refund in fractions from the provider’s dashboard is recorded as it is and stops no other', async () => {
  const { shop, admin, buyer } = await openStoreIn('huf', 'hu-HU')
  const part = await shop.part({ price: 5000 })
  const paid = [await shop.paid(await shop.order([{ part }])), await shop.paid(await shop.order([{ part }]))]
  const stripe = await stripeOf(shop)
  for (const [count, { transactionId }] of paid.entries()) {
    await stripe.refunds.create({ payment_intent: transactionId ?? '', amount: 100_050 + count * 1000 })
    await stripe.refunds.create({ payment_intent: transactionId ?? '', amount: 50 })
  }
  await shop.sandbox?.deliverNow()
  const readRefunded = async () => {
    const orders = await Promise.all(paid.map(({ _id: id }) => buyer.api.getOrder({ params: { id } })))
    return orders.map((one) => one.refunded)
  }
  expect(await readRefunded()).toEqual([1001, 1011])
  const { rows } = await sql<{ type: string }>`
    select type from cards.events where delivered_at is null and attempts > 0`.execute(shop.database.db)
  expect(rows).toEqual([])
  shop.clock.advance(60_000)
  expect(await reconcilePayments(paymentDepsOf(shop), shop.config.limits)).toEqual([])
  const params = { id: paid[0]?._id ?? '' }
  expect(await admin.api.refundOrder({ params, body: { amount: 3999, refunded: 1001 } })).toMatchObject({
    refunded: 5000,
  })
  await shop.close()
})

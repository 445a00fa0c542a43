import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf } from '../../support/http/outcomes.ts'
import { readPdf } from '../../support/orders/pdf-text.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import type { Person } from '../../support/store.ts'

let shop: Shop
let admin: Person
let buyer: Person

const env = { TAX_RATE: '7.7', STORE_NAME: 'Gears', STORE_TAX_ID: 'CHE-1', RECEIPTS_PER_HOUR: '1000' }

beforeAll(async () => {
  shop = await openShop({ env })
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
})
afterAll(() => shop.close())

test('receipts of concurrently paid orders are numbered without gaps', async () => {
  const part = await shop.part({ available: 100 })
  const orders = await Promise.all(Array.from({ length: 12 }, () => shop.order([{ part, quantity: 1 }])))
  expect(orders.map(({ receiptNumber }) => receiptNumber)).toEqual(Array(12).fill(null))
  const payments = await Promise.all(
    orders.map(async (placed) => ({ placed, payment: await shop.openPayment(placed) })),
  )
  // Half of the payments are never charged: reporting these takes no number.
  for (const { payment } of payments.slice(0, 6)) await shop.enterCard(payment)
  const report = ({ placed, payment }: (typeof payments)[number]) =>
    outcomeOf(
      buyer.api.markOrderPaid({
        params: { id: placed._id },
        body: { appointment: placed._id, transactionId: payment.id },
      }),
    )
  await Promise.all([...payments, ...payments].map(report))
  await shop.sandbox?.deliverNow()
  const { items } = await buyer.api.listOrders({ query: {} })
  const numbers = items.flatMap(({ receiptNumber }) => receiptNumber ?? [])
  expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a refund changes neither the tax nor the receipt number of its order', async () => {
  const part = await shop.part({ price: 107.7 })
  const paid = await shop.paid(await shop.order([{ part, quantity: 1 }]))
  expect(paid).toMatchObject({ receiptNumber: 7, tax: { rate: 7.7, amount: 7.7 } })
  const params = { id: paid._id }
  const after = await admin.api.refundOrder({ params, body: { refunded: 0 } })
  expect(after).toMatchObject({ receiptNumber: 7, tax: { rate: 7.7, amount: 7.7 } })
})

test('the receipt of a paid order is sent as an attachment that no cache may store', async () => {
  const placed = await shop.order([{ part: await shop.part({ price: 107.7 }), quantity: 1 }])
  const params = { id: placed._id }
  expect(await outcomeOf(buyer.api.getReceipt({ params }))).toBe('409 order_unpaid')
  const paid = await shop.paid(placed)
  const file = await buyer.api.getReceipt({ params })
  const name = `receipt-${String(paid.receiptNumber).padStart(6, '0')}.pdf`
  expect([file.name, file.type]).toEqual([name, 'application/pdf'])
  const { pages } = readPdf(await file.bytes())
  const words = pages[0]?.join('\n')
  expect(words).toContain('Gears\n12 Foundry Lane, Unit 4\n+1 555 014 2280\nTax ID CHE-1\n')
  expect(words).toContain('Total\n$107.70\nIncluding 7.7% tax\n$7.70\nDemo store.')
  const { headers } = await shop.call({ url: `/api/order/${placed._id}/receipt.pdf`, token: buyer.token })
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('other requests are answered while receipts are drawn', { tags: 'long' }, async () => {
  const paid = await shop.paid(await shop.order())
  const requested = Array.from({ length: 12 }, () => buyer.api.getReceipt({ params: { id: paid._id } }))
  let isDrawn = false
  const drawn = Promise.all(requested).finally(() => {
    isDrawn = true
  })
  let healthChecks = 0
  while (!isDrawn) {
    await setImmediate()
    healthChecks += (await shop.call({ url: '/healthz' })).statusCode === 200 ? 1 : 0
  }
  expect(new Set((await drawn).map(({ size }) => size)).size).toBe(1)
  // If the thread that responds drew the receipts, each would block all requests except a few.
  expect(healthChecks / requested.length).toBeGreaterThan(10)
})

test('a receipt beyond a full queue gets a 503 with Retry-After, and a store that closes waits for none', async () => {
  const busy = await openShop()
  const customer = await busy.buyer()
  const paid = await busy.paid(await busy.order())
  const job = { order: paid, notes: { demo: true, takesCards: true } }
  const drawing = Promise.allSettled(Array.from({ length: 100 }, () => busy.receipts.draw(job, 100)))
  const url = `/api/order/${paid._id}/receipt.pdf`
  const { statusCode, headers, payload } = await busy.call({ url, token: customer.token })
  expect([statusCode, headers['retry-after'], JSON.parse(payload).code]).toEqual([503, '5', 'receipts_busy'])
  await busy.close()
  expect((await drawing).at(-1)?.status).toBe('rejected')
})

test('an order has no tax if the store has no tax rate, and receipts have a rate limit of their own', async () => {
  const untaxed = await openShop({ env: { RECEIPTS_PER_HOUR: '1' } })
  const customer = await untaxed.buyer()
  const placed = await untaxed.order()
  expect(placed.tax).toBeNull()
  const getReceipt = () => outcomeOf(customer.api.getReceipt({ params: { id: placed._id } }))
  expect([await getReceipt(), await getReceipt()]).toEqual(['409 order_unpaid', '429 too_many_requests'])
  const refused = customer.api.getReceipt({ params: { id: placed._id } })
  await expect(refused).rejects.toThrow('At most 1 receipts an hour can be made.')
  await untaxed.close()
})

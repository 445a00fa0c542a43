import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { receiptNumberText } from '#contract/sales/receipts/texts.ts'
import { checkoutBody } from '#demo/purchase.ts'
import { composeStore } from '#server/compose.ts'
import { writeOrderMails } from '#server/sales/orders/order-mails.ts'
import { addOrderEvent } from '#server/sales/orders/write-order.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { recordCounterPayment } from '#server/sales/payments/record.ts'
import { mailedReceipt } from '#server/sales/receipts/receipt-queue.ts'
import { fillCart } from '../../../support/orders/carts.ts'
import { mailingStore } from '../../../support/orders/mailing-store.ts'
import { readPdf } from '../../../support/orders/pdf-text.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let buyer: Person

// `users.email_verified` is set by `verify()`, so the identity provider need not know the address.
const mailing = { ...mailingStore, mailboxes: { ...mailingStore.mailboxes, isVerified: async () => false } }
const write = (changes: Partial<typeof mailing> = {}) =>
  writeOrderMails(shop.database.db, { ...mailing, ...changes })

beforeAll(async () => {
  shop = await openShop({
    start: new Date('2026-11-21T09:00:00Z'),
    env: { UNPAID_ORDER_LIMIT: '1000' },
  })
  admin = await shop.verify(await shop.staff('admin'))
  buyer = await shop.verify(await shop.buyer())
})
afterAll(() => shop.close())
beforeEach(async () => {
  // Tokens are valid for an hour, and one test advances the clock by 49 hours.
  buyer = await shop.signInAgain(buyer)
  admin = await shop.signInAgain(admin)
  await sql`update order_events set mailed_at = now() where mailed_at is null`.execute(shop.database.db)
  await sql`delete from mails`.execute(shop.database.db)
})

async function mails() {
  const rows = await shop.database.db.selectFrom('mails').selectAll().orderBy('id').execute()
  return rows.map(({ recipient, subject, body }) => ({ to: recipient, subject, body }))
}
const newOrder = async () =>
  shop.order([{ part: await shop.part({ productName: 'Clutch kit' }), quantity: 2 }])

test('the buyer gets one mail each when the order is placed, paid, shipped and refunded', async () => {
  const placed = await newOrder()
  const params = { id: placed._id }
  await shop.paid(placed)
  await admin.api.setOrderStatus({ params, body: { status: 'Shift' } })
  await admin.api.refundOrder({ params, body: { amount: 2.5, refunded: 0, reason: 'A dent' } })
  await admin.api.refundOrder({ params, body: { amount: 5, refunded: 2.5 } })
  expect(await write()).toBe(5)
  expect(await write()).toBe(0)
  const [first, receipt, shifted, firstRefund, secondRefund] = await mails()
  expect(first).toMatchObject({ to: buyer.email, subject: `Order ${placed.number}: Clutch kit` })
  expect(first?.body).toContain(`Order ${placed.number}\n2 × Clutch kit at $12.50\nTotal: $25.00`)
  expect(first?.body).toContain(
    `Pay it until Nov 23, 2026, 9:00 AM UTC:\nhttps://shop.example/dashboard/payment/${placed._id}`,
  )
  expect(receipt?.subject).toBe(`Order ${placed.number}, receipt 000001: Clutch kit`)
  expect(receipt?.body).toMatch(/payment \(pi_\w+\)/)
  expect(shifted?.subject).toBe(`Order ${placed.number} is on its way: Clutch kit`)
  expect(firstRefund?.subject).toBe(`Order ${placed.number}, refund of $2.50: Clutch kit`)
  expect(firstRefund?.body).toContain('The reason: A dent')
  const link = `Order ${placed.number}:\nhttps://shop.example/dashboard/orders/${placed.number}\n`
  for (const mail of [shifted, firstRefund, secondRefund]) expect(mail?.body).toContain(link)
  expect(secondRefund?.subject).toBe(`Order ${placed.number}, refund of $5.00: Clutch kit`)
  expect(secondRefund?.body).not.toContain('reason')
  const rows = await shop.database.db.selectFrom('mails').select('attached').orderBy('id').execute()
  expect(rows.map(({ attached }) => attached)).toEqual([null, placed._id, null, placed._id, placed._id])
})

test('mails about several parts list each line, and name the first part and how many more there are', async () => {
  const part = (productName: string, price: number) => shop.part({ productName, price })
  const lines = [
    { part: await part('Clutch kit', 12.5), quantity: 2 },
    { part: await part('Flywheel', 99.99) },
    { part: await part('Bearing', 8), quantity: 3 },
  ] as const
  const placed = await shop.order([...lines])
  const params = { id: placed._id }
  await shop.paid(placed)
  await admin.api.refundOrder({ params, body: { amount: 5, refunded: 0 } })
  const named = [
    { position: 3, units: 2 },
    { position: 2, amount: 9 },
  ]
  await admin.api.refundOrder({ params, body: { refunded: 5, lines: named, reason: 'Too loud' } })
  await write()
  const [first, receipt, refund, ofLines] = await mails()
  expect(first?.subject).toBe(`Order ${placed.number}: Clutch kit and 2 more`)
  const listed = '2 × Clutch kit at $12.50\n1 × Flywheel at $99.99\n3 × Bearing at $8.00\nTotal: $148.99'
  expect(first?.body).toContain(listed)
  expect(receipt?.subject).toBe(`Order ${placed.number}, receipt 000002: Clutch kit and 2 more`)
  expect(receipt?.body).toContain(listed)
  expect(refund?.subject).toBe(`Order ${placed.number}, refund of $5.00: Clutch kit and 2 more`)
  // an amount without lines names none
  expect(refund?.body).not.toMatch(/It is for|Flywheel|Bearing/)
  expect(ofLines?.body).toContain(
    'goes with this mail.\n\nIt is for:\nFlywheel\n2 × Bearing\n\nThe reason: Too loud\n\nOrder',
  )
})

test('mails name what a price is for, as it was sold: of a single unit nothing', async () => {
  const pads = await shop.part({ productName: 'Pads', saleUnit: 'set', price: 40 })
  const disc = await shop.part({ productName: 'Disc', price: 60 })
  await shop.paid(await shop.order([{ part: pads, quantity: 2 }, { part: disc }]))
  await admin.api.updateProduct({ params: { id: pads._id }, body: { saleUnit: 'each' } })
  await write()
  const [first, receipt] = await mails()
  for (const mail of [first, receipt])
    expect(mail?.body).toContain('2 × Pads at $40.00 per set\n1 × Disc at $60.00\nTotal: $140.00')
})

test('mails about an order that is picked up send nobody anything', async () => {
  const { shipTo: _, ...body } = checkoutBody(await fillCart(buyer, await shop.part()))
  const contact = { name: 'Ann', phone: '+1 555 014 7731' }
  const placed = await shop.paid(await buyer.api.checkout({ body: { ...body, delivery: 'pickup', contact } }))
  await admin.api.setOrderStatus({ params: { id: placed._id }, body: { status: 'Shift' } })
  await write()
  const [first, receipt, ready] = await mails()
  for (const mail of [first, receipt]) expect(mail?.body).toContain('You pick the parts up at the shop.')
  expect(receipt?.body).toContain('We write again when they are ready.')
  expect(ready?.subject).toMatch(/^Order \d+ is ready: /)
  expect(ready?.body).toContain('these parts are ready to be picked up:')
  for (const mail of [first, receipt, ready]) expect(mail?.body).not.toMatch(/parts go to|on their way|, \./)
})

test('expiry is mailed; a change from Shift back to Pending is not, and an order that has ended gets no payment instructions', async () => {
  const late = await newOrder()
  const gone = await newOrder()
  await buyer.api.deleteOrder({ params: { id: gone._id } })
  const params = { id: late._id }
  await admin.api.setOrderStatus({ params, body: { status: 'Shift' } })
  await admin.api.setOrderStatus({ params, body: { status: 'Pending' } })
  shop.clock.advance(49 * 3_600_000)
  await reconcilePayments(
    { db: shop.database.db, cards: shop.cards, now: shop.clock.now },
    shop.config.limits,
  )
  await write()
  const subjects = (await mails()).map(({ subject }) => subject)
  expect(subjects.sort()).toEqual([
    `Order ${late.number} has expired: Clutch kit`,
    `Order ${late.number} is on its way: Clutch kit`,
  ])
})

test('mails about two equal refunds at the same moment name their own reasons', async () => {
  const params = { id: (await shop.paid(await newOrder()))._id }
  await admin.api.refundOrder({ params, body: { amount: 5, refunded: 0, reason: 'A dent' } })
  await admin.api.refundOrder({ params, body: { amount: 5, refunded: 5, reason: 'A scratch' } })
  await write()
  const bodies = (await mails()).map(({ body }) => /The reason: (.+)/.exec(body)?.[1])
  expect(bodies).toEqual([undefined, undefined, 'A dent', 'A scratch'])
})

test('mails about two disputes of one order name their own amounts', async () => {
  const { db } = shop.database
  const paid = await shop.paid(await newOrder())
  await write()
  await sql`delete from mails`.execute(db)
  const at = shop.clock.now()
  const dispute = {
    order_id: paid._id,
    intent_id: paid.transactionId ?? '',
    currency: 'usd',
    reason: 'general',
  }
  const common = { ...dispute, status: 'needs_response', withdrawn_minor: 0 } as const
  await db
    .insertInto('disputes')
    .values([
      { ...common, id: 'du_first', amount_minor: 1000, created_at: at },
      { ...common, id: 'du_second', amount_minor: 1500, created_at: new Date(at.getTime() + 1000) },
    ])
    .execute()
  const change = { order_id: paid._id, at, actor_id: null, kind: 'dispute', dispute_id: 'du_first' } as const
  await addOrderEvent(db, { ...change, before: null, after: 'needs_response' })
  await addOrderEvent(db, { ...change, dispute_id: 'du_second', before: null, after: 'needs_response' })
  await addOrderEvent(db, { ...change, before: 'needs_response', after: 'lost' })
  await write()
  expect((await mails()).filter(({ to }) => to === admin.email).map(({ subject }) => subject)).toEqual([
    `Disputed payment: order ${paid.number}, $10.00 for Clutch kit`,
    `Disputed payment: order ${paid.number}, $15.00 for Clutch kit`,
    `Dispute lost: order ${paid.number}, $10.00 for Clutch kit`,
  ])
})

test('a refund that the bank returns is mailed to the admin, and to the buyer, who is asked to write to the store', async () => {
  const paid = await shop.paid(await newOrder())
  await write()
  await sql`delete from mails`.execute(shop.database.db)
  const returned = { order_id: paid._id, at: shop.clock.now(), actor_id: null, kind: 'refunded' } as const
  await addOrderEvent(shop.database.db, { ...returned, before: '1250', after: '0' })
  await write()
  const toBuyer = (await mails()).filter(({ to }) => to === buyer.email)
  expect(toBuyer).toMatchObject([
    { subject: `Order ${paid.number}, your refund of $12.50 came back: Clutch kit` },
  ])
  expect(toBuyer[0]?.body).toContain('please write to us at Gears, by answering this mail')
  const others = (await mails()).filter(({ to }) => to !== buyer.email)
  expect(others).toMatchObject([
    { subject: `A refund came back: order ${paid.number}, $12.50 for Clutch kit` },
  ])
})

test('a rejected order writes no mail', async () => {
  const part = await shop.part({ available: 1 })
  await expect(shop.order([{ part, quantity: 2 }])).rejects.toThrow()
  expect(await write()).toBe(0)
})

test('concurrent runs write each mail once', async () => {
  const part = await shop.part({ available: 500 })
  for (let count = 0; count < 60; count += 1) await shop.order([{ part, quantity: 1 }])
  const written = await Promise.all([write(), write(), write()])
  expect(written.reduce((sum, count) => sum + count)).toBe(60)
  expect(await mails()).toHaveLength(60)
})

test('a store without cards asks to pay on collection', async () => {
  await newOrder()
  await write({ takesCards: false })
  const [mail] = await mails()
  expect(mail?.body).toMatch(/Pay on collection, until .+ [AP]M UTC\./)
  expect(mail?.body).not.toContain('/dashboard/payment/')
})

test('a payment at the counter is mailed as such even if its id resembles the provider’s', async () => {
  const { _id: orderId } = await newOrder()
  const counter = { orderId, transactionId: 'pi_1', actorId: null, now: shop.clock.now() }
  await recordCounterPayment(shop.database.db, counter)
  await write({ takesCards: false })
  const [, receipt] = await mails()
  expect(receipt?.body).toContain('we have received your payment at the counter:')
  expect(receipt?.body).not.toContain('pi_1')
})

test('a buyer with a deleted account gets no mail', async () => {
  const deletedBuyer = await shop.verify(await shop.buyer())
  const { _id: id } = await shop.order([{}], { buyer: deletedBuyer })
  await deletedBuyer.api.deleteOrder({ params: { id } })
  const { email, idToken: token } = deletedBuyer
  await shop.call({ method: 'DELETE', url: `/api/user/${email}`, token })
  await sql`delete from mails`.execute(shop.database.db)
  expect(await write()).toBe(1)
  expect(await mails()).toEqual([])
})

test('the outbox of the store writes and delivers the mails, with the receipt', async () => {
  const printed: string[] = []
  const { config, database, clock, receipts } = shop
  const print = (line: string) => printed.push(line)
  const other = await composeStore({ config, database, now: clock.now, checkResponses: true, print })
  const paid = await shop.paid(await newOrder())
  const file = `receipt-${receiptNumberText(paid.receiptNumber ?? 0)}.pdf`
  expect(await other.outbox.deliver()).toBe(2)
  expect(printed[1]).toContain(`(with ${file})`)
  const notes = { demo: false, takesCards: true }
  const receipt = await mailedReceipt(database.db, { orderId: paid._id, now: clock.now(), notes, receipts })
  expect(readPdf(await receipt.bytes()).pages[0]).toContain('Clutch kit')
  await other.app.close()
})

test('an event whose mail cannot be composed is set aside and reported, and mailed after a repair', async () => {
  const part = await shop.part({ available: 500 })
  const placed = []
  for (let count = 0; count < 55; count += 1) placed.push(await shop.order([{ part, quantity: 1 }]))
  const bad = placed.filter((_order, n) => n === 0 || n === 51).map(({ _id }) => _id)
  const { db } = shop.database
  // The trigger forbids a change of currency, so it is disabled to store an invalid one.
  const setCurrency = async (currency: string) => {
    await sql`alter table orders disable trigger orders_move_forward`.execute(db)
    await db.updateTable('orders').set({ currency }).where('id', 'in', bad).execute()
    await sql`alter table orders enable trigger orders_move_forward`.execute(db)
  }
  await setCurrency('nowhere')
  const faults: string[] = []
  const writeAll = () => writeOrderMails(db, mailing, (error) => faults.push(String(error)))
  expect(await writeAll()).toBe(53)
  expect(await mails()).toHaveLength(53)
  expect(faults).toEqual(bad.map(() => 'RangeError: Invalid currency code : nowhere'))
  expect(await writeAll()).toBe(0)
  expect(faults).toHaveLength(2)
  await setCurrency('usd')
  await db.updateTable('order_events').set({ mail_error: null }).execute()
  expect(await writeAll()).toBe(2)
  expect(await mails()).toHaveLength(55)
})

test('a database that becomes unavailable while mails are written sets no event aside', async () => {
  await newOrder()
  const faults: unknown[] = []
  // The name is read while a mail is composed.
  const storeThatLosesConnection = {
    ...mailing,
    get name(): string {
      throw new Error('Connection terminated unexpectedly')
    },
  }
  const written = writeOrderMails(shop.database.db, storeThatLosesConnection, (error) => faults.push(error))
  await expect(written).rejects.toThrow()
  expect(faults).toEqual([])
  expect(await write()).toBe(1)
})

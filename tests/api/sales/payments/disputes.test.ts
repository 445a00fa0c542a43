import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { returnableUnits } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { readSecret } from '#database/secrets.ts'
import { signEvent } from '#embedded/cards/events/delivery.ts'
import { checkLedger } from '#server/sales/payments/ledger-check.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { syncDisputes, syncRefunds } from '#server/sales/payments/sync.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { depsThrough, paymentDepsOf, stripeOf } from '../../../support/payments/network.ts'
import { cardNumbers as numbers, openShop, type Shop } from '../../../support/shop.ts'
import { endOrder } from '../../../support/shop-rows.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let buyer: Person
let stripe: Stripe

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.verify(await shop.staff('admin'))
  buyer = await shop.buyer()
  stripe = await stripeOf(shop)
})
afterAll(() => shop.close())

const MINUTE = 60_000
const deps = () => paymentDepsOf(shop)
const read = (id: string, as = admin) => as.api.getOrder({ params: { id } })
const refund = ({ _id }: Order, amount: number, { refunded = 0, pieces = 0 } = {}) =>
  admin.api.refundOrder({ params: { id: _id }, body: { amount, refunded, pieces } })
/** Drops the events, so that reconciliation has to find the change. */
const loseEvents = () => shop.database.db.updateTable('cards.events').set({ next_attempt_at: null }).execute()
const deliver = async () => shop.sandbox?.deliverNow()
async function reconcile() {
  shop.clock.advance(MINUTE)
  expect(await reconcilePayments(deps(), shop.config.limits)).toEqual([])
}

/** Two units for 25.00, paid by a card; by default one whose payments are disputed. */
async function placeDisputedOrder(number: string = numbers.disputed): Promise<Order> {
  return payWith(number, await shop.order([{ part: await shop.part({ available: 10 }), quantity: 2 }]))
}

async function payWith(number: string, placed: Order): Promise<Order> {
  const payment = await shop.openPayment(placed)
  expect(await shop.enterCard(payment, number)).toBe(200)
  const body = { appointment: placed._id, transactionId: payment.id }
  return buyer.api.markOrderPaid({ params: { id: placed._id }, body })
}

async function disputeOf({ transactionId }: Order) {
  const { data } = await stripe.disputes.list({ payment_intent: transactionId ?? '' })
  const [dispute] = data
  if (!dispute) throw new Error('there is no dispute')
  return dispute
}

const submitEvidence = async (paid: Order, uncategorized_text: string) =>
  stripe.disputes.update((await disputeOf(paid)).id, { evidence: { uncategorized_text } })

async function ledgerOf(orderId: string) {
  const rows = await shop.database.db
    .selectFrom('ledger')
    .select(['kind', 'amount_minor'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map((row) => `${row.kind} ${row.amount_minor}`)
}

describe('a disputed payment', () => {
  test('a dispute is shown to admins with its deadline and in the ledger, but not to the buyer', async () => {
    const paid = await placeDisputedOrder()
    await deliver()
    const { disputes, paid: isPaid, history } = await read(paid._id)
    const { id, evidence_details: evidence } = await disputeOf(paid)
    expect(isPaid).toBe(true)
    expect(history.at(-1)).toMatchObject({ field: 'dispute', from: null, to: 'needs_response' })
    expect(disputes).toEqual([
      {
        _id: id,
        status: 'needs_response',
        reason: 'fraudulent',
        amount: 25,
        currency: 'usd',
        withdrawn: 25,
        evidenceDueAt: new Date((evidence.due_by ?? 0) * 1000).toISOString(),
        createdAt: expect.any(String),
      },
    ])
    expect(await ledgerOf(paid._id)).toEqual(['charge 2500', 'dispute_withdrawn 2500'])
    const theirs = await read(paid._id, buyer)
    expect(theirs.disputes).toEqual([])
    expect(theirs.history.map(({ field }) => field)).toEqual(['status', 'paid'])
    const { items } = await buyer.api.listOrders({ query: {} })
    expect(items.flatMap((one) => one.disputes)).toEqual([])
    const { items: open } = await admin.api.listAllOrders({ query: { disputed: 'true' } })
    expect(open).toMatchObject([{ _id: paid._id, disputes: [{ _id: id }] }])
    const overview = await admin.api.getOverview()
    expect(overview.disputes).toMatchObject([{ _id: id, orderId: paid._id, isGone: false }])
  })

  test('the list says how many parts a disputed order has', async () => {
    const paid = await payWith(numbers.disputed, await shop.order([{}, {}, {}]))
    await deliver()
    const { disputes } = await admin.api.getOverview()
    const listed = disputes?.find(({ orderId }) => orderId === paid._id)
    expect(listed).toMatchObject({ productName: paid.productName, otherParts: 2 })
  })

  test('a disputed payment cannot be refunded until the store has won', async () => {
    const paid = await placeDisputedOrder()
    await deliver()
    expect(await outcomeOf(refund(paid, 10))).toBe('409 order_disputed')
    expect(await read(paid._id)).toMatchObject({ refunded: 0, refunds: [] })
    await submitEvidence(paid, 'winning_evidence')
    await deliver()
    expect((await read(paid._id)).disputes).toMatchObject([{ status: 'won', withdrawn: 0 }])
    const { items: open } = await admin.api.listAllOrders({ query: { disputed: 'true' } })
    expect(open.map(({ _id }) => _id)).not.toContain(paid._id)
    expect((await refund(paid, 10)).refunded).toBe(10)
    expect(await ledgerOf(paid._id)).toEqual([
      'charge 2500',
      'dispute_withdrawn 2500',
      'dispute_reinstated 2500',
      'refund 1000',
    ])
  })

  test('the amount of a lost dispute stays with the buyer and cannot be refunded', async () => {
    const paid = await placeDisputedOrder()
    await submitEvidence(paid, 'losing_evidence')
    await deliver()
    expect((await read(paid._id)).disputes).toMatchObject([
      { status: 'lost', withdrawn: 25, evidenceDueAt: null },
    ])
    expect(await outcomeOf(refund(paid, 10))).toBe('409 order_disputed')
    expect(await ledgerOf(paid._id)).toEqual(['charge 2500', 'dispute_withdrawn 2500'])
  })

  test('a dispute that the store does not know yet is recorded when the provider rejects a refund', async () => {
    const paid = await placeDisputedOrder()
    await loseEvents()
    expect(await outcomeOf(refund(paid, 10))).toBe('409 order_disputed')
    expect(await read(paid._id)).toMatchObject({
      refunded: 0,
      refunds: [{ status: 'failed' }],
      disputes: [{ status: 'needs_response' }],
    })
  })

  test('an inquiry withdraws no money until it becomes a chargeback', async () => {
    const paid = await placeDisputedOrder(numbers.inquiry)
    await deliver()
    expect((await read(paid._id)).disputes).toMatchObject([
      { status: 'warning_needs_response', withdrawn: 0 },
    ])
    expect((await refund(paid, 5)).refunded).toBe(5)
    await submitEvidence(paid, 'escalate_inquiry_evidence')
    await deliver()
    expect(await outcomeOf(refund(paid, 5, { refunded: 5 }))).toBe('409 order_disputed')
    expect(await ledgerOf(paid._id)).toEqual(['charge 2500', 'refund 500', 'dispute_withdrawn 2500'])
  })
})

test('the control page of a demo decides a dispute as the bank does', { tags: 'long' }, async () => {
  const decide = async (id: string, verdict: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams({ id, do: verdict }).toString()
    const response = await shop.call({ method: 'POST', url: '/payments/control', headers, payload })
    expect(response.statusCode).toBe(303)
  }
  const page = async () => (await shop.call({ method: 'GET', url: '/payments/control' })).payload
  for (const [card, verdict, status] of [
    [numbers.disputed, 'win', 'won'],
    [numbers.disputed, 'lose', 'lost'],
    [numbers.inquiry, 'escalate', 'needs_response'],
    [numbers.inquiry, 'win', 'warning_closed'],
  ] as const) {
    const paid = await placeDisputedOrder(card)
    const { id } = await disputeOf(paid)
    expect(await page()).toContain(`value="${id}"`)
    await decide(id, verdict)
    // A second decision changes nothing.
    if (status !== 'needs_response') await decide(id, verdict === 'win' ? 'lose' : 'win')
    await deliver()
    expect((await read(paid._id)).disputes).toMatchObject([{ status }])
  }
  await decide('du_none', 'win')
})

test('admins and accounts with a verified address get mails about a dispute and its outcome, other staff do not', async () => {
  const { db } = shop.database
  const owner = await shop.verify(await shop.staff('admin'))
  const accountant = await shop.verify(await shop.staff('accounts'))
  await shop.verify(await shop.staff('orders'))
  const newcomer = await shop.staff('admin')
  const paid = await placeDisputedOrder()
  await deliver()
  await shop.outbox.deliver()
  await submitEvidence(paid, 'It was delivered')
  await submitEvidence(paid, 'losing_evidence')
  await deliver()
  await deliver()
  await shop.outbox.deliver()
  const mails = await db
    .selectFrom('mails')
    .selectAll()
    .where('body', 'like', `%/orders/${paid.number}%`)
    .execute()
  const disputeMails = mails.filter(({ subject }) => /isput/.test(subject))
  expect(new Set(disputeMails.map(({ recipient, subject }) => `${subject} to ${recipient}`))).toEqual(
    new Set(
      [admin, owner, accountant].flatMap(({ email }) => [
        `Disputed payment: order ${paid.number}, $25.00 for Test brake disc to ${email}`,
        `Dispute lost: order ${paid.number}, $25.00 for Test brake disc to ${email}`,
      ]),
    ),
  )
  expect(disputeMails).toHaveLength(6)
  const newcomersMails = await db
    .selectFrom('mails')
    .select('subject')
    .where('recipient', '=', newcomer.email)
    .execute()
  expect(newcomersMails).toEqual([{ subject: 'Confirm your email address' }])
  const { body } = disputeMails.find(({ subject }) => subject.startsWith('Disputed')) ?? { body: '' }
  expect(body).toMatch(/another person paid\nAnswer by: \w+ \d+, \d{4}.+ [AP]M UTC, at the card provider/)
  expect(body).toContain(`/dashboard/orders/${paid.number}`)
})

describe('a dispute whose events are lost', () => {
  test('the next run of the job records that a dispute was opened, answered or closed', async () => {
    const paid = await placeDisputedOrder()
    await loseEvents()
    await reconcile()
    expect((await read(paid._id)).disputes).toMatchObject([{ status: 'needs_response' }])
    await submitEvidence(paid, 'It was delivered')
    await loseEvents()
    await reconcile()
    expect((await read(paid._id)).disputes).toMatchObject([{ status: 'under_review' }])
    await submitEvidence(paid, 'winning_evidence')
    await loseEvents()
    await reconcile()
    expect((await read(paid._id)).disputes).toMatchObject([{ status: 'won', withdrawn: 0 }])
  })

  test('an open dispute is followed for months', { tags: 'long' }, async () => {
    const paid = await placeDisputedOrder()
    await deliver()
    shop.clock.advance(70 * 24 * 60 * MINUTE)
    await submitEvidence(paid, 'losing_evidence')
    await loseEvents()
    await reconcile()
    const { status } = await shop.database.db
      .selectFrom('disputes')
      .select('status')
      .where('order_id', '=', paid._id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('lost')
    admin = await shop.signInAgain(admin)
    buyer = await shop.signInAgain(buyer)
  })
})

test('an older response that arrives last does not restore an earlier state', async () => {
  const paid = await placeDisputedOrder()
  const intentId = paid.transactionId ?? ''
  const responded = Promise.withResolvers<void>()
  const resume = Promise.withResolvers<void>()
  const slow = await depsThrough(shop, async (_request, send) => {
    const response = await send()
    responded.resolve()
    await resume.promise
    return response
  })
  const early = syncDisputes(slow, intentId)
  await responded.promise
  await submitEvidence(paid, 'winning_evidence')
  await syncDisputes(deps(), intentId)
  resume.resolve()
  await early
  expect((await read(paid._id)).disputes).toMatchObject([{ status: 'won', withdrawn: 0 }])
})

test('a refund that a bank returns can be repeated, even if an older response arrives last', async () => {
  const paid = await placeDisputedOrder(numbers.refundFails)
  const intentId = paid.transactionId ?? ''
  expect((await refund(paid, 25, { pieces: 1 })).refunded).toBe(25)
  const responded = Promise.withResolvers<void>()
  const resume = Promise.withResolvers<void>()
  const slow = await depsThrough(shop, async (_request, send) => {
    const response = await send()
    responded.resolve()
    await resume.promise
    return response
  })
  const early = syncRefunds(slow, intentId)
  await responded.promise
  shop.clock.advance(2 * MINUTE)
  await deliver()
  resume.resolve()
  await early
  const back = await read(paid._id)
  expect(back).toMatchObject({ refunded: 0, refunds: [{ status: 'failed', pieces: 1 }] })
  // The money came back; the unit is in stock.
  expect(returnableUnits(back)).toBe(back.quantity - 1)
  expect(await ledgerOf(paid._id)).toEqual(['charge 2500', 'refund 2500', 'refund_failed 2500'])
  await shop.outbox.deliver()
  const mails = await shop.database.db
    .selectFrom('mails')
    .selectAll()
    .where('subject', '=', `A refund came back: order ${paid.number}, $25.00 for Test brake disc`)
    .execute()
  const refunders = await shop.database.db
    .selectFrom('users')
    .select('email')
    .where('role', 'in', ['admin', 'accounts'])
    .where('email_verified', '=', true)
    .execute()
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(refunders.map(({ email }) => email).sort())
  expect(mails[0]?.body).toContain(`Buyer: ${buyer.email}`)
  expect((await refund(paid, 25)).refunded).toBe(25)
})

test('the money of a disputed orphaned payment is returned once', { tags: 'long' }, async () => {
  const orphans = await Promise.all(
    ['winning_evidence', 'losing_evidence'].map(async (evidence) => {
      const placed = await shop.order([{ quantity: 2 }])
      const payment = await shop.openPayment(placed)
      await endOrder(shop.database.db, placed._id, { deleted_at: shop.clock.now() })
      await shop.enterCard(payment, numbers.disputed)
      return { placed: { ...placed, transactionId: payment.id }, evidence }
    }),
  )
  await deliver()
  const readRefunded = async () => {
    const { strayPayments } = await admin.api.getOverview()
    return orphans.map(({ placed }) => strayPayments?.find(({ orderId }) => orderId === placed._id)?.refunded)
  }
  expect(await readRefunded()).toEqual([false, false])
  for (const { placed, evidence } of orphans) await submitEvidence(placed, evidence)
  await loseEvents()
  await reconcile()
  expect(await readRefunded()).toEqual([true, true])
  const ledgers = await Promise.all(orphans.map(({ placed }) => ledgerOf(placed._id)))
  expect(ledgers).toEqual([
    ['charge 2500', 'dispute_withdrawn 2500', 'dispute_reinstated 2500', 'refund 2500'],
    ['charge 2500', 'dispute_withdrawn 2500'],
  ])
})

test('irrelevant events are acknowledged and do not change the order', async () => {
  const paid = await placeDisputedOrder()
  await deliver()
  const before = await read(paid._id)
  const secret = await readSecret(shop.database.db, 'cards-webhook-secret', () => 'made at start')
  const intent = { id: paid.transactionId, object: 'payment_intent', status: 'requires_capture' }
  const charge = { object: 'charge', payment_intent: paid.transactionId }
  for (const [type, object] of [
    ['payment_intent.amount_capturable_updated', intent],
    ['payment_intent.made_up', intent],
    ['charge.captured', charge],
    ['charge.dispute.made_up', { ...charge, object: 'dispute' }],
    ['charge.dispute.created', { id: 'du_other', object: 'dispute', payment_intent: null }],
    ['refund.updated', { id: 're_other', object: 'refund', payment_intent: 'pi_other' }],
    ['customer.created', { id: 'cus_1', object: 'customer' }],
  ] as const) {
    const id = `evt_${type.replaceAll(/\W/g, '')}`
    const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signEvent(payload, secret, shop.clock.now()),
    }
    const response = await shop.call({ method: 'POST', url: '/api/webhook/stripe', headers, payload })
    expect(response.statusCode, type).toBe(200)
  }
  expect(await read(paid._id)).toEqual(before)
})

test('the nightly check also compares disputes', { tags: 'long' }, async () => {
  const { db } = shop.database
  const known = await placeDisputedOrder()
  await deliver()
  const unrecorded = await placeDisputedOrder()
  await loseEvents()
  shop.clock.advance(11 * MINUTE)
  const check = await checkLedger(deps(), { days: 1 })
  const of = ({ _id }: Order) => check.differences.filter(({ orderId }) => orderId === _id)
  expect(of(known)).toEqual([])
  expect(of(unrecorded)).toMatchObject([{ kind: 'dispute', store: 0, provider: 25 }])
  expect(check.disputes).toBeGreaterThanOrEqual(2)
  await reconcile()
  const { differences } = await checkLedger(deps(), { days: 1 })
  expect(differences).toEqual([])
  const rows = await db.selectFrom('ledger_checks').select('disputes').execute()
  expect(rows.at(-1)?.disputes).toBe(check.disputes)
})

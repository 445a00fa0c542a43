import Stripe from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { KEYS, openCardSandbox } from '#tests/support/payments/card-sandbox.ts'

const { sandbox } = await openCardSandbox()
const { stripe } = sandbox
beforeEach(async () => {
  await sandbox.cards.deliverNow()
  sandbox.delivered.length = 0
})

async function pay(card: string, amount = 2500): Promise<string> {
  const { id } = await stripe.paymentIntents.create({ amount, currency: 'usd' })
  const paid = await stripe.paymentIntents.confirm(id, { payment_method: card })
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: amount })
  return id
}

async function disputeOf(intentId: string): Promise<Stripe.Dispute> {
  const { data } = await stripe.disputes.list({ payment_intent: intentId })
  const [dispute] = data
  if (!dispute || data.length > 1) throw new Error(`${data.length} disputes`)
  return dispute
}

const submitEvidence = (id: string, uncategorized_text: string) =>
  stripe.disputes.update(id, { evidence: { uncategorized_text } })

/** Delivers pending events; returns the types of all events about disputes and refunds in `sandbox.delivered`, each read by the SDK. */
async function deliverEvents(): Promise<string[]> {
  await sandbox.cards.deliverNow()
  const read = sandbox.delivered.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature, KEYS.webhookSecret),
  )
  return read.map(({ type }) => type).filter((type) => /dispute|refund/.test(type))
}

test('a payment by the dispute card is disputed at once, and its money is withdrawn', async () => {
  const id = await pay('pm_card_createDispute')
  const dispute = await disputeOf(id)
  expect(dispute).toMatchObject({
    object: 'dispute',
    amount: 2500,
    currency: 'usd',
    payment_intent: id,
    reason: 'fraudulent',
    status: 'needs_response',
    is_charge_refundable: false,
    evidence_details: { has_evidence: false, past_due: false, submission_count: 0 },
  })
  expect(dispute.evidence_details.due_by).toBeGreaterThan(dispute.created)
  expect(dispute.balance_transactions).toMatchObject([
    { amount: -2500, fee: 1500, net: -4000, reporting_category: 'dispute', source: dispute.id },
  ])
  expect(await deliverEvents()).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn'])
})

test('a disputed payment cannot be refunded, and the error has the provider’s text', async () => {
  const id = await pay('pm_card_createDisputeProductNotReceived')
  const refused = stripe.refunds.create({ payment_intent: id })
  await expect(refused).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  await expect(refused).rejects.toMatchObject({
    code: 'charge_disputed',
    message: expect.stringMatching(/^Charge ch_\w+ has been charged back; cannot issue a refund\.$/),
  })
})

test('winning evidence returns the money and allows refunds again', async () => {
  const id = await pay('pm_card_createDispute')
  const { id: disputeId } = await disputeOf(id)
  await deliverEvents()
  sandbox.delivered.length = 0
  const won = await submitEvidence(disputeId, 'winning_evidence')
  expect(won).toMatchObject({ status: 'won', evidence_details: { has_evidence: true, submission_count: 1 } })
  expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-2500, 2500])
  expect(await deliverEvents()).toEqual([
    'charge.dispute.updated',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
  ])
  await expect(submitEvidence(disputeId, 'losing_evidence')).rejects.toThrow('already closed')
  await expect(stripe.disputes.close(disputeId)).rejects.toThrow('already closed')
  expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 2500 })
})

test('losing evidence or accepting the dispute leaves the money with the cardholder', async () => {
  for (const lose of [
    (id: string) => submitEvidence(id, 'losing_evidence'),
    (id: string) => stripe.disputes.close(id),
  ]) {
    const id = await pay('pm_card_createDispute')
    const lost = await lose((await disputeOf(id)).id)
    expect(lost).toMatchObject({ status: 'lost', balance_transactions: [{ amount: -2500 }] })
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toThrow('charged back')
  }
})

test('other evidence puts the dispute under review, and evidence without a text is rejected', async () => {
  const { id } = await disputeOf(await pay('pm_card_createDispute'))
  expect(await submitEvidence(id, 'It was delivered')).toMatchObject({
    status: 'under_review',
    evidence: { uncategorized_text: 'It was delivered' },
  })
  const empty = stripe.rawRequest('POST', `/v1/disputes/${id}`, { evidence: { receipt: 'file_1' } })
  await expect(empty).rejects.toMatchObject({ code: 'parameter_missing' })
})

test('an inquiry takes no money, allows refunds, and may grow into a dispute', async () => {
  const id = await pay('pm_card_createDisputeInquiry')
  const { id: disputeId, status, balance_transactions } = await disputeOf(id)
  expect([status, balance_transactions]).toEqual(['warning_needs_response', []])
  await stripe.refunds.create({ payment_intent: id, amount: 100 })
  expect(await submitEvidence(disputeId, 'escalate_inquiry_evidence')).toMatchObject({
    status: 'needs_response',
    balance_transactions: [{ amount: -2500 }],
  })
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toThrow('charged back')
})

test('winning evidence or closing ends an inquiry, and refunds are still allowed', async () => {
  for (const close of [
    (id: string) => submitEvidence(id, 'winning_evidence'),
    (id: string) => stripe.disputes.close(id),
  ]) {
    const id = await pay('pm_card_createDisputeInquiry')
    expect(await close((await disputeOf(id)).id)).toMatchObject({ status: 'warning_closed' })
    expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 2500 })
  }
})

test('disputes are listed newest first, in pages, and by time; an unknown one is not found', async () => {
  const paid: string[] = []
  for (const amount of [2500, 700]) {
    sandbox.clock.at = new Date(sandbox.clock.at.getTime() + 1000)
    paid.unshift(await pay('pm_card_createDispute', amount))
  }
  const all = await stripe.disputes.list({ limit: 1 }).autoPagingToArray({ limit: 100 })
  expect(all.map((dispute) => dispute.payment_intent).slice(0, 2)).toEqual(paid)
  expect((await stripe.disputes.list({ created: { lt: 1000 } })).data).toEqual([])
  await expect(stripe.disputes.close('du_none')).rejects.toMatchObject({ code: 'resource_missing' })
})

test('a refund that the bank returns fails later and may be repeated', async () => {
  const id = await pay('pm_card_refundFail')
  const refund = await stripe.refunds.create({ payment_intent: id })
  expect(refund.status).toBe('succeeded')
  expect(await deliverEvents()).toEqual(['charge.refunded'])
  sandbox.clock.at = new Date(sandbox.clock.at.getTime() + 61_000)
  expect(await deliverEvents()).toEqual(['charge.refunded', 'refund.failed', 'charge.refund.updated'])
  expect((await stripe.refunds.list({ payment_intent: id })).data).toMatchObject([
    { id: refund.id, status: 'failed', failure_reason: 'expired_or_canceled_card' },
  ])
  expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 2500 })
})

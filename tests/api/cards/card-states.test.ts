import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { type CardSandbox, mountCardSandbox } from '#tests/support/payments/card-sandbox.ts'
import fc from '../../support/fast-check.ts'

let database: Database
let sandbox: CardSandbox

beforeAll(async () => {
  database = await freshDatabase()
  sandbox = await mountCardSandbox(database.db)
})
afterAll(async () => {
  await sandbox.app.close()
  await database.close()
})

const acts = ['pay', 'decline', 'challenge', 'pass', 'fail', 'cancel', 'refund'] as const
type Act = (typeof acts)[number]
type Status = 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
/** The result of an action: its answer (or the error's code), the next state and its events. */
type Move = { answer: string; to?: Status; events?: string[] }

const pays: Move = { answer: 'ok', to: 'succeeded', events: ['payment_intent.succeeded'] }
const declines: Move = {
  answer: 'card_declined',
  to: 'requires_payment_method',
  events: ['payment_intent.payment_failed'],
}
const asks: Move = { answer: 'ok', to: 'requires_action', events: ['payment_intent.requires_action'] }
const cancels: Move = { answer: 'ok', to: 'canceled', events: ['payment_intent.canceled'] }
const unexpected: Move = { answer: 'payment_intent_unexpected_state' }
const nothingToRefund: Move = { answer: 'StripeInvalidRequestError' }
const ended: Move = { answer: '404' }

/** The state machine that the provider documents. */
const machine: Record<Status, Record<Act, Move>> = {
  requires_payment_method: {
    pay: pays,
    decline: declines,
    challenge: asks,
    pass: ended,
    fail: ended,
    cancel: cancels,
    refund: nothingToRefund,
  },
  requires_action: {
    pay: pays,
    decline: declines,
    challenge: asks,
    pass: pays,
    // No charge was tried.
    fail: { answer: 'ok', to: 'requires_payment_method', events: ['payment_intent.payment_failed'] },
    cancel: cancels,
    refund: nothingToRefund,
  },
  succeeded: {
    pay: unexpected,
    decline: unexpected,
    challenge: unexpected,
    pass: ended,
    fail: ended,
    cancel: unexpected,
    refund: { answer: 'ok', events: ['charge.refunded'] },
  },
  canceled: {
    pay: unexpected,
    decline: unexpected,
    challenge: unexpected,
    pass: ended,
    fail: ended,
    cancel: unexpected,
    refund: nothingToRefund,
  },
}

test('an intent changes state as the provider documents, with one event per step', async () => {
  const tried = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...acts), { minLength: 1, maxLength: 6 }), async (actions) => {
      const { id } = await sandbox.stripe.paymentIntents.create({ amount: 10_000, currency: 'usd' })
      let status: Status = 'requires_payment_method'
      const expected = ['payment_intent.created']
      const page = { address: '' }
      for (const act of actions) {
        const move: Move = machine[status][act]
        tried.add(`${status} ${act}`)
        expect(await take(act, id, page), `${status}: ${actions}`).toBe(move.answer)
        status = move.to ?? status
        expected.push(...(move.events ?? []))
        const intent = await sandbox.stripe.paymentIntents.retrieve(id)
        expect(intent.status, `${actions}`).toBe(status)
        page.address = String(intent.next_action?.use_stripe_sdk?.stripe_js ?? page.address)
      }
      expect(await eventsOf(id), `${actions}`).toEqual(expected)
    }),
    { numRuns: 60, examples: everyCell() },
  )
  // Every cell of the table was tried.
  expect(tried.size).toBe(acts.length * Object.keys(machine).length)
}, 120_000)

/** Returns the shortest path to each state plus one more action; these paths run in every test run. */
function everyCell(): [Act[]][] {
  const ways: Act[][] = [[], ['challenge'], ['pay'], ['cancel']]
  return ways.flatMap((way) => acts.map((act): [Act[]] => [[...way, act]]))
}

async function take(act: Act, id: string, page: { address: string }): Promise<string> {
  const { paymentIntents, refunds } = sandbox.stripe
  const confirm = (card: string) => codeOf(paymentIntents.confirm(id, { payment_method: card }))
  const doings: Record<Act, () => Promise<string>> = {
    pay: () => confirm('pm_card_visa'),
    decline: () => confirm('pm_card_visa_chargeDeclined'),
    challenge: () => confirm('pm_card_authenticationRequired'),
    pass: () => answer(page.address, 'complete'),
    fail: () => answer(page.address, 'fail'),
    cancel: () => codeOf(paymentIntents.cancel(id)),
    refund: () => codeOf(refunds.create({ payment_intent: id, amount: 100 })),
  }
  return doings[act]()
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'ok'
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error.code ?? error.type
    throw error
  }
}

/** Answers the challenge at its last address. */
async function answer(address: string, outcome: string): Promise<string> {
  const { pathname } = new URL(address || 'http://shop.test/payments/3ds/none')
  const { statusCode } = await sandbox.app.inject({
    method: 'POST',
    url: pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `outcome=${outcome}`,
  })
  return statusCode === 200 ? 'ok' : String(statusCode)
}

async function eventsOf(id: string): Promise<string[]> {
  const rows = await database.db
    .selectFrom('cards.events')
    .select('type')
    .where('body', 'like', `%${id}%`)
    .orderBy('position')
    .execute()
  return rows.map(({ type }) => type)
}

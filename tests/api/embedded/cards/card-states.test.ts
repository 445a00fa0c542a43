import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { type CardSandbox, mountCardSandbox } from '#tests/support/payments/card-sandbox.ts'
import fc from '../../../support/fast-check.ts'
import { someRuns } from '../../../support/thoroughness.ts'

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

const actions = ['pay', 'decline', 'challenge', 'pass', 'fail', 'cancel', 'refund'] as const
type Action = (typeof actions)[number]
type Status = 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
/** The result of an action: its outcome (`ok`, or the error's code, type or status), the next state and its events. */
type Step = { outcome: string; to?: Status; events?: string[] }

const pays: Step = { outcome: 'ok', to: 'succeeded', events: ['payment_intent.succeeded'] }
const declines: Step = {
  outcome: 'card_declined',
  to: 'requires_payment_method',
  events: ['payment_intent.payment_failed'],
}
const challenges: Step = { outcome: 'ok', to: 'requires_action', events: ['payment_intent.requires_action'] }
const cancels: Step = { outcome: 'ok', to: 'canceled', events: ['payment_intent.canceled'] }
const unexpected: Step = { outcome: 'payment_intent_unexpected_state' }
const nothingToRefund: Step = { outcome: 'StripeInvalidRequestError' }
const noChallenge: Step = { outcome: '404' }

/** The transitions that Stripe documents, and how the sandbox's challenge page responds: 404 without an open challenge. */
const machine: Record<Status, Record<Action, Step>> = {
  requires_payment_method: {
    pay: pays,
    decline: declines,
    challenge: challenges,
    pass: noChallenge,
    fail: noChallenge,
    cancel: cancels,
    refund: nothingToRefund,
  },
  requires_action: {
    pay: pays,
    decline: declines,
    challenge: challenges,
    pass: pays,
    fail: { outcome: 'ok', to: 'requires_payment_method', events: ['payment_intent.payment_failed'] },
    cancel: cancels,
    refund: nothingToRefund,
  },
  succeeded: {
    pay: unexpected,
    decline: unexpected,
    challenge: unexpected,
    pass: noChallenge,
    fail: noChallenge,
    cancel: unexpected,
    refund: { outcome: 'ok', events: ['charge.refunded'] },
  },
  canceled: {
    pay: unexpected,
    decline: unexpected,
    challenge: unexpected,
    pass: noChallenge,
    fail: noChallenge,
    cancel: unexpected,
    refund: nothingToRefund,
  },
}

const shortestPaths: Action[][] = [[], ['challenge'], ['pay'], ['cancel']]
/** Reaches each cell of `machine`: the shortest path to a state and one more action. All of them run in every test run. */
const CELLS = shortestPaths.flatMap((path) => actions.map((action): [Action[]] => [[...path, action]]))

test('an intent changes state and records events as the provider documents', async () => {
  const tried = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...actions), { minLength: 1, maxLength: 6 }), async (path) => {
      const { id } = await sandbox.stripe.paymentIntents.create({ amount: 10_000, currency: 'usd' })
      let status: Status = 'requires_payment_method'
      const expected = ['payment_intent.created']
      const page = { address: '' }
      for (const action of path) {
        const step: Step = machine[status][action]
        tried.add(`${status} ${action}`)
        expect(await run(action, id, page), `${status}: ${path}`).toBe(step.outcome)
        status = step.to ?? status
        expected.push(...(step.events ?? []))
        const intent = await sandbox.stripe.paymentIntents.retrieve(id)
        expect(intent.status, `${path}`).toBe(status)
        page.address = String(intent.next_action?.use_stripe_sdk?.stripe_js ?? page.address)
      }
      expect(await eventsOf(id), `${path}`).toEqual(expected)
    }),
    { numRuns: CELLS.length + someRuns(32), examples: CELLS },
  )
  // Every cell of the table was tried.
  expect(tried.size).toBe(actions.length * Object.keys(machine).length)
}, 120_000)

async function run(action: Action, id: string, page: { address: string }): Promise<string> {
  const { paymentIntents, refunds } = sandbox.stripe
  const confirm = (card: string) => codeOf(paymentIntents.confirm(id, { payment_method: card }))
  const runners: Record<Action, () => Promise<string>> = {
    pay: () => confirm('pm_card_visa'),
    decline: () => confirm('pm_card_visa_chargeDeclined'),
    challenge: () => confirm('pm_card_authenticationRequired'),
    pass: () => submitChallenge(page.address, 'complete'),
    fail: () => submitChallenge(page.address, 'fail'),
    cancel: () => codeOf(paymentIntents.cancel(id)),
    refund: () => codeOf(refunds.create({ payment_intent: id, amount: 100 })),
  }
  return runners[action]()
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

/** Submits the challenge at its last address. */
async function submitChallenge(address: string, outcome: string): Promise<string> {
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

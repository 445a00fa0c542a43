import { describe, expect, test } from 'vitest'
import { cellOf, type OrderPhase, orderPhases } from '../orders/states.ts'
import {
  decideIntent,
  decideRefunds,
  type IntentDecision,
  type IntentState,
  intentState,
  type KnownRefund,
  refundableMinor,
  withdrawnMinor,
} from './decide.ts'
import type { ProviderIntent } from './provider/card-provider.ts'

const known = { intent_id: 'pi_1', order_id: 'order-1', amount_minor: 2500, currency: 'usd' }
const paid: ProviderIntent = {
  id: 'pi_1',
  status: 'succeeded',
  amountMinor: 2500,
  amountReceivedMinor: 2500,
  currency: 'usd',
  orderId: 'order-1',
  clientSecret: 'secret',
  failedChargeId: null,
}

describe('the state of an intent', () => {
  test.each<[string, Partial<ProviderIntent> | undefined, IntentState]>([
    ['succeeded with what was requested', {}, 'confirmed'],
    ['succeeded for another order', { orderId: 'order-2' }, 'unconfirmed'],
    ['succeeded with another amount', { amountMinor: 2400 }, 'unconfirmed'],
    ['succeeded with less received', { amountReceivedMinor: 2400 }, 'unconfirmed'],
    ['succeeded in another currency', { currency: 'eur' }, 'unconfirmed'],
    ['unknown to the provider', undefined, 'unusable'],
    ['canceled', { status: 'canceled' }, 'unusable'],
    ['canceled after a declined card', { status: 'canceled', failedChargeId: 'ch_1' }, 'unusable'],
    ['being charged', { status: 'processing' }, 'processing'],
    ['authorised only', { status: 'requires_capture' }, 'processing'],
    ['waiting for a card', { status: 'requires_payment_method' }, 'open'],
    ['waiting for confirmation', { status: 'requires_confirmation' }, 'open'],
    ['waiting for the card’s holder', { status: 'requires_action' }, 'open'],
    ['declined', { status: 'requires_payment_method', failedChargeId: 'ch_1' }, 'failed'],
  ])('%s', (_case, change, state) => {
    expect(intentState(known, change && { ...paid, ...change })).toBe(state)
  })
})

describe('the decision on an intent for its order', () => {
  type Row = [IntentState, ...IntentDecision[]]
  // biome-ignore format: a table is read by its columns
  const table: Row[] = [
    // state        open or late     cancelling       paid by this     paid by another    expired, deleted
    ['confirmed',   'record_paid',   'record_paid',   'already_paid',  'record_orphaned', 'record_orphaned'],
    ['unconfirmed', 'unconfirmed',   'unconfirmed',   'unconfirmed',   'unconfirmed',     'unconfirmed'],
    ['unusable',    'close_attempt', 'close_attempt', 'close_attempt', 'close_attempt',   'close_attempt'],
    ['processing',  'wait',          'wait',          'wait',          'wait',            'wait'],
    ['failed',      'count_failure', 'count_failure', 'count_failure', 'count_failure',   'count_failure'],
    ['open',        'wait',          'wait',          'wait',          'wait',            'wait'],
  ]
  test.each(table)('an intent that is %s', (state, unpaid, cancelling, paidByThis, paidByAnother, gone) => {
    const decide = (phase: OrderPhase, isPaidByThis = false) => decideIntent(state, { phase, isPaidByThis })
    expect([decide('open'), decide('late')]).toEqual([unpaid, unpaid])
    expect(decide('cancelling')).toBe(cancelling)
    expect([decide('paid', true), decide('paid')]).toEqual([paidByThis, paidByAnother])
    expect([decide('expired'), decide('deleted')]).toEqual([gone, gone])
  })

  test.each(orderPhases)(
    'a confirmed payment of an order that is %s has the result that the table of order moves names',
    (phase) => {
      const decision = decideIntent('confirmed', { phase, isPaidByThis: false })
      expect(decision).toBe(`record_${cellOf('recordPayment', phase)}`)
    },
  )
})

describe('refunds', () => {
  const orderWith = (returnable: number) => ({ totalMinor: 2500, lines: [{ position: 1, returnable }] })
  const order = orderWith(2)
  const requested: KnownRefund = {
    id: 'r1',
    providerId: null,
    amountMinor: 1000,
    lines: [{ position: 1, restocked: 1 }],
    state: 'requested',
    requestedBy: 'admin',
  }
  const done: KnownRefund = { ...requested, providerId: 're_1', state: 'done' }
  const failed: KnownRefund = { ...requested, state: 'failed' }
  const found = { providerId: 're_1', storeId: 'r1', amountMinor: 1000, hasFailed: false }
  const unchanged = { changed: [], added: [], noLongerCovered: [], unitsBack: [] }
  const reported = { id: 'r1', providerId: 're_1', amountMinor: 1000 }
  const unit = { position: 1, quantity: 1, actorId: 'admin' }

  test('a requested refund that the provider lists is done, and its units return', () => {
    expect(decideRefunds(order, [requested], [found])).toEqual({
      ...unchanged,
      changed: [{ ...reported, state: 'done' }],
      unitsBack: [unit],
      refundedMinor: 1000,
      doneBeforeMinor: 0,
      doneMinor: 1000,
      actorId: 'admin',
    })
  })

  test('a requested refund that the provider does not list yet stays requested, its amount reserved', () => {
    expect(decideRefunds(order, [requested], [])).toMatchObject({
      ...unchanged,
      refundedMinor: 1000,
      doneMinor: 0,
    })
  })

  test('a requested refund that failed at the provider releases its amount', () => {
    const plan = decideRefunds(order, [requested], [{ ...found, hasFailed: true }])
    expect(plan).toMatchObject({
      changed: [{ ...reported, state: 'failed' }],
      unitsBack: [],
      refundedMinor: 0,
    })
  })

  test('a refund that the store did not request is added without an actor', () => {
    const plan = decideRefunds(
      order,
      [done],
      [found, { providerId: 're_2', storeId: null, amountMinor: 300, hasFailed: false }],
    )
    expect(plan).toMatchObject({
      ...unchanged,
      added: [{ providerId: 're_2', amountMinor: 300 }],
      doneBeforeMinor: 1000,
      doneMinor: 1300,
      actorId: null,
    })
  })

  test('a failed refund that the store did not request is left out', () => {
    expect(decideRefunds(order, [], [{ ...found, hasFailed: true }])).toMatchObject({
      ...unchanged,
      refundedMinor: 0,
    })
  })

  test('a done refund that fails later releases its amount, and its units stay returned', () => {
    const plan = decideRefunds(orderWith(1), [done], [{ ...found, hasFailed: true }])
    expect(plan).toMatchObject({
      changed: [{ state: 'failed' }],
      unitsBack: [],
      refundedMinor: 0,
      doneMinor: 0,
    })
  })

  test('a failed refund that the provider lists as done is done, and its units return', () => {
    const plan = decideRefunds(order, [failed], [found])
    expect(plan).toMatchObject({ changed: [{ state: 'done' }], unitsBack: [unit], refundedMinor: 1000 })
  })

  test('units return once, and no more than were bought', () => {
    const again = { ...done, state: 'failed' as const }
    expect(decideRefunds(order, [again], [found]).unitsBack).toEqual([])
    expect(decideRefunds(orderWith(0), [requested], [found]).unitsBack).toEqual([])
    const rows = [
      { ...requested, lines: [{ position: 1, restocked: 2 }] },
      { ...requested, id: 'r2', lines: [{ position: 1, restocked: 2 }] },
    ]
    const both = [found, { ...found, providerId: 're_2', storeId: 'r2' }]
    expect(decideRefunds(order, rows, both).unitsBack).toEqual([{ ...unit, quantity: 2 }])
  })

  test('units return to the lines that were named, of each no more than were bought', () => {
    const both = { totalMinor: 2500, lines: [1, 2].map((position) => ({ position, returnable: position })) }
    const rows = [
      { ...requested, lines: [1, 2].map((position) => ({ position, restocked: 1 })) },
      { ...requested, id: 'r2', lines: [1, 2].map((position) => ({ position, restocked: 2 })) },
    ]
    const reports = [found, { ...found, providerId: 're_2', storeId: 'r2' }]
    const back = decideRefunds(both, rows, reports).unitsBack
    expect(back.map(({ position, quantity }) => [position, quantity])).toEqual([
      [1, 1],
      [2, 1],
      [2, 1],
    ])
  })

  test('if refunds that the store did not request leave too little, the newest requested ones fail', () => {
    const rows = [requested, { ...requested, id: 'r2' }]
    const unrequested = { providerId: 're_9', storeId: null, amountMinor: 1500, hasFailed: false }
    expect(decideRefunds(order, rows, [unrequested])).toMatchObject({
      noLongerCovered: ['r2'],
      refundedMinor: 2500,
    })
    expect(decideRefunds(order, rows, [{ ...unrequested, amountMinor: 2500 }])).toMatchObject({
      noLongerCovered: ['r2', 'r1'],
      refundedMinor: 2500,
    })
  })

  test('a refund that is done on both sides changes nothing', () => {
    expect(decideRefunds(order, [done], [found])).toMatchObject({
      ...unchanged,
      doneBeforeMinor: 1000,
      doneMinor: 1000,
    })
  })
})

test.each([
  [[], 0],
  [[-1000], 1000],
  [[-1000, 1000], 0],
  [[-1000, 400], 600],
  [[-400, 1000], 0],
])('a dispute that moved %j has withdrawn %i', (amounts, withdrawn) => {
  const movements = amounts.map((amountMinor, n) => ({ id: `txn_${n}`, amountMinor }))
  expect(withdrawnMinor({ movements })).toBe(withdrawn)
})

test.each<[string, Parameters<typeof refundableMinor>[1], number | undefined]>([
  ['without a dispute', [], 2000],
  ['with an inquiry', [{ status: 'warning_needs_response', withdrawnMinor: 0 }], 2000],
  ['during a chargeback', [{ status: 'needs_response', withdrawnMinor: 1000 }], undefined],
  ['after a won dispute', [{ status: 'won', withdrawnMinor: 0 }], 2000],
  ['after a partly lost dispute', [{ status: 'lost', withdrawnMinor: 1000 }], 1000],
  ['after a dispute that took the rest', [{ status: 'lost', withdrawnMinor: 2000 }], undefined],
])('the refundable part of 25.00 after a refund of 5.00, %s', (_case, disputes, left) => {
  expect(refundableMinor({ totalMinor: 2500, refundedMinor: 500 }, disputes)).toBe(left)
})

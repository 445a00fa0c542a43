import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError, isErrorCode } from '#contract/platform/errors.ts'
import {
  cellOf,
  type OrderMove,
  type OrderPhase,
  orderMoves,
  orderPhases,
} from '#server/sales/orders/states.ts'
import {
  beginDeletion,
  beginExpiry,
  finishCancellation,
  setOrderStatus,
} from '#server/sales/orders/write-order.ts'
import { recordIntent } from '#server/sales/payments/record.ts'
import { recordRefundRequest } from '#server/sales/payments/record-refunds.ts'
import { QUANTITY, TOTAL } from '../../../support/orders/order-lines.ts'
import {
  makeMove,
  moveNamed,
  type OrderFixture,
  openOrderFixture,
  rolledBack,
  theOrder,
  UNITS,
} from '../../../support/orders/order-moves.ts'
import { readState } from '../../../support/orders/order-state.ts'
import { openIntent } from '../../../support/payments/network.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.store.close())

const movesTo: Record<OrderPhase, string[]> = {
  open: ['order'],
  late: ['order', 'time runs out'],
  cancelling: ['order', 'begin to delete'],
  paid: ['order', 'open the payment', 'pay', 'browser reports'],
  expired: ['order', 'time runs out', 'poll'],
  deleted: ['order', 'buyer deletes'],
}

type RunMove = (fixture: OrderFixture, orderId: string) => Promise<unknown>
const runMove: Record<OrderMove, RunMove> = {
  openPayment: ({ deps, buyer: caller }, orderId) =>
    openIntent(deps, { price: TOTAL / 100, orderId, caller }, { currency: 'usd', cardAttemptsPerHour: 10 }),
  recordPayment: ({ deps: { db, now } }, orderId) =>
    recordIntent(db, { ...succeededPayment(orderId), actorId: null, now: now() }),
  setStatus: ({ deps: { db, now }, admin }, orderId) =>
    setOrderStatus(db, { orderId, status: 'Shift', actorId: admin.id, now: now(), unpaidOrderHours: 48 }),
  delete: (of, orderId) => beginToDelete(of, orderId),
  expire: ({ deps: { db, now } }, orderId) => beginExpiry(db, { orderId, now: now() }),
  finishCancellation: ({ deps: { db, now } }, orderId) =>
    finishCancellation(db, { orderId, actorId: null, now: now() }),
  refund: ({ deps: { db, now }, admin }, orderId) =>
    recordRefundRequest(db, {
      orderId,
      amountMinor: TOTAL,
      seenMinor: 0,
      pieces: QUANTITY,
      reason: null,
      actorId: admin.id,
      now: now(),
    }),
}

/** A payment of the order that succeeded at the provider. */
function succeededPayment(orderId: string) {
  const known = { intent_id: 'pi_another', order_id: orderId, amount_minor: TOTAL, currency: 'usd' }
  const amounts = { amountMinor: TOTAL, amountReceivedMinor: TOTAL, currency: 'usd' }
  const found = { id: 'pi_another', orderId, ...amounts, clientSecret: null, failedChargeId: null }
  return { known, found: { ...found, status: 'succeeded' as const } }
}

function beginToDelete({ deps: { db, now }, admin }: OrderFixture, orderId: string) {
  return beginDeletion(db, { orderId, byAdmin: true, returnsStock: true, actorId: admin.id, now: now() })
}

const cells = orderMoves.flatMap((move) =>
  orderPhases.map((phase) => ({ move, phase, cell: cellOf(move, phase) })),
)

test.each(cells)('$move of an order that is $phase results in $cell', ({ move, phase, cell }) =>
  rolledBack(fixture, async () => {
    const id = await bringTo(phase)
    const result = await runMove[move](fixture, id).catch(codeOf)
    const after = (await readState(fixture.deps.db, fixture.deps.now())).phase
    if (cell === 'orphaned') expect([result, after]).toEqual(['record_orphaned', phase])
    else if (cell === 'stays') expect(after).toBe(phase)
    else if (cell === 'gone') expect(after).toBe('deleted')
    else if (orderPhases.some((known) => known === cell)) expect(after).toBe(cell)
    else expect([result, after]).toEqual([cell, phase])
  }),
)

test('docs/order-moves.md has the table of moves', async () => {
  const head = ['move', ...orderPhases]
  const rows = orderMoves.map((move) => [
    `\`${move}\``,
    ...orderPhases.map((phase) => {
      const cell = cellOf(move, phase)
      return isErrorCode(cell) ? `refused: \`${cell}\`` : cell
    }),
  ])
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  const intro = [
    '# The moves of an order',
    '',
    'Generated from `server/sales/orders/states.ts`; `tests/api/sales/orders/order-states.test.ts` makes every move in every phase. `stays`: nothing happens. `gone`: deleted or expired, as the cancellation began. `orphaned`: the payment does not pay the order; by card it is refunded, at the counter it is not recorded. `setStatus` to Shift of a paid order is also refused, unless staff confirm it, if the order is fully refunded or pieces of it are back in stock (`shift_refunded`), or if a bank has its money or may take it (`shift_disputed`).',
    '',
  ]
  await expect([...intro, ...lines, ''].join('\n')).toMatchFileSnapshot('../../../../docs/order-moves.md')
})

test('a buyer’s deletion after an admin’s keeps the admin’s decision about the units', () =>
  rolledBack(fixture, async () => {
    const id = await bringTo('open')
    const { deps, admin, buyer } = fixture
    const deletion = { orderId: id, now: deps.now() }
    await beginDeletion(deps.db, { ...deletion, byAdmin: true, returnsStock: false, actorId: admin.id })
    await beginDeletion(deps.db, { ...deletion, byAdmin: false, returnsStock: true, actorId: buyer.id })
    await finishCancellation(deps.db, { orderId: id, actorId: null, now: deps.now() })
    expect((await readState(deps.db, deps.now())).available[0]).toBe(UNITS - QUANTITY)
  }))

describe('the database rejects', () => {
  test.each<[string, OrderPhase, string]>([
    ['a paid order made unpaid', 'paid', 'paid_at = null, transaction_id = null, receipt_number = null'],
    ['another payment for a paid order', 'paid', "transaction_id = 'pi_another'"],
    ['another receipt number', 'paid', 'receipt_number = receipt_number + 1'],
    ['the deletion of a paid order', 'paid', 'deleted_at = now()'],
    ['a refund of more than was paid', 'paid', 'refunded_minor = total_minor + 1'],
    ['more returned units than were bought', 'paid', 'quantity_returned = quantity + 1'],
    [
      'a paid order without a receipt number',
      'open',
      "paid_at = now(), transaction_id = 'pi_2', settlement = 'card'",
    ],
    ['a refund of an unpaid order', 'open', 'refunded_minor = 1'],
    ['units returned while the order is open', 'open', 'stock_returned_at = now()'],
    ['an expired order that keeps its units', 'open', 'expired_at = now()'],
    ['another price', 'open', 'unit_price_minor = 1, total_minor = quantity'],
    ['another quantity', 'open', 'quantity = 1, total_minor = unit_price_minor'],
    ['another owner', 'open', 'user_id = gen_random_uuid()'],
    ['the restoration of a deleted order', 'deleted', 'deleted_at = null'],
    ['the restoration of an expired order', 'expired', 'expired_at = null, stock_returned_at = null'],
    [
      'payment of an expired order',
      'expired',
      "paid_at = now(), transaction_id = 'pi_1', receipt_number = 9, settlement = 'card'",
    ],
    ['a cancellation without a time', 'open', "cancellation = 'delete'"],
  ])('%s', (_what, phase, change) =>
    rolledBack(fixture, async () => {
      await bringTo(phase)
      const work = sql`update orders set ${sql.raw(change)}`.execute(fixture.deps.db)
      await expect(work).rejects.toMatchObject({ code: '23514' })
    }),
  )
})

async function bringTo(phase: OrderPhase): Promise<string> {
  for (const name of movesTo[phase]) {
    if (name === 'begin to delete') await beginToDelete(fixture, (await theOrder(fixture.deps)).id)
    else await makeMove(fixture, moveNamed(name))
  }
  expect((await readState(fixture.deps.db, fixture.deps.now())).phase).toBe(phase)
  return (await theOrder(fixture.deps)).id
}

function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  throw error
}

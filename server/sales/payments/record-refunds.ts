import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { chargeStepMinor } from '#contract/platform/card-amounts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderLineRow, OrderRow, RefundRow } from '#database/rows.ts'
import { newId } from '#database/uuid.ts'
import { readLines } from '../orders/write-lines.ts'
import { addOrderEvent, lockForMove, lockOrder, setRefunded } from '../orders/write-order.ts'
import { decideRefunds, type KnownRefund, refundableMinor } from './decide.ts'
import { chargeOf, enterCharge, enterRefund } from './ledger-entries.ts'
import type { ProviderRefund } from './provider/card-provider.ts'
import {
  afterRefunds,
  type RefundableLine,
  type RefundLine,
  type RequestedLine,
  refundError,
  refundOfAmount,
  refundOfLines,
  respreadRefunds,
} from './refund-lines.ts'

/* The writers of `refunds` and `refund_lines`. A function that changes an order locks it first, and decides on the locked row. */

/** Makes the refunds of a locked order agree with the provider's. */
export async function updateRefunds(
  trx: Db,
  { order, found, now }: { order: OrderRow; found: ProviderRefund[]; now: Date },
): Promise<void> {
  const lines = await readLines(trx, order.id)
  const rows = await refundsOf(trx, order.id)
  const units = lines.map((line) => ({ position: line.position, returnable: returnableUnits(line) }))
  const plan = decideRefunds({ totalMinor: order.total_minor, lines: units }, rows, found)
  for (const { id, providerId, amountMinor, state } of plan.changed) {
    const ended = { done_at: state === 'done' ? now : null, failed_at: state === 'failed' ? now : null }
    const values = { provider_id: providerId, amount_minor: amountMinor, ...ended }
    await trx.updateTable('refunds').set(values).where('id', '=', id).execute()
  }
  const added = plan.added.map(({ providerId, amountMinor }) => ({
    id: newId(),
    order_id: order.id,
    amount_minor: amountMinor,
    provider_id: providerId,
    created_at: now,
    done_at: now,
  }))
  if (added.length > 0) await trx.insertInto('refunds').values(added).execute()
  if (plan.noLongerCovered.length > 0)
    await trx.updateTable('refunds').set({ failed_at: now }).where('id', 'in', plan.noLongerCovered).execute()
  await respread(trx, { order, lines, rows, plan, added })
  await setRefunded(trx, order, { refundedMinor: plan.refundedMinor, unitsBack: plan.unitsBack, at: now })
  if (plan.doneBeforeMinor === plan.doneMinor) return
  const causes = [...plan.changed, ...added]
  await addOrderEvent(trx, {
    order_id: order.id,
    at: now,
    actor_id: plan.actorId,
    kind: 'refunded',
    before: String(plan.doneBeforeMinor),
    after: String(plan.doneMinor),
    // only if exactly one refund caused the change
    refund_id: causes.length === 1 ? causes[0]?.id : null,
  })
}

type Change = {
  order: OrderRow
  lines: OrderLineRow[]
  rows: StoredRefund[]
  plan: ReturnType<typeof decideRefunds>
  added: { id: string; amount_minor: number }[]
}

/** Writes the lines of refunds that the provider made, made after all, or made of another amount. */
async function respread(trx: Db, { order, lines, rows, plan, added }: Change): Promise<void> {
  const amountOf = new Map(
    plan.changed.map(({ id, state, amountMinor }) => [id, state === 'done' ? amountMinor : 0]),
  )
  const counts = ({ id, state }: StoredRefund) => state !== 'failed' && !plan.noLongerCovered.includes(id)
  const isKept = (row: StoredRefund) =>
    counts(row) && (amountOf.get(row.id) ?? row.amountMinor) === row.amountMinor
  const anew = [
    ...rows
      .filter((row) => !isKept(row))
      .map(({ id, lines: named }) => ({ id, amountMinor: amountOf.get(id) ?? 0, lines: named })),
    ...added.map(({ id, amount_minor: amountMinor }) => ({ id, amountMinor, lines: [] })),
  ].filter(({ amountMinor }) => amountMinor > 0)
  if (anew.length === 0) return
  const unrefunded = toRefundable(lines, []).map((line) => ({ ...line, ...NOTHING_REFUNDED }))
  const others = afterRefunds(
    unrefunded,
    rows.filter(isKept).flatMap((row) => row.lines),
  )
  for (const refund of respreadRefunds(others, anew, chargeStepMinor(order.currency))) {
    await trx.deleteFrom('refund_lines').where('refund_id', '=', refund.id).execute()
    await insertLines(trx, { refundId: refund.id, orderId: order.id, lines: refund.lines })
  }
}

const NOTHING_REFUNDED = { refundedUnits: 0, refundedMinor: 0, refundedTaxMinor: 0 }

async function insertLines(
  trx: Db,
  { refundId, orderId, lines }: { refundId: string; orderId: string; lines: RefundLine[] },
): Promise<void> {
  const rows = lines.map((line) => ({
    refund_id: refundId,
    order_id: orderId,
    position: line.position,
    units: line.units,
    restocked: line.restocked,
    amount_minor: line.amountMinor,
    tax_minor: line.taxMinor,
    is_assumed: line.isAssumed,
  }))
  await trx.insertInto('refund_lines').values(rows).execute()
}

export type RefundRequest = {
  orderId: string
  /** Undefined: the lines that are named, or else the rest. */
  amountMinor: number | undefined
  /** The refunded amount that the admin saw. */
  seenMinor: number
  pieces: number
  lines?: RequestedLine[] | undefined
  reason: string | null
  actorId: string
  now: Date
}

/** The refundable amount of a paid order. Throws `order_disputed` during a chargeback, or if a lost one has withdrawn the rest. */
export async function refundableOf(db: Db, order: OrderRow): Promise<number> {
  const disputes = await db
    .selectFrom('disputes')
    .select(['status', 'withdrawn_minor as withdrawnMinor'])
    .where('order_id', '=', order.id)
    .execute()
  const amounts = { totalMinor: order.total_minor, refundedMinor: order.refunded_minor }
  const left = refundableMinor(amounts, disputes)
  if (left === undefined) throw new AppError('order_disputed')
  return left
}

/** Reserves the amount. Throws `not_found`, `order_unpaid`, `order_disputed`, `refund_changed`, `refund_too_large`, `lines_required`, `too_many_pieces`, `invalid_request`. */
export function recordRefundRequest(db: Db, request: RefundRequest): Promise<RefundRow> {
  return inTransaction(db, async (trx) => {
    const { order } = await lockForMove(trx, { orderId: request.orderId, move: 'refund', now: request.now })
    const left = await refundableOf(trx, order)
    if (order.refunded_minor !== request.seenMinor) throw new AppError('refund_changed')
    const lines = await decideLines(trx, { order, request, left })
    const amount = lines.reduce((sum, line) => sum + line.amountMinor, 0)
    const refund = await trx
      .insertInto('refunds')
      .values({
        id: newId(),
        order_id: order.id,
        amount_minor: amount,
        quantity: lines.reduce((sum, line) => sum + line.restocked, 0),
        reason: request.reason,
        requested_by: request.actorId,
        created_at: request.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await insertLines(trx, { refundId: refund.id, orderId: order.id, lines })
    await setRefunded(trx, order, { refundedMinor: order.refunded_minor + amount, at: request.now })
    return refund
  })
}

async function decideLines(
  trx: Db,
  { order, request, left }: { order: OrderRow; request: RefundRequest; left: number },
): Promise<RefundLine[]> {
  const rows = await readLines(trx, order.id)
  const requested = (await refundsOf(trx, order.id)).filter(({ state }) => state === 'requested')
  const lines = toRefundable(rows, requested)
  const step = chargeStepMinor(order.currency)
  if (!request.lines) {
    const amountMinor = request.amountMinor ?? left
    if (amountMinor < 1 || amountMinor > left) throw refundError('refund_too_large', 'amount')
    return refundOfAmount(lines, { amountMinor, pieces: request.pieces }, step)
  }
  const named = refundOfLines(lines, request.lines, step)
  const amount = named.reduce((sum, line) => sum + line.amountMinor, 0)
  if (amount < 1 || amount > left) throw refundError('refund_too_large', 'lines')
  return named
}

/** Lines with what refunds take of them; units of `requested` refunds are about to return. */
function toRefundable(rows: OrderLineRow[], requested: StoredRefund[]): RefundableLine[] {
  const returning = requested.flatMap((refund) => refund.lines)
  return rows.map((row) => ({
    position: row.position,
    quantity: row.quantity,
    totalMinor: row.total_minor,
    taxPpm: row.tax_ppm,
    taxMinor: row.tax_minor,
    refundedUnits: row.refunded_units,
    refundedMinor: row.refunded_minor,
    refundedTaxMinor: row.refunded_tax_minor,
    returnable: returning
      .filter(({ position }) => position === row.position)
      .reduce((units, { restocked }) => units - restocked, returnableUnits(row)),
  }))
}

function returnableUnits({ quantity, cancelled, returned }: OrderLineRow): number {
  return quantity - cancelled - returned
}

/** Marks a refund as failed unless it is done: its amount can be refunded again. Resolves to the refund. */
export function failRefundUnlessDone(
  db: Db,
  { id, orderId, now }: { id: string; orderId: string; now: Date },
): Promise<RefundRow | undefined> {
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) return undefined
    await trx
      .updateTable('refunds')
      .set((row) => ({ failed_at: row.fn.coalesce('failed_at', row.val(now)) }))
      .where('id', '=', id)
      .where('done_at', 'is', null)
      .execute()
    await updateRefunds(trx, { order, found: [], now })
    return trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  })
}

export function recordCounterRefund(db: Db, refund: RefundRow, now: Date): Promise<void> {
  const { id, amount_minor: amountMinor, order_id: orderId } = refund
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order?.transaction_id) return
    const charge = chargeOf(order, order.transaction_id)
    const refunded = { providerId: `counter_${id}`, storeId: id, amountMinor, hasFailed: false }
    await enterCharge(trx, charge, now)
    await enterRefund(trx, charge, { refund: refunded, now })
    await updateRefunds(trx, { order, found: [refunded], now })
  })
}

type StoredRefund = KnownRefund & { lines: RefundLine[] }

function refundsOf(db: Db, orderId: string): Promise<StoredRefund[]> {
  const state = sql<KnownRefund['state']>`case
    when done_at is not null then 'done' when failed_at is not null then 'failed' else 'requested' end`
  return db
    .selectFrom('refunds')
    .select(['id', 'provider_id as providerId', 'amount_minor as amountMinor'])
    .select(['requested_by as requestedBy', state.as('state')])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('refund_lines')
          .select(['position', 'units', 'restocked', 'amount_minor as amountMinor'])
          .select(['tax_minor as taxMinor', 'is_assumed as isAssumed'])
          .whereRef('refund_id', '=', 'refunds.id')
          .orderBy('position'),
      ).as('lines'),
    )
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

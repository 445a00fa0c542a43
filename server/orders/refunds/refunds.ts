import { sql } from 'kysely'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { errorTexts } from '#contract/messages/errors.ts'
import { fromMinor } from '#contract/money.ts'
import type { RefundWish } from '#contract/payments/payments.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderRow, RefundRow } from '#database/rows.ts'
import { newId } from '#database/uuid.ts'
import { returnStock } from '../../products/service.ts'
import { lockForMove, lockOrder } from '../closing.ts'
import { refuseDisputed } from '../disputes.ts'
import { addOrderEvent } from '../order-events.ts'
import { refundsByOrder } from './refund-rows.ts'

export type RefundAsked = {
  orderId: string
  /** Undefined: all that is left. */
  amountMinor: number | undefined
  /** What the admin saw as refunded. */
  seenMinor: number
  pieces: number
  reason: string | null
  actorId: string
  now: Date
}

/** A refund as the provider has it; `ours` is the id under which we asked for it. */
export type KnownRefund = { id: string; ours: string | null; amountMinor: number; stands: boolean }

/**
 * Sets an amount aside on a paid order and writes down what was asked. Throws `not_found`, `order_unpaid`,
 * `order_disputed`, `refund_changed`, `refund_too_large`, `too_many_pieces`.
 */
export function askRefund(db: Db, wish: RefundAsked): Promise<RefundRow> {
  return inTransaction(db, async (trx) => {
    const { order } = await lockForMove(trx, { orderId: wish.orderId, move: 'refund', now: wish.now })
    await refuseDisputed(trx, order.id)
    if (order.refunded_minor !== wish.seenMinor) throw new AppError('refund_changed')
    const left = order.total_minor - order.refunded_minor
    const amount = wish.amountMinor ?? left
    if (amount < 1 || amount > left) throw refused('refund_too_large', 'amount')
    if (wish.pieces > order.quantity - (await piecesBack(trx, order)))
      throw refused('too_many_pieces', 'pieces')
    await trx
      .updateTable('orders')
      .set({ refunded_minor: order.refunded_minor + amount })
      .where('id', '=', order.id)
      .execute()
    return trx
      .insertInto('refunds')
      .values({
        id: newId(),
        order_id: order.id,
        amount_minor: amount,
        quantity: wish.pieces,
        reason: wish.reason,
        requested_by: wish.actorId,
        provider_id: null,
        created_at: wish.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** The refusal of one field of the wish, told beside it. */
function refused(code: ErrorCode, path: keyof RefundWish): AppError {
  return new AppError(code, { errors: [{ path, message: errorTexts[code] }] })
}

/**
 * Makes the order agree with all refunds that its payment has at the provider: what was asked and is there is done,
 * what is there unasked is written down, what failed there is free again. Call it with the order's row locked.
 */
export async function mirrorOnOrder(
  trx: Db,
  { order, refunds, now }: { order: OrderRow; refunds: KnownRefund[]; now: Date },
): Promise<void> {
  const rows = await refundsOf(trx, order.id)
  const changed: string[] = []
  for (const refund of refunds) {
    const own = rows.find((row) => row.provider_id === refund.id || row.id === refund.ours)
    if (own && (await follow(trx, { order, row: own, refund, now }))) changed.push(own.id)
    if (!own && refund.stands) changed.push(await writeForeign(trx, { order, refund, now }))
  }
  await settleOrder(trx, { order, changed, now })
}

/** The provider will not give this back: the amount is free again, unless it has ended. Answers how it stands. */
export function failRefund(db: Db, { id, now }: { id: string; now: Date }): Promise<RefundRow | undefined> {
  return inTransaction(db, async (trx) => {
    const refund = await trx.selectFrom('refunds').select('order_id').where('id', '=', id).executeTakeFirst()
    const order = refund && (await lockOrder(trx, refund.order_id))
    if (!order) return undefined
    const failed = await trx
      .updateTable('refunds')
      .set((row) => ({ failed_at: row.fn.coalesce('failed_at', row.val(now)) }))
      .where('id', '=', id)
      .where('done_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    await settleOrder(trx, { order, changed: [], now })
    return failed ?? trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  })
}

/** Refunds asked for before `since` that have not ended: a crash, or a provider that was away. In no order, as closings. */
export async function unfinishedRefunds(db: Db, since: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('created_at', '<=', since)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

async function refundsOf(db: Db, orderId: string): Promise<RefundRow[]> {
  return (await refundsByOrder(db, [orderId])).get(orderId) ?? []
}

/** Pieces that came back, or will with a refund under way; those of a refund that failed later stay back. */
async function piecesBack(db: Db, order: OrderRow): Promise<number> {
  const asked = (await refundsOf(db, order.id)).filter((row) => !row.done_at && !row.failed_at)
  return asked.reduce((sum, row) => sum + row.quantity, order.quantity_returned)
}

type Step = { order: OrderRow; refund: KnownRefund; now: Date }

/** Whether the row changed. */
async function follow(trx: Db, { order, row, refund, now }: Step & { row: RefundRow }): Promise<boolean> {
  if (refund.stands === (row.done_at !== null) && row.provider_id === refund.id) return false
  const isFirst = row.provider_id === null
  await trx
    .updateTable('refunds')
    .set({
      provider_id: refund.id,
      amount_minor: refund.amountMinor,
      done_at: refund.stands ? now : null,
      failed_at: refund.stands ? null : now,
    })
    .where('id', '=', row.id)
    .execute()
  if (isFirst && refund.stands && row.quantity > 0) await shelve(trx, { order, row, now })
  return true
}

/** The pieces of a refund come back, as far as others have not brought them back while it was taken for failed. */
async function shelve(trx: Db, { order, row, now }: { order: OrderRow; row: RefundRow; now: Date }) {
  const { quantity_returned: before } = await trx
    .selectFrom('orders')
    .select('quantity_returned')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const quantity = Math.min(row.quantity, order.quantity - before)
  if (quantity === 0) return
  await returnStock(trx, { productId: order.product_id, quantity, actorId: row.requested_by, at: now })
  await trx
    .updateTable('orders')
    .set({ quantity_returned: before + quantity })
    .where('id', '=', order.id)
    .execute()
}

/** Somebody gave it back in the provider's own dashboard. Answers the row's id. */
async function writeForeign(trx: Db, { order, refund, now }: Step): Promise<string> {
  const id = newId()
  await trx
    .insertInto('refunds')
    .values({
      id,
      order_id: order.id,
      amount_minor: refund.amountMinor,
      reason: null,
      requested_by: null,
      provider_id: refund.id,
      created_at: now,
      done_at: now,
    })
    .execute()
  return id
}

/** Sums up anew. Where refunds made elsewhere leave too little for those still asked, the newest of these fail. */
async function settleOrder(
  trx: Db,
  { order, changed, now }: { order: OrderRow; changed: string[]; now: Date },
): Promise<void> {
  const rows = await refundsOf(trx, order.id)
  const sum = (some: RefundRow[]) => some.reduce((total, row) => total + row.amount_minor, 0)
  const done = rows.filter((row) => row.done_at)
  const asked = rows.filter((row) => !row.done_at && !row.failed_at)
  for (let last = asked.at(-1); last && sum(done) + sum(asked) > order.total_minor; last = asked.at(-1)) {
    await trx.updateTable('refunds').set({ failed_at: now }).where('id', '=', last.id).execute()
    asked.pop()
  }
  const refunded = sum(done) + sum(asked)
  await trx.updateTable('orders').set({ refunded_minor: refunded }).where('id', '=', order.id).execute()
  await recordRefunds(trx, {
    order,
    doneMinor: sum(done),
    refundId: changed.length === 1 ? (changed[0] ?? null) : null,
    actorId: done.at(-1)?.requested_by ?? null,
    now,
  })
}

/** The order's history tells how much went back in all, whenever that changes. */
async function recordRefunds(
  trx: Db,
  {
    order,
    doneMinor,
    refundId,
    actorId,
    now,
  }: { order: OrderRow; doneMinor: number; refundId: string | null; actorId: string | null; now: Date },
): Promise<void> {
  const last = await trx
    .selectFrom('order_events')
    .select('after')
    .where('order_id', '=', order.id)
    .where('kind', '=', 'refunded')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const before = last?.after ?? '0'
  const after = String(fromMinor(doneMinor, order.currency))
  if (before === after) return
  await addOrderEvent(trx, { orderId: order.id, at: now, actorId, kind: 'refunded', before, after, refundId })
}

import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { pricePerUnit } from '#contract/catalog/products/part-fields-texts.ts'
import { rolesWith } from '#contract/platform/auth/roles.ts'
import { formatCount, formatMinor, percentText } from '#contract/platform/money.ts'
import { namedLines } from '#contract/sales/orders/lines.ts'
import {
  type OrderFacts,
  orderExpiredMail,
  orderPaidMail,
  orderPlacedMail,
  orderRefundedMail,
  orderRefundReturnedMail,
  orderShiftedMail,
} from '#contract/sales/orders/mail-texts.ts'
import { taxOf } from '#contract/sales/orders/order-money.ts'
import { orderTexts, partsText, storeTimeText, unitsOfPart } from '#contract/sales/orders/texts.ts'
import { knownDisputeStatus } from '#contract/sales/payments/dispute-state.ts'
import { disputeMail, refundReturnedMail } from '#contract/sales/payments/dispute-texts.ts'
import { receiptNumberText } from '#contract/sales/receipts/texts.ts'
import { isDatabaseUnavailable, isLockTimeout, isStorageFull } from '#database/failures/unavailable.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderEventRow, OrderLineRow, OrderRow } from '#database/rows.ts'
import { type Mailboxes, mailIfVerified } from '../../people/users/verification.ts'
import { plainLine } from '../../platform/mail/plain-line.ts'
import type { Mail } from '../../platform/mail/write-mail.ts'

export type MailingStore = {
  origin: string
  name: string
  locale: string
  timeZone: string
  takesCards: boolean
  mailboxes: Mailboxes
}

type MailText = Omit<Mail, 'to'>
type Ordered = {
  order: OrderRow
  lines: OrderLineRow[]
  /** The account's present address, or that of the order if another account has taken it over. */
  buyer: string
}
type Change = Ordered & { store: MailingStore; event: OrderEventRow }

type OnFault = (error: unknown, eventId: number) => void

const BATCH = 50
/** At most so many events in a run, so that requests get CPU time in between. */
const MAX_EVENTS_PER_RUN = 2 * BATCH

/** Writes the mails of up to a hundred committed order events, each once, to verified addresses. */
export async function writeOrderMails(
  db: Db,
  store: MailingStore,
  onFault: OnFault = () => {},
): Promise<number> {
  let written = 0
  while (written < MAX_EVENTS_PER_RUN) {
    const batch = await writeBatch(db, store, onFault)
    if (batch === 'one set aside') continue
    written += batch
    if (batch < BATCH) break
  }
  return written
}

/** An event for which no mail can be composed rolls the batch back and is set aside. */
async function writeBatch(db: Db, store: MailingStore, onFault: OnFault): Promise<number | 'one set aside'> {
  let current: OrderEventRow | undefined
  try {
    return await inTransaction(db, async (trx) => {
      const events = await lockUnmailedEvents(trx)
      const ordered = await readOrders(trx, events)
      for (const event of events) {
        current = event
        const ofEvent = ordered.get(event.order_id)
        if (!ofEvent) throw new Error(`There is no order ${event.order_id}`)
        await writeMailsOf(trx, { store, event, ...ofEvent })
      }
      current = undefined
      const ids = events.map(({ id }) => id)
      if (ids.length > 0)
        await trx.updateTable('order_events').set({ mailed_at: sql`now()` }).where('id', 'in', ids).execute()
      return events.length
    })
  } catch (error) {
    if (!current || isTransient(error)) throw error
    await db
      .updateTable('order_events')
      .set({ mail_error: String(error).slice(0, 500) })
      .where('id', '=', current.id)
      .execute()
    onFault(error, current.id)
    return 'one set aside'
  }
}

function lockUnmailedEvents(trx: Db): Promise<OrderEventRow[]> {
  return trx
    .selectFrom('order_events')
    .selectAll()
    .where('mailed_at', 'is', null)
    .where('mail_error', 'is', null)
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** The database was unavailable, locked or full, or the transaction was rolled back for another: a later try may succeed. */
function isTransient(error: unknown): boolean {
  const isRolledBack = error instanceof DatabaseError && error.code?.startsWith('40') === true
  return isRolledBack || isDatabaseUnavailable(error) || isLockTimeout(error) || isStorageFull(error)
}

/** The orders of a batch in two statements, not in three for each event. */
async function readOrders(trx: Db, events: OrderEventRow[]): Promise<Map<string, Ordered>> {
  const ids = [...new Set(events.map(({ order_id: id }) => id))]
  if (ids.length === 0) return new Map()
  const orders = await trx
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .selectAll('orders')
    .select('users.email as accountEmail')
    .where('orders.id', 'in', ids)
    .execute()
  const lines = await trx
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute()
  const linesOf = Map.groupBy(lines, ({ order_id: id }) => id)
  return new Map(
    orders.map(({ accountEmail, ...order }) => [
      order.id,
      { order, lines: linesOf.get(order.id) ?? [], buyer: accountEmail ?? order.email },
    ]),
  )
}

async function writeMailsOf(trx: Db, change: Change): Promise<void> {
  const { store, event, buyer } = change
  const toStaff = event.kind === 'dispute' ? await composeDispute(trx, change) : composeReturned(change)
  if (toStaff) await mailRefunders(trx, store.mailboxes, toStaff)
  const toBuyer = await composeForBuyer(trx, change)
  if (toBuyer && buyer) await mailIfVerified(trx, store.mailboxes, { to: buyer, ...toBuyer })
}

/** A dispute and a refund that came back are work of the staff who may refund. */
async function mailRefunders(trx: Db, mailboxes: Mailboxes, mail: MailText): Promise<void> {
  const refunders = await trx
    .selectFrom('users')
    .select('email')
    .where('role', 'in', rolesWith('payments.refund'))
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { email } of refunders) if (email) await mailIfVerified(trx, mailboxes, { to: email, ...mail })
}

async function composeForBuyer(
  trx: Db,
  { store, order, lines, event }: Change,
): Promise<MailText | undefined> {
  const facts = toFacts(store, order, lines)
  if (event.kind === 'placed') {
    // an order that has ended cannot be paid
    const isOver = order.deleted_at || order.expired_at
    return isOver ? undefined : orderPlacedMail(facts, storeTimeText(order.expires_at, store))
  }
  if (event.kind === 'status') return event.after === 'Shift' ? orderShiftedMail(facts) : undefined
  if (event.kind === 'paid') return { ...orderPaidMail(facts, toPayment(store, order)), attached: order.id }
  if (event.kind === 'expired') return orderExpiredMail(facts)
  if (event.kind !== 'refunded') return undefined
  const refundedMinor = refundedBy(event)
  if (refundedMinor < 0) return orderRefundReturnedMail(facts, money(store, order, -refundedMinor))
  const refund = {
    amount: money(store, order, refundedMinor),
    atCounter: order.settlement === 'counter',
    reason: await reasonOf(trx, event),
    parts: await refundedParts(trx, { store, event, lines }),
  }
  return { ...orderRefundedMail(facts, refund), attached: order.id }
}

/** The mail to staff about a dispute; buyers learn of one from their bank. */
async function composeDispute(trx: Db, { store, order, event }: Change): Promise<MailText | undefined> {
  const status = knownDisputeStatus(event.after)
  if (event.dispute_id === null || !status) return undefined
  const dispute = await trx
    .selectFrom('disputes')
    .selectAll()
    .where('id', '=', event.dispute_id)
    .executeTakeFirstOrThrow()
  const until = dispute.evidence_due_at
  return disputeMail({
    status,
    number: order.number,
    product: namesOf(order),
    amount: money(store, dispute, dispute.amount_minor),
    reason: dispute.reason,
    until: until && storeTimeText(until, store),
    link: staffLink(store, order),
  })
}

function composeReturned({ store, order, event }: Change): MailText | undefined {
  const refundedMinor = event.kind === 'refunded' ? refundedBy(event) : 0
  if (refundedMinor >= 0) return undefined
  return refundReturnedMail({
    number: order.number,
    amount: money(store, order, -refundedMinor),
    product: namesOf(order),
    buyer: order.email,
    link: staffLink(store, order),
  })
}

function staffLink({ origin }: MailingStore, { number, deleted_at: deletedAt }: OrderRow): string {
  return `${origin}/dashboard/${deletedAt ? 'overview' : `orders/${number}`}`
}

/** How much more was refunded after the event than before, in minor units; negative where a refund came back. */
function refundedBy({ before, after }: OrderEventRow): number {
  return Number(after) - Number(before)
}

async function reasonOf(trx: Db, { refund_id: id }: OrderEventRow): Promise<string | null> {
  if (id === null) return null
  const refund = await trx.selectFrom('refunds').select('reason').where('id', '=', id).executeTakeFirst()
  return refund?.reason ? plainLine(refund.reason) : null
}

/** Each line of the refund, if the shop named lines. */
async function refundedParts(
  trx: Db,
  { store, event, lines }: Pick<Change, 'store' | 'event' | 'lines'>,
): Promise<string[]> {
  if (event.refund_id === null) return []
  const refunded = await trx
    .selectFrom('refund_lines')
    .select(['position', 'units', 'is_assumed as isAssumed'])
    .where('refund_id', '=', event.refund_id)
    .execute()
  return namedLines(lines, refunded).map(({ line, units }) =>
    unitsOfPart(units, { name: plainLine(line.name), count: formatCount(units, store.locale) }),
  )
}

function toFacts(store: MailingStore, order: OrderRow, lines: OrderLineRow[]): OrderFacts {
  const orderLink = `${store.origin}/dashboard/orders/${order.number}`
  return {
    store: store.name,
    number: order.number,
    product: namesOf(order),
    lines: lines.map((line) => ({
      name: plainLine(line.name),
      quantity: formatCount(line.quantity, store.locale),
      unitPrice: pricePerUnit(money(store, order, line.unit_price_minor), line.sale_unit),
    })),
    total: money(store, order, order.total_minor),
    payLink: store.takesCards ? `${store.origin}/dashboard/payment/${order.id}` : null,
    orderAgainLink: lines.length === 1 ? `${store.origin}/parts/${order.product_id}` : orderLink,
    orderLink,
    name: plainLine(order.name ?? '') || order.email,
    address: plainLine(order.address),
    location: plainLine(order.location),
    isPickup: order.delivery === 'pickup',
  }
}

function namesOf(order: OrderRow): string {
  return partsText(plainLine(order.product_name), order.other_parts)
}

function toPayment(store: MailingStore, order: OrderRow) {
  const { tax_rate: rate } = order
  const tax = money(store, order, taxOf(order.total_minor, rate * 100))
  return {
    receipt: receiptNumberText(order.receipt_number ?? 0),
    transactionId: order.settlement === 'counter' ? null : order.transaction_id,
    tax: rate === 0 ? null : `${orderTexts.tax(percentText(rate / 100, store.locale))}: ${tax}`,
  }
}

function money({ locale }: MailingStore, { currency }: { currency: string }, minor: number): string {
  return formatMinor(minor, { currency, locale })
}

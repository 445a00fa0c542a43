import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import {
  type OrderFacts,
  orderExpiredMail,
  orderPaidMail,
  orderPlacedMail,
  orderRefundedMail,
  orderShiftedMail,
} from '#contract/messages/mails/order-mails.ts'
import { orderTexts, receiptNumberText, shopTimeText } from '#contract/messages/orders.ts'
import { formatCount, formatMinor, includedTaxMinor, percentText, toMinor } from '#contract/money.ts'
import { isLockedOut } from '#database/failures/lock-waits.ts'
import { isStorageFull } from '#database/failures/storage-full.ts'
import { isDatabaseUnavailable } from '#database/failures/unavailable.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import { type Mailboxes, mailAccount } from '../../mail/account-mail.ts'
import { plainLine } from '../../mail/plain-line.ts'
import { tellOfDispute, tellOfReturnedRefund } from './admin-mails.ts'

export type MailingShop = {
  origin: string
  name: string
  locale: string
  timeZone: string
  takesCards: boolean
  mailboxes: Mailboxes
}

const BATCH = 50
/**
 * Changes told at a time. In a rush the news wait here and not in the outbox, where a code to sign in would stand behind
 * them; and orders have the processor first.
 */
const MOST_AT_A_TIME = 2 * BATCH

/** Told of a change that nobody can be told of: it is set aside, and holds up no other. */
type OnFault = (error: unknown, auditId: number) => void

/**
 * Writes the mails about changes of orders that committed since the last time, the oldest hundred of them; each change is
 * told once, however many instances write. Answers how many changes were dealt with.
 */
export async function writeOrderMails(
  db: Db,
  shop: MailingShop,
  onFault: OnFault = () => {},
): Promise<number> {
  let written = 0
  let batch: number | 'one less' = BATCH
  while (written < MOST_AT_A_TIME && (batch === BATCH || batch === 'one less')) {
    batch = await writeBatch(db, shop).catch((error: unknown) => setAside(db, { error, onFault }))
    if (batch !== 'one less') written += batch
  }
  return written
}

type News = {
  id: number
  at: Date
  entity_id: string
  field: string
  before: string | null
  after: string | null
}

function writeBatch(db: Db, shop: MailingShop): Promise<number> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<News>`
      with taken as (
        delete from order_notifications where audit_id in (
          select audit_id from order_notifications where error is null
          order by audit_id limit ${BATCH} for update skip locked
        ) returning audit_id
      )
      select id, at, entity_id, field, before, after from audit
        where id in (select audit_id from taken) order by id
    `.execute(trx)
    for (const news of rows) {
      await tell(trx, shop, news).catch((cause: unknown) => {
        throw new UnwritableNews(news.id, cause)
      })
    }
    return rows.length
  })
}

class UnwritableNews extends Error {
  readonly auditId: number

  constructor(auditId: number, cause: unknown) {
    super(`the change ${auditId} cannot be put into words`, { cause })
    this.auditId = auditId
  }
}

/** The whole batch was rolled back: it is tried again without the one that cannot be written. */
async function setAside(db: Db, { error, onFault }: { error: unknown; onFault: OnFault }) {
  if (!(error instanceof UnwritableNews) || passes(error.cause)) throw error
  const fault = String(error.cause).slice(0, 500)
  await db
    .updateTable('order_notifications')
    .set({ error: fault })
    .where('audit_id', '=', error.auditId)
    .execute()
  onFault(error.cause, error.auditId)
  return 'one less' as const
}

/** The database was away or full, or gave way to another transaction: the same words will do later. */
function passes(error: unknown): boolean {
  return (
    isDatabaseUnavailable(error) ||
    isLockedOut(error) ||
    isStorageFull(error) ||
    (error instanceof DatabaseError && error.code?.startsWith('40') === true)
  )
}

async function tell(trx: Db, shop: MailingShop, news: News): Promise<void> {
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', news.entity_id)
    .executeTakeFirstOrThrow()
  if (news.field === 'dispute') return tellOfDispute(trx, shop, { order, status: news.after })
  const backMinor = news.field === 'refunded' ? toBackMinor(order, news) : 0
  if (backMinor < 0) return tellOfReturnedRefund(trx, shop, { order, amountMinor: -backMinor })
  const to = await addressOf(trx, order)
  // an account that was deleted has none
  if (!to) return
  const mail = await compose(trx, { shop, order, news })
  if (!mail) return
  const tellsOfMoney = news.field === 'paid' || news.field === 'refunded'
  await mailAccount(trx, shop.mailboxes, { to, ...mail, ...(tellsOfMoney && { attached: order.id }) })
}

/** The buyer's present address; that of the order, where another account of the buyer has taken the address over. */
async function addressOf(trx: Db, { user_id: id, email }: OrderRow): Promise<string> {
  const buyer = await trx.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
  return buyer?.email ?? email
}

type Told = { shop: MailingShop; order: OrderRow; news: News }

async function compose(trx: Db, { shop, order, news: { at, field, before, after } }: Told) {
  const facts = toFacts(shop, order)
  if (field === 'paid') return orderPaidMail(facts, toPayment(shop, order))
  if (field === 'expired') return orderExpiredMail(facts)
  if (field === 'status') {
    if (before === null) return orderPlacedMail(facts, shopTimeText(order.expires_at, shop))
    return after === 'Shift' ? orderShiftedMail(facts) : undefined
  }
  const backMinor = toBackMinor(order, { before, after })
  if (backMinor <= 0) return undefined
  return orderRefundedMail(facts, {
    amount: money(shop, order, backMinor),
    atCounter: isAtCounter(order),
    reason: await reasonOf(trx, { orderId: order.id, amountMinor: backMinor, at }),
  })
}

/** How much more went back than before. */
function toBackMinor({ currency }: OrderRow, { before, after }: Pick<News, 'before' | 'after'>): number {
  return (toMinor(after ?? '0', currency) ?? 0) - (toMinor(before ?? '0', currency) ?? 0)
}

/** The reason of the one refund that made this change; refunds that arrived together name none. */
async function reasonOf(
  trx: Db,
  refund: { orderId: string; amountMinor: number; at: Date },
): Promise<string | null> {
  const row = await trx
    .selectFrom('refunds')
    .select('reason')
    .where('order_id', '=', refund.orderId)
    .where('amount_minor', '=', refund.amountMinor)
    .where('done_at', '=', refund.at)
    .limit(1)
    .executeTakeFirst()
  return row?.reason ? plainLine(row.reason) : null
}

function toFacts(shop: MailingShop, order: OrderRow): OrderFacts {
  return {
    store: shop.name,
    product: plainLine(order.product_name),
    quantity: formatCount(order.quantity, shop.locale),
    unitPrice: money(shop, order, order.unit_price_minor),
    total: money(shop, order, order.total_minor),
    payLink: shop.takesCards ? `${shop.origin}/dashboard/payment/${order.id}` : null,
    partLink: `${shop.origin}/parts/${order.product_id}`,
    orderLink: `${shop.origin}/dashboard/orders/${order.id}`,
    // the address stands in for a name, as on the pages
    name: plainLine(order.name ?? '') || order.email,
    address: plainLine(order.address),
    location: plainLine(order.location),
  }
}

function toPayment(shop: MailingShop, order: OrderRow) {
  const { tax_rate: rate } = order
  const tax = money(shop, order, includedTaxMinor(order.total_minor, rate))
  return {
    receipt: receiptNumberText(order.receipt_number ?? 0),
    transactionId: isAtCounter(order) ? null : order.transaction_id,
    tax: rate === 0 ? null : `${orderTexts.tax(percentText(rate / 100, shop.locale))}: ${tax}`,
  }
}

/** What the provider names is a payment by card; an admin's own name for one is not. */
function isAtCounter({ transaction_id: id }: OrderRow): boolean {
  return !id?.startsWith('pi_')
}

function money({ locale }: MailingShop, { currency }: OrderRow, minor: number): string {
  return formatMinor(minor, { currency, locale })
}

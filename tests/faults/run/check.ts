import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#database/open.ts'
import { composeStore } from '#server/compose.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { checkLedger } from '#server/sales/payments/ledger-check.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import type { Load, Part } from './buyers.ts'

/** Counts of what is wrong after a fault; all should be 0. */
export type Inconsistencies = {
  lostOrders: number
  doubledOrders: number
  /** The difference between the stock and the expected one, in units of all parts. */
  stockOff: number
  /** The difference between the accounts' counters of unpaid orders and the expected ones. */
  countersOff: number
  /** Payments and deletions that were acknowledged but are not in the database. */
  lostChanges: number
  ledgerDifferences: number
  /** Orders without a mail, and mails that are recorded as sent but never arrived. */
  lostMails: number
  doubledMails: number
}

/** A newer payment may not be in the ledger yet. */
const SETTLED_MS = 11 * 60_000
/** After a burst a thousand mails may wait. */
const MAIL_DRAIN_MS = 180_000

/** Opens the database of a running store for `work`. */
export async function withDatabase<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir, join: true, maxConnections: 4, log() {} })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

type RunResult = { load: Load; parts: Part[]; received: string[] }

/** Checks the database and the received mails after the load has stopped. */
export async function checkAll(dataDir: string, result: RunResult): Promise<Inconsistencies> {
  return withDatabase(dataDir, async (database) => {
    const orders = await checkOrders(database, result)
    const mails = await checkMails(database, result)
    return { ...orders, ...mails, ledgerDifferences: await compareLedger(database, dataDir) }
  })
}

type OrderRow = { id: string; isPaid: boolean; isDeleted: boolean }

async function checkOrders({ db }: Database, { load, parts }: RunResult) {
  const ids = parts.map(({ _id }) => _id)
  const { rows } = await sql<OrderRow>`
    select id, paid_at is not null as "isPaid", deleted_at is not null as "isDeleted"
    from orders where id in (select order_id from order_lines where product_id = any(${ids}::uuid[]))`.execute(
    db,
  )
  const { rows: stocks } = await sql<{ id: string; units: number }>`
    select products.id,
      available + coalesce(sum(order_lines.quantity) filter (where stock_returned_at is null), 0)::int as units
    from products left join order_lines on order_lines.product_id = products.id left join orders on orders.id = order_id
    where products.id = any(${ids}::uuid[]) group by products.id`.execute(db)
  const { rows: counted } = await sql<{ difference: number }>`
    select coalesce(sum(abs(unpaid_orders - (select count(*) from orders
      where user_id = users.id and paid_at is null and deleted_at is null and expired_at is null))), 0)::int as difference
    from users`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  const known = new Set(load.acknowledged.map(({ orderId }) => orderId))
  const unexpected = rows.filter(({ id }) => !known.has(id)).length
  const lostChanges = load.acknowledged.filter(({ orderId, isPaid, isDeleted }) => {
    const row = found.get(orderId)
    return row && ((isPaid && !row.isPaid) || (isDeleted && !row.isDeleted))
  })
  const units = new Map(stocks.map(({ id, units }) => [id, units]))
  return {
    lostOrders: load.acknowledged.filter(({ orderId }) => !found.has(orderId)).length,
    doubledOrders: Math.max(0, unexpected - load.unknown) + (load.acknowledged.length - known.size),
    stockOff: parts.reduce((sum, { _id, stock }) => sum + Math.abs(stock - (units.get(_id) ?? 0)), 0),
    countersOff: counted[0]?.difference ?? 0,
    lostChanges: lostChanges.length,
  }
}

/** An id in a link, not in a Message-ID. */
const LINKED_ID = /(?<=\/)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Mails are identified by recipient, subject and the ids in their links. */
async function checkMails({ db }: Database, { load, received }: RunResult) {
  await waitForMails(db)
  const rows = await db
    .selectFrom('mails')
    .select(['recipient', 'subject', 'body', 'sent_at'])
    .where('channel', '=', 'mail')
    .execute()
  const mailed = new Set(rows.flatMap(({ subject }) => /^Order (\d+)/.exec(subject)?.[1] ?? []))
  const orders = await db.selectFrom('orders').select(['id', 'number']).execute()
  const numbers = new Map(orders.map(({ id, number }) => [id, String(number)]))
  // an order that was deleted before its mail was written gets none
  const unmailed = load.acknowledged.filter(
    ({ orderId, isDeleted }) => !isDeleted && !mailed.has(numbers.get(orderId) ?? ''),
  ).length
  const sent = countBy(
    rows.filter(({ sent_at }) => sent_at),
    ({ recipient, subject, body }) => nameMail(recipient, subject, body),
  )
  const arrived = countBy(received, (mail) => {
    // RFC 2045 § 6.7 breaks long lines softly, RFC 5322 § 2.2.3 folds long headers
    const unfolded = mail.replaceAll('=\r\n', '').replaceAll(/\r\n[ \t]/g, ' ')
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? ''
    return nameMail(header('To'), header('Subject'), unfolded)
  })
  let lostMails = unmailed
  let doubledMails = 0
  for (const [name, count] of sent) lostMails += Math.max(0, count - (arrived.get(name) ?? 0))
  for (const [name, count] of arrived) {
    const expected = sent.get(name) ?? 0
    if (expected > 0) doubledMails += Math.max(0, count - expected)
  }
  return { lostMails, doubledMails }
}

function nameMail(to: string, subject: string, text: string): string {
  return [to, subject, ...new Set(text.match(LINKED_ID))].join(' ')
}

function countBy<T>(items: T[], name: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(name(item), (counts.get(name(item)) ?? 0) + 1)
  return counts
}

/** Waits until every mail is sent; makes failed and claimed ones due at once, since a killed store keeps its claims. */
async function waitForMails(db: Database['db']): Promise<void> {
  for (const until = Date.now() + MAIL_DRAIN_MS; Date.now() < until; await sleep(200)) {
    const { rows } = await sql<{ waiting: number }>`
      select ((select count(*) from mails where sent_at is null and channel = 'mail')
        + (select count(*) from order_events where mailed_at is null and mail_error is null))::int as waiting`.execute(
      db,
    )
    if (rows[0]?.waiting === 0) return
    await sql`update mails set next_attempt_at = now() - interval '1 second'
      where sent_at is null and next_attempt_at > now() + interval '5 seconds'`.execute(db)
  }
  throw new Error('mails are still unsent three minutes after the load')
}

/** Compares the store's ledger with the card provider's records, after the reconciliation job. */
async function compareLedger(database: Database, dataDir: string): Promise<number> {
  const now = () => new Date(Date.now() + SETTLED_MS)
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const store = await composeStore({ config, database, now, checkResponses: false, print() {} })
  try {
    await store.app.ready()
    if (!store.cards) throw new Error('The store takes no cards')
    const deps = { db: database.db, cards: store.cards, now }
    const { cardAttemptsPerHour } = config.limits
    await reconcilePayments(deps, { cardAttemptsPerHour })
    const { differences } = await checkLedger(deps, { days: 1 })
    for (const difference of differences) console.log(`ledger: ${JSON.stringify(difference)}`)
    return differences.length
  } finally {
    await store.app.close()
  }
}

import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { subscribedMail } from '#contract/people/requests/newsletter-texts.ts'
import type { Estimate, NewEstimate, Subscriber } from '#contract/people/requests/requests.ts'
import { AppError } from '#contract/platform/errors.ts'
import type { Tables } from '#database/generated-tables.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { type Change, recordChange } from '../../platform/audit.ts'
import {
  countedPage,
  type ListKey,
  type ListPage,
  type SortedPageRequest,
  sortedBy,
} from '../../platform/http/page-of-list.ts'
import { queueMail } from '../../platform/mail/write-mail.ts'

function toEstimate({ id, created_at, ...fields }: Tables['estimates']): Estimate {
  return { _id: id, ...fields, createdAt: created_at.toISOString() }
}

export async function createEstimate(db: Db, estimate: NewEstimate, at: Date): Promise<Estimate> {
  const row = await db
    .insertInto('estimates')
    .values({ id: newId(), ...estimate, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toEstimate(row)
}

const byName: ListKey<Tables['estimates']> = { column: sql.ref('name'), kind: 'text', of: (row) => row.name }

export function listEstimates(db: Db, page: SortedPageRequest): Promise<ListPage<Estimate>> {
  const order = sortedBy('estimates', page.sort, { name: byName })
  return countedPage(db, db.selectFrom('estimates').selectAll(), { order, page, toItem: toEstimate })
}

const MAX_COUNTED = 10_000

/** The number of requests, at most 10,000, and when the oldest of these came. */
export function countEstimates(db: Db): Promise<{ count: number; oldestAt: Date | null }> {
  // in the order of the index: otherwise the whole table is read
  const oldest = db.selectFrom('estimates').select('created_at').orderBy('created_at').limit(MAX_COUNTED)
  return db
    .selectFrom(oldest.as('oldest'))
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldestAt')])
    .executeTakeFirstOrThrow()
}

/** Throws `not_found`. */
export function deleteEstimate(db: Db, id: string, by: By): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('estimates').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('not_found')
    await recordChange(trx, toDeletion('estimate', id, by))
  })
}

type By = { actorId: string; at: Date }

/** Without the address and the name: the audit is kept, they are not. */
function toDeletion(entity: 'estimate' | 'subscriber', entityId: string, by: By): Change {
  return { ...by, entity, entityId, field: 'deleted', before: 'false', after: 'true' }
}

type Confirmation = {
  host: string
  linkOf: (id: string) => string
  mayMail: (email: string) => Promise<boolean>
}

/** Subscribes an address, and mails a new one the link by which it leaves, if the mails of the hour to it allow. */
export async function join(
  db: Db,
  { email, at }: { email: string; at: Date },
  { host, linkOf, mayMail }: Confirmation,
): Promise<void> {
  const known = db.selectFrom('subscribers').select('id').where('email', '=', email)
  if (await known.executeTakeFirst()) return
  // before the transaction, which must not wait for another connection
  const isMailed = await mayMail(email)
  await inTransaction(db, async (trx) => {
    const { subscriber, isNew } = await subscribe(trx, email, at)
    if (isNew && isMailed)
      await queueMail(trx, { to: email, ...subscribedMail(host, { link: linkOf(subscriber._id) }) })
  })
}

/** Subscribes an address to the newsletter; `isNew` is false for one that is subscribed already, which does not change. */
export async function subscribe(db: Db, email: string, at: Date) {
  const id = newId()
  const row = await db
    .insertInto('subscribers')
    .values({ id, email, created_at: at })
    // an update without effect, so that the statement returns the existing row
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return { subscriber: toSubscriber(row), isNew: row.id === id }
}

const byEmail: ListKey<Tables['subscribers']> = {
  column: sql.ref('email'),
  kind: 'text',
  of: (row) => row.email,
}

export function listSubscribers(db: Db, page: SortedPageRequest): Promise<ListPage<Subscriber>> {
  const order = sortedBy('subscribers', page.sort, { email: byEmail })
  return countedPage(db, db.selectFrom('subscribers').selectAll(), { order, page, toItem: toSubscriber })
}

/** Throws `not_found`. */
export function deleteSubscriber(db: Db, id: string, by: By): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (!(await removeSubscriber(trx, id))) throw new AppError('not_found')
    await recordChange(trx, toDeletion('subscriber', id, by))
  })
}

/** Whether there was such a subscriber. */
export async function removeSubscriber(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('subscribers').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** All subscribers in CSV, the oldest first, with the link by which each leaves. */
export async function exportSubscribers(db: Db, linkOf: (id: string) => string): Promise<string> {
  const rows = await db.selectFrom('subscribers').selectAll().orderBy('created_at').orderBy('id').execute()
  const lines = rows.map((row) => [asText(row.email), row.created_at.toISOString(), linkOf(row.id)])
  return stringify([['email', 'createdAt', 'leave'], ...lines], { record_delimiter: '\r\n' })
}

/** A spreadsheet takes a text that begins like this for a formula. An address has neither blanks nor line ends. */
function asText(email: string): string {
  return /^[=+\-@']/.test(email) ? `'${email}` : email
}

function toSubscriber(row: Tables['subscribers']): Subscriber {
  return { _id: row.id, email: row.email, createdAt: row.created_at.toISOString() }
}

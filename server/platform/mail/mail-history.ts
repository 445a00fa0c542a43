import { sql } from 'kysely'
import type { FailedMail } from '#contract/platform/mail/failed-mails.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { recordChange } from '../audit.ts'
import { type ListOrder, type ListPage, type PageRequest, pageOfList } from '../http/page-of-list.ts'
import { hasNotExpired, type Letter, MAX_ATTEMPTS, toLetter } from './outbox.ts'

export type ListedMail = Letter & { id: string; createdAt: Date }

/** The newest hundred mails and text messages, sent or not. */
export async function listMail(db: Db): Promise<ListedMail[]> {
  const rows = await db
    .selectFrom('mails')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at, ...toLetter(row) }))
}

const MAIL_MS = 30 * 24 * 3_600_000

/** Deletes mails of over 30 days ago, and, outside a demo, which lists its mails, the text of those whose link or code was sent or has expired. */
export async function cleanUpMail(db: Db, now: Date, { demo }: { demo: boolean }): Promise<void> {
  if (!demo) await deleteMailedSecrets(db, now)
  await deleteOldMail(db, new Date(now.getTime() - MAIL_MS))
}

/** Deletes mails and text messages that were sent, expired or due before a time: they contain addresses. */
export async function deleteOldMail(db: Db, before: Date): Promise<void> {
  await sql`delete from mails
    where sent_at < ${before} or send_until < ${before} or next_attempt_at < ${before}`.execute(db)
}

/** Deletes the text of mails whose link or code was sent or has expired. */
export async function deleteMailedSecrets(db: Db, at: Date): Promise<void> {
  await sql`update mails set body = ''
    where body <> '' and (send_until < ${at} or send_until is not null and sent_at is not null)`.execute(db)
}

type FailedRow = {
  id: string
  subject: string | null
  recipient: string | null
  order_id: string | null
  order_number: number | null
  error: string | null
  created_at: Date
}

/** Ids of mails are UUIDs, those of order events are numbers: they are compared as text. */
const newest: ListOrder<FailedRow> = {
  name: 'newest',
  descending: true,
  keys: [
    { column: sql.ref('failed.created_at'), kind: 'time', of: (row) => row.created_at.toISOString() },
    { column: sql.ref('failed.id'), kind: 'text', of: (row) => row.id },
  ],
}

const failedMails = sql<FailedRow>`(
  select id::text, subject, recipient, null::uuid as order_id, null::bigint as order_number, last_error as error, created_at
  from mails where sent_at is null and attempts >= ${MAX_ATTEMPTS}
  union all select id::text, null, null, order_id, (select number from orders where id = order_id), mail_error, at
  from order_events where mailed_at is null and mail_error is not null
)`.as<'failed'>('failed')

/** Mails and text messages in or after their last attempt, and order events for which no mail could be composed. */
export function listFailedMails(db: Db, page: PageRequest): Promise<ListPage<FailedMail>> {
  return pageOfList(db.selectFrom(failedMails).selectAll(), { order: newest, page, toItem: toFailedMail })
}

export function countFailedMails(db: Db): Promise<{ count: number; oldestAt: Date | null }> {
  return db
    .selectFrom(failedMails)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldestAt')])
    .executeTakeFirstOrThrow()
}

/** Gives failed ones that have not expired all attempts again. Returns the number of mails and order events. */
export function retryFailedMails(db: Db, by: { actorId: string; at: Date }): Promise<number> {
  return inTransaction(db, async (trx) => {
    const mails = await trx
      .updateTable('mails')
      .set({ attempts: 0, next_attempt_at: sql`now()` })
      .where('sent_at', 'is', null)
      .where('attempts', '>=', MAX_ATTEMPTS)
      .where(hasNotExpired)
      .executeTakeFirstOrThrow()
    const events = await trx
      .updateTable('order_events')
      .set({ mail_error: null })
      .where('mailed_at', 'is', null)
      .where('mail_error', 'is not', null)
      .executeTakeFirstOrThrow()
    const count = Number(mails.numUpdatedRows + events.numUpdatedRows)
    const change = { entity: 'mail', entityId: 'failed', field: 'retried', before: null } as const
    if (count > 0) await recordChange(trx, { ...by, ...change, after: String(count) })
    return count
  })
}

function toFailedMail({
  id,
  subject,
  recipient,
  order_id,
  order_number,
  error,
  created_at,
}: FailedRow): FailedMail {
  return {
    _id: id,
    subject,
    recipient,
    orderId: order_id,
    orderNumber: order_number,
    error: error ?? '',
    createdAt: created_at.toISOString(),
  }
}

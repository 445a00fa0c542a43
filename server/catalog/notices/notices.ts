import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { backInStockMail } from '#contract/catalog/notices/mail-texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import type { SignedLinks } from '../../platform/http/signed-links.ts'
import { EVERY_MINUTE, type Job } from '../../platform/jobs/jobs.ts'
import { queueMail } from '../../platform/mail/write-mail.ts'

/** An address waits for at most so many parts: a further one takes the place of the oldest. */
export const MAX_WAITING = 20
/** Notices written in one transaction: orders of these parts wait no longer than that. */
const BATCH = 100
const DAY_MS = 24 * 3600 * 1000
/** Nobody waits for so long; and a part that was archived so long ago does not come back. */
const KEPT_DAYS = 365
const ARCHIVED_DAYS = 90

type Wanted = { productId: string; email: string; at: Date }

/** Notes that an address wants to know when a part is for sale again, once for each part. Throws `not_found` for an unknown or archived part, and `part_for_sale`. */
export function addNotice(db: Db, { productId, email, at }: Wanted): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { in_stock } = await trx
      .selectFrom('products')
      .select('in_stock')
      .where('id', '=', productId)
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow(() => new AppError('not_found'))
    if (in_stock) throw new AppError('part_for_sale')
    await trx
      .insertInto('stock_notices')
      .values({ id: newId(), product_id: productId, email, created_at: at })
      .onConflict((conflict) => conflict.columns(['product_id', 'email']).doNothing())
      .execute()
    const tooMany = trx
      .selectFrom('stock_notices')
      .select('id')
      .where('email', '=', email)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(MAX_WAITING)
    await trx.deleteFrom('stock_notices').where('id', 'in', tooMany).execute()
  })
}

export type NoticeShop = { name: string; origin: string; links: Pick<SignedLinks, 'linkOf'> }

/**
 * Writes the mails of all notices whose part is for sale again, and deletes these notices in the same transaction: two
 * instances never write one twice, and a crash loses none. Returns how many.
 */
export async function writeNotices(db: Db, shop: NoticeShop): Promise<number> {
  let written = 0
  for (;;) {
    const batch = await writeBatch(db, shop)
    written += batch
    if (batch < BATCH) return written
  }
}

function writeBatch(db: Db, { name, origin, links }: NoticeShop): Promise<number> {
  return inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('stock_notices')
      .innerJoin('products', 'products.id', 'stock_notices.product_id')
      .select(['stock_notices.id', 'email', 'product_id', 'products.name', 'part_number'])
      .where('archived_at', 'is', null)
      .whereRef('available', '>=', 'minimum_order')
      .orderBy('stock_notices.created_at')
      .limit(BATCH)
      .forUpdate('stock_notices')
      .skipLocked()
      .execute()
    for (const { email, product_id, name: part, part_number: partNumber } of due) {
      const link = `${origin}/parts/${product_id}`
      const stopLink = links.linkOf(digestOf(email))
      await queueMail(trx, {
        to: email,
        ...backInStockMail({ store: name, part, partNumber, link, stopLink }),
      })
    }
    if (due.length > 0) {
      const ids = due.map(({ id }) => id)
      await trx.deleteFrom('stock_notices').where('id', 'in', ids).execute()
    }
    return due.length
  })
}

export function noticeJobs(db: Db, readShop: () => Promise<NoticeShop>): Job[] {
  const run = async () => void (await writeNotices(db, await readShop()))
  return [{ name: 'stock-notices', cron: EVERY_MINUTE, run }]
}

/** Names an address without telling it. */
export function digestOf(email: string): string {
  return createHash('sha256').update(email).digest('hex')
}

/** Ends all notices to an address. */
export async function stopNotices(db: Db, digest: string): Promise<void> {
  await db
    .deleteFrom('stock_notices')
    .where(sql<string>`encode(sha256(convert_to(email, 'UTF8')), 'hex')`, '=', digest)
    .execute()
}

/** Those to the address of an account that is deleted. */
export async function deleteNoticesOf(trx: Db, userId: string): Promise<void> {
  const address = trx
    .selectFrom('users')
    .select((user) => user.ref('email').$notNull().as('email'))
    .where('id', '=', userId)
    .where('email', 'is not', null)
  await trx.deleteFrom('stock_notices').where('email', 'in', address).execute()
}

export async function deleteOldNotices(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const gone = db.selectFrom('products').select('id').where('archived_at', '<', daysAgo(ARCHIVED_DAYS))
  await db
    .deleteFrom('stock_notices')
    .where((notice) =>
      notice.or([notice('created_at', '<', daysAgo(KEPT_DAYS)), notice('product_id', 'in', gone)]),
    )
    .execute()
}

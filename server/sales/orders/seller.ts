import { sql } from 'kysely'
import type { Seller } from '#contract/sales/orders/orders.ts'
import type { Settings } from '#contract/store/settings/settings.ts'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { type Db, inTransaction } from '#database/open.ts'

/** What an order keeps of the shop. */
export function sellerOf({ name, address, taxId, phone, locale, timeZone }: Settings): Seller {
  return { name, address, taxId, phone, locale, timeZone }
}

/** The column `seller`, for an order of an earlier version also before it is filled in. */
export const sellerColumn = sql<Seller | null>`coalesce(
  orders.seller, (select earlier_seller.seller from earlier_seller)
)`

/** Remembers what the environment said at the first start: the seller of all orders of earlier versions. */
export async function setEarlierSeller(db: Db, seller: Seller): Promise<void> {
  await db
    .insertInto('earlier_seller')
    .values({ seller: JSON.stringify(seller) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const BATCH = 2000

/**
 * Fills in the seller of orders of earlier versions, and returns their number. Each batch is a transaction, and several
 * instances take turns. Orders that a request is changing are left for the next call.
 */
export async function fillSellers(db: Db): Promise<number> {
  let filled = 0
  for (;;) {
    const count = await fillBatch(db)
    if (count === 0) return filled
    filled += count
  }
}

function fillBatch(db: Db): Promise<number> {
  return inTransaction(db, async (trx) => {
    // the batch of another instance may take longer than requests wait
    await sql`set local lock_timeout = 0`.execute(trx)
    await sql`select pg_advisory_xact_lock(${advisoryLocks.sellers})`.execute(trx)
    const { numAffectedRows } = await sql`
      update orders set seller = earlier_seller.seller from earlier_seller where orders.id in (
        select id from orders where seller is null order by id limit ${BATCH} for no key update skip locked
      )`.execute(trx)
    return Number(numAffectedRows ?? 0)
  })
}

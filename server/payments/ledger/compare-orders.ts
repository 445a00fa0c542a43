import { sql } from 'kysely'
import { idPattern } from '#contract/fields.ts'
import { fromMinor } from '#contract/money.ts'
import type { LedgerDifference } from '#contract/payments/ledger.ts'
import type { Db } from '#database/open.ts'
import type { PaymentDeps } from '../intents/intents.ts'
import type { Period } from '../provider/card-lists.ts'
import type { CardIntent } from '../provider/card-provider.ts'
import type { Books } from './provider-books.ts'

/** Where what orders say of themselves is not what the ledger, or the provider, says of them. */
export async function compareOrders(
  deps: PaymentDeps,
  { books, period }: { books: Books; period: Period },
): Promise<LedgerDifference[]> {
  return [
    ...(await findUnpaid(deps, period)),
    ...(await findMisrefunded(deps.db)),
    ...(await findUnknown(deps.db, books.foreign)),
  ]
}

/** Orders of the period that are called paid by card, with a payment that is nowhere, or another order's. */
async function findUnpaid({ db, cards }: PaymentDeps, { since, until }: Period): Promise<LedgerDifference[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'transaction_id', 'total_minor', 'currency'])
    .where('paid_at', '>=', since)
    .where('paid_at', '<', until)
    // what was taken at the counter has a name of the admin's, and no provider
    .where('transaction_id', 'like', 'pi\\_%')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger')
            .select('ledger.id')
            .whereRef('ledger.intent_id', '=', 'orders.transaction_id')
            .whereRef('ledger.order_id', '=', 'orders.id')
            .where('kind', '=', 'charge'),
        ),
      ),
    )
    .execute()
  const found: LedgerDifference[] = []
  for (const { id: orderId, transaction_id: id, total_minor: minor, currency } of rows) {
    if (id === null) continue
    // taken for this order: what is wrong about it is the payment's own difference
    const intent = await cards.readIntent(id)
    if (intent?.status === 'succeeded' && intent.orderId === orderId) continue
    found.push({ kind: 'unpaid', id, orderId, currency, store: fromMinor(minor, currency), provider: null })
  }
  return found
}

/**
 * Whenever it was: nothing at the provider need have moved for an order to say something else than its refunds. An order
 * that says nothing of refunds, and has none, is not looked at.
 */
export async function findMisrefunded(db: Db): Promise<LedgerDifference[]> {
  const { rows } = await sql<{ id: string; currency: string; said: number; done: number; asked: number }>`
    with back as materialized (
      select intent_id, -sum(signed_minor) as minor from ledger where refund_id is not null group by intent_id
    ), waiting as materialized (
      select order_id, sum(amount_minor) as minor from refunds
      where done_at is null and failed_at is null group by order_id
    ), concerned as (
      select id from orders where refunded_minor <> 0
      union select order_id from waiting
      union select orders.id from back join orders on orders.transaction_id = back.intent_id
    )
    select id, currency, refunded_minor as said, coalesce(back.minor, 0)::bigint as done,
      coalesce(waiting.minor, 0)::bigint as asked
    from concerned join orders using (id)
      left join back on back.intent_id = orders.transaction_id
      left join waiting on waiting.order_id = orders.id
    where paid_at is not null and refunded_minor <> coalesce(back.minor, 0) + coalesce(waiting.minor, 0)
    order by id`.execute(db)
  return rows.map(({ id, currency, said, done, asked }) => ({
    kind: 'refunded',
    id,
    orderId: id,
    currency,
    store: fromMinor(said, currency),
    provider: fromMinor(done + asked, currency),
  }))
}

/** Payments that were taken for an order of ours, of which the store lost all trace: after a restored backup. */
async function findUnknown(db: Db, foreign: CardIntent[]): Promise<LedgerDifference[]> {
  const found: LedgerDifference[] = []
  for (const { id, orderId, amountReceivedMinor: minor, currency } of foreign) {
    if (orderId === null || !idPattern.test(orderId)) continue
    const order = await db.selectFrom('orders').select('id').where('id', '=', orderId).executeTakeFirst()
    if (!order) continue
    found.push({ kind: 'unknown', id, orderId, currency, store: null, provider: fromMinor(minor, currency) })
  }
  return found
}

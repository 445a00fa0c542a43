import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { checkLedger } from '#server/sales/payments/ledger-check.ts'
import { partBody } from '../support/products/example-part.ts'
import type { Fixture } from './fixture.ts'

/** Each row that a query returns is an inconsistency. */
const INCONSISTENCIES = {
  'a quantity that differs from its last audit entry': sql<{ id: string }>`
    select products.id from products join lateral (
      select after from audit where entity = 'product' and entity_id = products.id::text and field = 'availableQuantity'
      order by audit.id desc limit 1
    ) as last on true where available::text <> last.after`,
  'an account whose unpaid orders are miscounted': sql<{ id: string }>`
    select users.id from users where unpaid_orders <> (
      select count(*) from orders
      where user_id = users.id and paid_at is null and deleted_at is null and expired_at is null
    )`,
  'a paid order without exactly one charge': sql<{ id: string }>`
    select orders.id from orders where paid_at is not null and 1 <> (
      select count(*) from ledger where kind = 'charge' and intent_id = transaction_id
    )`,
  'an order that is not the sum of its lines': sql<{ id: string }>`
    select orders.id from orders where (total_minor, quantity, other_parts + 1) is distinct from (
      select (sum(total_minor)::bigint, sum(quantity)::integer, count(*)::integer) from order_lines where order_id = orders.id
    )`,
  'an order whose price is neither the unit price nor the total': sql<{ id: string }>`
    select id from orders where total_minor not in (unit_price_minor * quantity, unit_price_minor)`,
  'lines that are not numbered from 1': sql<{ id: string }>`
    select order_id as id from order_lines group by order_id having max(position) <> count(*) or min(position) <> 1`,
  'a line whose units are out of order': sql<{ id: string }>`
    select order_id as id from order_lines where not (
      0 <= delivered and delivered <= shipped and shipped <= quantity - cancelled and 0 <= returned and returned <= shipped
    )`,
  'an order that has ended and holds units': sql<{ id: string }>`
    select distinct orders.id from orders join order_lines on order_id = orders.id
    where (expired_at is not null or deleted_at is not null) and shipped + cancelled < order_lines.quantity`,
  'an order that has not ended with other units back than its lines': sql<{ id: string }>`
    select orders.id from orders where expired_at is null and deleted_at is null and quantity_returned <> (
      select sum(cancelled + returned) from order_lines where order_id = orders.id
    )`,
  'a line that has not the refunds of its refund lines': sql<{ id: string }>`
    select order_id as id from order_lines
    where (refunded_minor, refunded_tax_minor, refunded_units) is distinct from (
      select (coalesce(sum(refund_lines.amount_minor), 0)::bigint, coalesce(sum(refund_lines.tax_minor), 0)::bigint,
        coalesce(sum(units), 0)::integer)
      from refund_lines join refunds on refunds.id = refund_id and failed_at is null
      where refund_lines.order_id = order_lines.order_id and refund_lines.position = order_lines.position
    )`,
  'an order that has not the refunds of its lines': sql<{ id: string }>`
    select orders.id from orders where refunded_minor <> (
      select sum(refunded_minor) from order_lines where order_id = orders.id
    )`,
  'a refund that is not the sum of its lines': sql<{ id: string }>`
    select id from refunds where failed_at is null and (amount_minor, quantity) is distinct from (
      select (sum(amount_minor)::bigint, sum(restocked)::integer) from refund_lines where refund_id = refunds.id
    )`,
  'a cart that was ordered twice': sql<{ id: string }>`
    select cart_id as id from orders where cart_id is not null group by cart_id having count(*) > 1`,
  'an order without exactly one event that it was placed': sql<{ id: string }>`
    select orders.id from orders where 1 <> (
      select count(*) from order_events where order_id = orders.id and kind = 'placed'
    )`,
  'a receipt counter that differs from the number of receipts': sql<{ id: string }>`
    select 'receipts' as id from receipt_counter
    where last <> (select count(*) from orders where receipt_number is not null)`,
}

/** The rows of the store that contradict each other, as texts. */
export async function findContradictions(db: Db): Promise<string[]> {
  const faults: string[] = []
  for (const [what, query] of Object.entries(INCONSISTENCIES)) {
    const { rows } = await query.execute(db)
    faults.push(...rows.map(({ id }) => `${what}: ${id}`))
  }
  return faults
}

/** Errors that the store logged, and inconsistencies of its data; an order must still be placed and paid. */
export async function findInconsistencies(fixture: Fixture): Promise<string[]> {
  const { store, errors } = fixture
  const faults = errors.map(
    (error) => `logged as an error: ${JSON.stringify(error, errorFields)?.slice(0, 500)}`,
  )
  // without injected faults, the events of payments that the store does not know yet arrive
  await store.database.db.deleteFrom('cards.faults').execute()
  await store.sandbox?.deliverNow()
  const admin = await store.staff('admin')
  const part = await admin.api.createProduct({ body: partBody() })
  const paid = await store.paid(await store.order([{ part }], { buyer: await store.buyer() }))
  if (!paid.paid) faults.push('an order cannot be paid')
  faults.push(...(await findContradictions(store.database.db)))
  if (!store.cards) return faults
  store.clock.advance(11 * 60_000)
  const { differences } = await checkLedger(
    { db: store.database.db, cards: store.cards, now: store.clock.now },
    { days: 7 },
  )
  faults.push(...differences.map((difference) => `the ledger differs: ${JSON.stringify(difference)}`))
  return faults
}

function errorFields(_key: string, value: unknown): unknown {
  return value instanceof Error ? { message: value.message, stack: value.stack, cause: value.cause } : value
}

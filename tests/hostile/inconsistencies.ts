import { sql } from 'kysely'
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
  'a receipt counter that differs from the number of receipts': sql<{ id: string }>`
    select 'receipts' as id from receipt_counter
    where last <> (select count(*) from orders where receipt_number is not null)`,
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
  for (const [what, query] of Object.entries(INCONSISTENCIES)) {
    const { rows } = await query.execute(store.database.db)
    faults.push(...rows.map(({ id }) => `${what}: ${id}`))
  }
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

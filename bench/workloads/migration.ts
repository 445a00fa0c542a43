import pg from 'pg'
import { connect, type Database } from '#database/open.ts'
import { startEmbeddedPostgres } from '#database/postgres/embedded-postgres.ts'
import { findContradictions } from '#tests/hostile/inconsistencies.ts'
import { applyMigrationsBefore } from '#tests/support/database/older-migrations.ts'
import { exampleOrder } from '#tests/support/orders/example-order.ts'
import { limitRow, type Row } from '../results.ts'
import { type Bench, temporaryFolder } from '../store.ts'

/** The migration that gave orders lines. */
const LINES = '0022'
const BUYERS = 20_000
const PARTS = 5_000

/** A store of before orders had lines, with orders of two years and their refunds, is migrated; then its rows are checked. */
export async function migration({ settings, print }: Bench): Promise<Row[]> {
  const { olderOrders } = settings
  const server = await startEmbeddedPostgres(temporaryFolder(), () => {})
  const client = new pg.Client(server.connection)
  let database: Database | undefined
  try {
    await client.connect()
    await applyMigrationsBefore(client, LINES)
    print(`migration: filling ${olderOrders.toLocaleString('en-US')} orders …`)
    for (const statement of fill(olderOrders)) await client.query(statement)
    await client.query('checkpoint')
    const startedAt = performance.now()
    database = await connect(server.connection, { log() {} }, server.stop)
    const seconds = (performance.now() - startedAt) / 1000
    const note = `${await secondsOfEach(client, seconds)}; ${await rowsOf(client)}`
    const faults = [...(await findContradictions(database.db)), ...(await misnumbered(client))]
    if (faults.length > 0) throw new Error(`${faults.length} faults, the first: ${faults[0]}`)
    const title = `A store of ${olderOrders.toLocaleString('en-US')} orders gets lines and numbers at its first start`
    return [limitRow(title, seconds, { unit: 's', atMost: 180, note })]
  } finally {
    await client.end()
    await (database ? database.close() : server.stop())
  }
}

/** A migration begins when the one before it ends. */
async function secondsOfEach(client: pg.Client, seconds: number): Promise<string> {
  const { rows } = await client.query<{ name: string; seconds: number | null }>(
    `select left(name, 4) as name, extract(epoch from lead(applied_at) over (order by name) - applied_at)::float8 as seconds
     from migrations where name >= '${LINES}' order by name`,
  )
  const known = rows.reduce((sum, row) => sum + (row.seconds ?? 0), 0)
  return rows.map((row) => `${row.name} ${(row.seconds ?? seconds - known).toFixed(1)} s`).join(', ')
}

async function rowsOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(
    `select (select count(*) from refunds) || ' refunds, ' || (select count(*) from order_events) || ' events; orders ' ||
       pg_size_pretty(pg_total_relation_size('orders')) || ', lines ' || pg_size_pretty(pg_total_relation_size('order_lines')) as text`,
  )
  return rows[0]?.text ?? ''
}

/** Numbers follow the times at which orders were placed, and the next one is free. */
async function misnumbered(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(
    `select 'order ' || id || ' has number ' || number as fault from (
       select id, number, 100000 + row_number() over (order by created_at, id) as expected from orders
     ) as numbered where number <> expected
     union all select 'the next number is taken' where (select last_value from order_numbers) <= (select max(number) from orders)`,
  )
  return rows.map(({ fault }) => fault)
}

/** Of a hundred orders 78 are paid and most of them sent, 20 expired, one is deleted, one open; a paid one in twenty is refunded in part. */
function fill(orders: number): string[] {
  return [
    'set synchronous_commit = off',
    `insert into users (id, uid, email, display_name, created_at)
     select gen_random_uuid(), 'customer-' || n, 'customer' || n || '@example.com', 'Customer ' || n, now()
     from generate_series(1, ${BUYERS}) as n`,
    `insert into products (id, name, img, description, price_minor, minimum_order, available, category, part_number, created_at)
     select gen_random_uuid(), 'Front brake disc, drilled ' || n, '/drawings/brake-disc.svg', 'A part', 500 + n * 7, 1, 1000, 'wheels',
       'BR-' || n, now()
     from generate_series(1, ${PARTS}) as n`,
    `with part as (
       select id, name, img, price_minor, row_number() over (order by id) as n from products
     ), buyer as (
       select id, email, row_number() over (order by id) as n from users
     ), plan as (
       select n, now() - n * interval '1 minute' as at, 1 + n % 3 as quantity, case
           when n % 100 = 99 then 'deleted' when n % 100 = 98 then 'open'
           when n % 10 < 6 then 'sent' when n % 10 < 8 then 'paid' else 'expired' end as kind
       from generate_series(1, ${orders}) as n
     )
     insert into orders (
       id, user_id, product_id, product_name, img, name, email, phone, address, location, quantity, unit_price_minor, total_minor,
       currency, tax_rate, seller, status, expires_at, created_at, paid_at, transaction_id, settlement, receipt_number,
       stock_returned_at, expired_at, deleted_at, refunded_minor, quantity_returned
     )
     select gen_random_uuid(), buyer.id, part.id, part.name, part.img, 'Buyer ' || buyer.n, buyer.email, '+1 555 014 7731',
       buyer.n || ' Harbour Road', 'Old Port', quantity, part.price_minor, part.price_minor * quantity, 'usd', 1900,
       '${JSON.stringify(exampleOrder.seller)}',
       case when kind = 'sent' then 'Shift' when kind = 'paid' then 'Pending' else 'pending' end,
       case when kind = 'open' then now() + interval '1 day' else at + interval '2 days' end, at,
       case when kind in ('sent', 'paid') then at + interval '5 minutes' end,
       case when kind in ('sent', 'paid') then 'pi_fill_' || plan.n end,
       case when kind in ('sent', 'paid') then 'card' end,
       case when kind in ('sent', 'paid') then row_number() over (partition by kind in ('sent', 'paid') order by plan.n) end,
       case when kind in ('expired', 'deleted') then at + interval '2 days' end,
       case when kind = 'expired' then at + interval '2 days' end,
       case when kind = 'deleted' then at + interval '2 days' end,
       case when kind in ('sent', 'paid') and plan.n % 20 = 1 then part.price_minor else 0 end,
       case when kind in ('sent', 'paid') and plan.n % 40 = 1 then 1 else 0 end
     from plan join part on part.n = 1 + plan.n % ${PARTS} join buyer on buyer.n = 1 + (plan.n::bigint * 7919) % ${BUYERS}`,
    `insert into refunds (id, order_id, amount_minor, quantity, created_at, done_at, provider_id)
     select gen_random_uuid(), id, refunded_minor, quantity_returned, paid_at, paid_at, 're_' || id from orders where refunded_minor > 0`,
    `insert into order_events (at, actor_id, order_id, kind, before, after, mailed_at)
     select created_at, user_id, id, 'placed', null, 'pending', created_at from orders
     union all select paid_at + interval '1 day', null, id, 'status', 'pending', 'Shift', paid_at from orders where status = 'Shift'`,
    `insert into ledger (at, kind, order_id, intent_id, amount_minor, currency)
     select paid_at, 'charge', id, transaction_id, total_minor, currency from orders where paid_at is not null`,
    'update receipt_counter set last = (select count(*) from orders where receipt_number is not null)',
    `update users set unpaid_orders = counted.orders from (
       select user_id, count(*) as orders from orders where paid_at is null and deleted_at is null and expired_at is null group by 1
     ) as counted where counted.user_id = users.id`,
    'vacuum (analyze) orders, refunds, order_events, users, products',
  ]
}

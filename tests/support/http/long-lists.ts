import type { Pool } from 'pg'
import { exampleOrder } from '../orders/example-order.ts'
import { someRuns } from '../thoroughness.ts'

/** The number of rows of each kind, and of the rare ones that a filter must find among them. */
export const LONG = {
  orders: someRuns(100_000, 4),
  users: someRuns(10_000, 4),
  others: someRuns(20_000, 4),
  rare: 3,
}
/** What only orders of one rare kind have among the words of their parts, as if of a second line. */
const RARE_PART = 'Flywheel cover RX-9041-7 rx90417'
/** For each rare kind, one order in so many is of that kind. */
const INTERVAL = LONG.orders * 0.4
/** One review in so many is hidden. */
const HIDDEN_INTERVAL = LONG.others * 0.4

/**
 * Fills a store that has parts with the orders, users and requests of months. Nearly all orders are paid,
 * expired or deleted; of each rarer kind there are three orders, at intervals of two fifths of the list. Not all
 * rows are states that the store reaches: the orders do not count their refunds, which have no lines.
 */
export async function fillLongLists(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    for (const statement of [people, orders, events, changes, paymentRows, requests])
      await client.query(statement)
    // autovacuum may be at work on a table of that size
    await client.query('set lock_timeout = 0')
    await client.query(
      'vacuum (analyze) users, orders, order_lines, order_events, audit, refunds, disputes, orphaned_payments',
    )
    await client.query('vacuum (analyze) reviews')
    await client.query('vacuum (analyze) estimates, subscribers')
  } finally {
    client.release(true)
  }
}

const people = `
  insert into users (id, uid, email, display_name, created_at, disabled_at)
  select gen_random_uuid(), 'customer-' || n, 'customer' || n || '@example.com', 'Customer ' || n,
    now() - n * interval '40 minutes', case when n % 10 = 0 then now() end
  from generate_series(1, ${LONG.users}) as n`

const orders = `
  with part as (
    select id, name, img, price_minor, part_number, row_number() over (order by id) as n from products limit 5000
  ), buyer as (
    select id, email, row_number() over (order by id) as n from users
  ), plan as (
    select n, now() - n * interval '4 minutes' as at, case
      when n % ${INTERVAL} = 10 then 'open' when n % ${INTERVAL} = 20 then 'new' when n % ${INTERVAL} = 30 then 'late'
      when n % 100 = 99 then 'deleted' when n % 10 < 6 then 'sent' when n % 10 < 8 then 'paid' else 'expired'
    end as kind
    from generate_series(1, ${LONG.orders}) as n
  ), placed as (insert into orders (
    id, user_id, product_id, product_name, img, name, email, phone, address, location, quantity, unit_price_minor,
    total_minor, currency, seller, status, expires_at, created_at, paid_at, transaction_id, settlement, receipt_number,
    stock_returned_at, expired_at, deleted_at, part_words
  )
  select gen_random_uuid(), buyer.id, part.id, part.name, part.img, 'Buyer', buyer.email, '+1 555 014 7731',
    '44 Harbour Road', 'Old Port', 1 + plan.n % 3, part.price_minor, part.price_minor * (1 + plan.n % 3), 'usd',
    '${JSON.stringify(exampleOrder.seller)}',
    case when kind = 'sent' then 'Shift' when kind in ('open', 'paid') then 'Pending' else 'pending' end,
    case when kind = 'open' then now() + interval '1 day' else at + interval '2 days' end - interval '700 days' *
      (kind = 'late')::integer,
    at,
    case when kind in ('sent', 'paid', 'new') then at end,
    case when kind in ('sent', 'paid', 'new') then 'pi_' || plan.n end,
    case when kind in ('sent', 'paid', 'new') then 'card' end,
    case when kind in ('sent', 'paid', 'new') then plan.n end,
    case when kind in ('expired', 'deleted') then at end,
    case when kind = 'expired' then at end,
    case when kind = 'deleted' then at end,
    concat_ws(' ', part.name, part.part_number, case when kind = 'open' then '${RARE_PART}' end)
  from plan join part on part.n = 1 + plan.n % 5000 join buyer on buyer.n = 1 + plan.n % ${LONG.users}
  returning *)
  insert into order_lines (
    order_id, position, product_id, name, img, quantity, unit_price_minor, tax_ppm, tax_minor, total_minor, cancelled, shipped
  )
  select id, 1, product_id, product_name, img, quantity, unit_price_minor, 0, 0, total_minor,
    case when stock_returned_at is null then 0 else quantity end, case when status = 'Shift' then quantity else 0 end
  from placed`

/** Order events that need no mail. */
const events = `
  insert into order_events (at, actor_id, order_id, kind, before, after, mailed_at)
  select created_at, user_id, id, 'placed', null, 'pending', created_at from orders
  union all
  select paid_at, user_id, id, 'paid', 'false', 'true', paid_at from orders where paid_at is not null`

/** Changes of parts, half of them by orders, and three roles that were given. */
const changes = `
  insert into audit (at, actor_id, entity, entity_id, field, before, after, direct)
  select created_at, user_id, 'product', product_id::text, 'availableQuantity', '2', '1', false from orders
  union all
  select created_at, case when quantity > 1 then user_id end, 'product', product_id::text, 'price', '1', '2', true
  from orders;
  insert into audit (at, actor_id, entity, entity_id, field, before, after, direct)
  select created_at, null, 'user', id::text, 'role', 'user', 'viewer', true from users
  order by created_at limit ${LONG.rare}`

const paymentRows = `
  insert into refunds (id, order_id, amount_minor, created_at, done_at, provider_id)
  select gen_random_uuid(), id, 1, created_at, created_at, 're_' || id from orders
  where paid_at is not null and receipt_number % 20 = 1;
  insert into disputes (id, order_id, intent_id, amount_minor, currency, reason, status, withdrawn_minor, created_at)
  select 'du_' || id, id, transaction_id, total_minor, 'usd', 'general',
    case when receipt_number % ${INTERVAL} = 20 then 'needs_response' else 'won' end, 0, created_at
  from orders where paid_at is not null and receipt_number % 10 in (0, 1);
  insert into orphaned_payments (intent_id, order_id, amount_minor, currency, created_at, refunded_at)
  select 'pi_orphan_' || id, id, total_minor, 'usd', created_at, created_at from orders where expired_at is not null`

const requests = `
  insert into reviews (id, user_id, product_id, name, description, rating, created_at, hidden_at)
  select gen_random_uuid(), null, (select id from products limit 1), 'Reviewer ' || n, 'As described.', 4,
    now() - n * interval '20 minutes', case when n % ${HIDDEN_INTERVAL} = 10 then now() end
  from generate_series(1, ${LONG.others}) as n;
  insert into estimates (id, name, email, created_at)
  select gen_random_uuid(), 'Visitor ' || n, 'visitor' || n || '@example.com', now() - n * interval '20 minutes'
  from generate_series(1, ${LONG.others}) as n;
  insert into subscribers (id, email, created_at)
  select gen_random_uuid(), 'subscriber' || n || '@example.com', now() - n * interval '20 minutes'
  from generate_series(1, ${LONG.others}) as n`

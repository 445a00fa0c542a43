-- What happened to an order, in one table: its history, and the outbox of the mails about it. `place_order` and the
-- state changes add rows; server/sales/orders/order-mails.ts, run by the outbox, writes the mails and sets `mailed_at`
-- (docs/decisions/0040).

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  at timestamptz(3) not null,
  -- null: the store itself
  actor_id uuid references users (id),
  kind text not null check (kind in ('placed', 'status', 'paid', 'expired', 'deleted', 'refunded', 'dispute')),
  before text,
  after text,
  data jsonb,
  -- the one refund that caused the change
  refund_id uuid references refunds (id),
  dispute_id text references disputes (id),
  -- null: a mail may have to be written
  mailed_at timestamptz(3),
  -- why the mail cannot be written; set it to null to try again
  mail_error text,
  constraint dispute_event_names_dispute check ((kind = 'dispute') = (dispute_id is not null))
);

insert into order_events (
  order_id, at, actor_id, kind, before, after, data, refund_id, dispute_id, mailed_at, mail_error
)
select orders.id, audit.at, audit.actor_id,
  case when audit.field = 'status' and audit.before is null then 'placed' else audit.field end,
  audit.before, audit.after,
  case when audit.field = 'status' and audit.before is null
    then jsonb_build_object('expiresAt', orders.expires_at) end,
  case when audit.field = 'refunded' then (
    select min(refunds.id::text)::uuid from refunds
    where refunds.order_id = orders.id and refunds.done_at = audit.at having count(*) = 1
  ) end,
  case when audit.field = 'dispute' then (
    select disputes.id from disputes where disputes.order_id = orders.id
    order by disputes.created_at <= audit.at desc, disputes.created_at desc, disputes.id desc limit 1
  ) end,
  case when due.audit_id is null then audit.at end,
  due.error
from audit
join orders on orders.id::text = audit.entity_id
left join order_notifications as due on due.audit_id = audit.id
where audit.entity = 'order'
order by audit.id;

create index order_events_of_order on order_events (order_id, id);
create index order_events_to_mail on order_events (id) where mailed_at is null;
create trigger order_events_append_only before delete or truncate
    or update of order_id, at, actor_id, kind, before, after, data, refund_id, dispute_id on order_events
  for each statement execute function refuse_change();

drop trigger audit_adds_order_notification on audit;
drop function add_order_notification();
drop table order_notifications;

-- The order that a key placed: a replay is answered from it. Keys of other calls keep their response.
alter table idempotency_keys add column order_id uuid references orders (id);

-- Places an order of one product and reserves its units. Refuses by `outcome`, and writes nothing then; the other
-- results say what the caller needs to name the reason. Locks the account, then the product. Each statement needs a
-- snapshot of its own after the account's lock: READ COMMITTED, and not `stable`.
create function place_order(
  p_id uuid, p_user uuid, p_product uuid, p_quantity integer, p_prices bigint[], p_unpaid_limit integer,
  p_name text, p_email text, p_phone text, p_address text, p_location text,
  p_currency text, p_tax_rate integer, p_expires_at timestamptz, p_at timestamptz,
  -- null without an Idempotency-Key
  p_method text, p_path text, p_key text, p_body_hash text, p_keys_since timestamptz,
  out outcome text, out name text, out img text, out price_minor bigint, out available integer,
  out minimum_order integer, out archived_at timestamptz
) language plpgsql as $$
#variable_conflict use_column
declare
  account record;
begin
  -- a NOTIFY would let one commit at a time through: the caller publishes after the commit
  perform set_config('store.publishing_deferred', 'on', true);
  select deleted_at, unpaid_orders into account from users where id = p_user for no key update;
  -- with the account locked nobody else can write this key
  if not found or account.deleted_at is not null then
    outcome := 'account_gone';
  elsif p_key is not null and exists (
    select from idempotency_keys as keys
    where keys.user_id = p_user and keys.method = p_method and keys.path = p_path and keys.key = p_key
      and keys.created_at >= p_keys_since
  ) then
    outcome := 'key_used';
  elsif account.unpaid_orders >= p_unpaid_limit then
    outcome := 'unpaid_limit';
  else
    -- looks again at a row that was changed while it waited
    update products as p set available = p.available - p_quantity
    where p.id = p_product and p.archived_at is null and p.available >= p_quantity
      and p.minimum_order <= p_quantity and p.price_minor = any (p_prices)
    returning p.name, p.img, p.price_minor, p.available, p.minimum_order
    into place_order.name, place_order.img, place_order.price_minor, place_order.available, place_order.minimum_order;
    outcome := case when found then 'placed' else 'product_unavailable' end;
  end if;
  if outcome <> 'placed' then
    select p.name, p.img, p.price_minor, p.available, p.minimum_order, p.archived_at
    into place_order.name, place_order.img, place_order.price_minor, place_order.available,
      place_order.minimum_order, place_order.archived_at
    from products as p where p.id = p_product;
    return;
  end if;
  update users set unpaid_orders = unpaid_orders + 1 where id = p_user;
  insert into orders (
    id, user_id, product_id, product_name, img, name, email, phone, address, location,
    quantity, unit_price_minor, total_minor, currency, tax_rate, status, expires_at, created_at
  ) values (
    p_id, p_user, p_product, place_order.name, place_order.img, p_name, p_email, p_phone, p_address, p_location,
    p_quantity, place_order.price_minor, place_order.price_minor * p_quantity, p_currency, p_tax_rate, 'pending',
    p_expires_at, p_at
  );
  insert into order_events (order_id, at, actor_id, kind, after, data)
  values (p_id, p_at, p_user, 'placed', 'pending', jsonb_build_object('expiresAt', p_expires_at));
  insert into audit (at, actor_id, entity, entity_id, field, before, after)
  values (p_at, p_user, 'product', p_product::text, 'availableQuantity',
    (place_order.available::bigint + p_quantity)::text, place_order.available::text);
  if p_key is not null then
    insert into idempotency_keys (user_id, method, path, key, body_hash, status, order_id, created_at)
    values (p_user, p_method, p_path, p_key, p_body_hash, 201, p_id, p_at)
    -- one that is older than a day
    on conflict (user_id, method, path, key) do update
      set body_hash = excluded.body_hash, status = excluded.status, response = null,
        order_id = excluded.order_id, created_at = excluded.created_at;
  end if;
end
$$;

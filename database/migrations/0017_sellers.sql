-- Who sold, as every receipt of the order says it: the shop as it was when the order was placed.
alter table orders add column seller jsonb;
alter table orders add constraint seller_is_complete check (
  seller is null or jsonb_typeof(seller) = 'object' and seller ?& '{name,address,taxId,phone,locale,timeZone}'
);

-- The seller of orders that a version before this one placed, perhaps still places beside this one: such a version knows
-- only its environment. The first start of a store writes the row, and fills in the orders that have none
-- (server/sales/orders/seller.ts).
create table earlier_seller (
  singleton boolean primary key default true check (singleton),
  seller jsonb not null
);
create index orders_without_seller on orders (id) where seller is null;

create or replace function refuse_order_regression() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.product_id, new.quantity, new.unit_price_minor, new.total_minor, new.currency, new.tax_rate)
    is distinct from
    (old.user_id, old.product_id, old.quantity, old.unit_price_minor, old.total_minor, old.currency, old.tax_rate)
    or old.seller is not null and new.seller is distinct from old.seller
  then raise exception 'what was ordered does not change' using errcode = 'check_violation';
  end if;
  if old.paid_at is not null
    and (new.paid_at, new.transaction_id, new.receipt_number)
      is distinct from (old.paid_at, old.transaction_id, old.receipt_number)
    or old.expired_at is not null and new.expired_at is distinct from old.expired_at
    or old.deleted_at is not null and new.deleted_at is distinct from old.deleted_at
    or old.stock_returned_at is not null and new.stock_returned_at is distinct from old.stock_returned_at
  then raise exception 'an order does not go back' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

drop function place_order;
-- Places an order of one product and reserves its units. Refuses by `outcome`, and writes nothing then; the other
-- results say what the caller needs to name the reason. Locks the account, then the product. Each statement needs a
-- snapshot of its own after the account's lock: READ COMMITTED, and not `stable`.
create function place_order(
  p_id uuid, p_user uuid, p_product uuid, p_quantity integer, p_prices bigint[], p_unpaid_limit integer,
  p_name text, p_email text, p_phone text, p_address text, p_location text,
  p_currency text, p_tax_rate integer, p_expires_at timestamptz, p_at timestamptz,
  -- null without an Idempotency-Key
  p_method text, p_path text, p_key text, p_body_hash text, p_keys_since timestamptz,
  -- null from a version before this one
  p_seller jsonb default null,
  out outcome text, out name text, out img text, out price_minor bigint, out available integer,
  out minimum_order integer, out archived_at timestamptz
) language plpgsql as $$
#variable_conflict use_column
declare
  account record;
begin
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
    quantity, unit_price_minor, total_minor, currency, tax_rate, seller, status, expires_at, created_at
  ) values (
    p_id, p_user, p_product, place_order.name, place_order.img, p_name, p_email, p_phone, p_address, p_location,
    p_quantity, place_order.price_minor, place_order.price_minor * p_quantity, p_currency, p_tax_rate,
    coalesce(p_seller, (select earlier_seller.seller from earlier_seller)), 'pending', p_expires_at, p_at
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

-- Orders with lines (docs/decisions/0061). `orders` keeps what a sale has once, and a summary of its lines for lists, mails
-- and the calls of one part: the first part's id, name and picture, the sum of the units, and `unit_price_minor`, which is
-- the total if there are several lines: whoever agrees to the `price` of the wire agrees to no more than is charged.

alter table orders
  -- further lines of parts: "Brake disc and 3 more"
  add column other_parts smallint not null default 0 check (other_parts >= 0),
  -- for people, and letters
  add column number bigint,
  add column channel text not null default 'direct' check (channel in ('direct', 'cart')),
  add column cart_id uuid,
  add column delivery text not null default 'agreed' check (delivery in ('agreed', 'pickup')),
  -- the addresses as they were when it was placed
  add column ship_to jsonb,
  add column bill_to jsonb,
  drop constraint total_is_price_times_quantity,
  add constraint price_is_unit_price_or_total
    check (total_minor = unit_price_minor * quantity or total_minor = unit_price_minor),
  -- the lines refer to the parts
  drop constraint orders_product_id_fkey;
drop index orders_of_product;

create sequence order_numbers start 100001 owned by orders.number;
-- Old orders are numbered in the order in which they were placed. Changing the type writes the table and its indexes anew, once:
-- an update of all rows takes four times as long.
create temporary table numbered (id uuid primary key, number bigint not null) on commit drop;
insert into numbered select id, 100000 + row_number() over (order by created_at, id) from orders;
analyze numbered;
create function pg_temp.number_of(uuid) returns bigint language sql stable as $$
  select number from numbered where id = $1
$$;
alter table orders alter column number type bigint using pg_temp.number_of(id);
drop function pg_temp.number_of;
select setval('order_numbers', 100001 + count(*), false) from orders;
alter table orders alter column number set default nextval('order_numbers'), alter column number set not null;
create unique index orders_number_key on orders (number);
-- a cart becomes at most one order
create unique index orders_of_cart on orders (cart_id) where cart_id is not null;

create table order_lines (
  order_id uuid not null,
  position smallint not null check (position >= 1),
  kind text not null default 'part' check (kind = any (array['part'])),
  -- the line that this one belongs to
  parent smallint,
  product_id uuid,
  name text not null,
  img text,
  part_number text,
  brand text,
  quantity integer not null check (quantity > 0),
  unit_price_minor bigint not null,
  -- parts per million. Tax is computed for a group of lines, then spread over them
  tax_ppm integer not null check (tax_ppm between 0 and 1000000),
  tax_group smallint not null default 1,
  includes_tax boolean not null default true,
  tax_minor bigint not null check (tax_minor >= 0),
  -- what the buyer pays for the line, with tax
  total_minor bigint not null,
  -- units that will not be sent, that were sent, have arrived, came back after they were sent
  cancelled integer not null default 0,
  shipped integer not null default 0,
  delivered integer not null default 0,
  returned integer not null default 0,
  -- refunded, or set aside for a refund that has not ended: sums over refund_lines
  refunded_units integer not null default 0,
  refunded_minor bigint not null default 0,
  refunded_tax_minor bigint not null default 0,
  constraint part_has_product check (kind <> 'part' or product_id is not null),
  constraint line_total_is_its_parts
    check (total_minor = unit_price_minor * quantity + case when includes_tax then 0 else tax_minor end),
  constraint tax_within_line check (tax_minor <= total_minor),
  constraint units_in_order check (
    0 <= cancelled and 0 <= delivered and delivered <= shipped and shipped <= quantity - cancelled
    and 0 <= returned and returned <= shipped
  ),
  constraint refunds_within_line check (
    refunded_units between 0 and quantity and refunded_minor between 0 and total_minor
    and refunded_tax_minor between 0 and tax_minor
  )
);

-- Which lines a refund is for. The provider moves one amount: that of the refund is the sum of its lines.
create table refund_lines (
  refund_id uuid not null,
  order_id uuid not null,
  position smallint not null,
  -- units whose price goes back, and units that return to stock when the refund is done
  units integer not null check (units >= 0),
  restocked integer not null check (restocked >= 0),
  amount_minor bigint not null check (amount_minor >= 0),
  tax_minor bigint not null,
  -- the shop did not say which lines: spread over them by what was left of each
  is_assumed boolean not null default false,
  constraint tax_within_refund check (tax_minor between 0 and amount_minor)
);

-- The tax that an amount includes, at a rate in hundredths of a percent, half up: `taxOf` of the store. numeric, because
-- without cards a total has up to 2^53 minor units.
create function pg_temp.included_tax(amount numeric, rate integer) returns bigint
language sql immutable as $$
  select div(2 * greatest(amount, 0) * rate + 10000 + rate, 2 * (10000 + rate))::bigint
$$;

-- Orders of one part become orders with one line. Shifted orders count as sent as a whole; ended ones have no units left.
insert into order_lines (
  order_id, position, product_id, name, img, quantity, unit_price_minor, tax_ppm, tax_minor, total_minor,
  cancelled, shipped, returned, refunded_units, refunded_minor, refunded_tax_minor
)
select id, 1, product_id, product_name, img, orders.quantity, unit_price_minor, tax_rate * 100,
  pg_temp.included_tax(total_minor, tax_rate), total_minor,
  case when is_sent then 0 when has_ended then orders.quantity else quantity_returned end,
  case when is_sent then orders.quantity else 0 end,
  case when is_sent then quantity_returned else 0 end,
  least(coalesce(refunded.units, 0), orders.quantity), refunded_minor,
  pg_temp.included_tax(total_minor, tax_rate) - pg_temp.included_tax(total_minor - refunded_minor, tax_rate)
from orders
cross join lateral (
  select status = 'Shift' and stock_returned_at is null as is_sent, deleted_at is not null or expired_at is not null as has_ended
) as state
left join (
  select order_id, sum(quantity) as units from refunds where failed_at is null group by order_id
) as refunded on refunded.order_id = orders.id;

insert into refund_lines (refund_id, order_id, position, units, restocked, amount_minor, tax_minor)
select refunds.id, order_id, 1, refunds.quantity, refunds.quantity, amount_minor,
  -- the tax of one refund among several: what the sums before and after it leave
  pg_temp.included_tax(total_minor - before, tax_rate) - pg_temp.included_tax(total_minor - before - amount_minor, tax_rate)
from (
  select *, coalesce(sum(amount_minor) filter (where failed_at is null) over earlier, 0) as before
  from refunds
  window earlier as (partition by order_id order by created_at, id rows between unbounded preceding and 1 preceding)
) as refunds join orders on orders.id = order_id;
drop function pg_temp.included_tax;

-- keys after the rows: one join for a million rows instead of a million look-ups
alter table order_lines
  add primary key (order_id, position),
  add foreign key (order_id) references orders (id),
  add foreign key (product_id) references products (id),
  add constraint parent_is_of_the_order foreign key (order_id, parent) references order_lines (order_id, position);
create index order_lines_of_product on order_lines (product_id);
-- what is still to be sent
create index order_lines_to_send on order_lines (order_id) where shipped + cancelled < quantity;
alter table refund_lines
  add primary key (refund_id, position),
  add foreign key (refund_id) references refunds (id),
  add foreign key (order_id, position) references order_lines (order_id, position);
create index refund_lines_of_line on refund_lines (order_id, position);

-- What was agreed on a line does not change, and units that were cancelled or came back stay so. `shipped` and `delivered`
-- may fall: a status or a shipment can be taken back.
create function refuse_line_regression() returns trigger language plpgsql as $$
begin
  if (new.order_id, new.position, new.kind, new.parent, new.product_id, new.name, new.quantity, new.unit_price_minor,
      new.tax_ppm, new.tax_group, new.includes_tax, new.tax_minor, new.total_minor)
    is distinct from
    (old.order_id, old.position, old.kind, old.parent, old.product_id, old.name, old.quantity, old.unit_price_minor,
      old.tax_ppm, old.tax_group, old.includes_tax, old.tax_minor, old.total_minor)
  then raise exception 'what was ordered does not change' using errcode = 'check_violation';
  end if;
  if new.cancelled < old.cancelled or new.returned < old.returned
  then raise exception 'a line does not go back' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger order_lines_move_forward before update on order_lines
  for each row execute function refuse_line_regression();

-- An order is the sum of its lines, compared when the transaction that placed it commits. Lines are added with their order
-- only (`place_order`), so one check of each new order covers them.
create function check_order_sums() returns trigger language plpgsql as $$
begin
  if (new.total_minor, new.quantity, new.other_parts + 1) is distinct from (
    select (sum(total_minor)::bigint, (sum(quantity) filter (where kind = 'part'))::integer,
      (count(*) filter (where kind = 'part'))::integer)
    from order_lines where order_id = new.id
  ) then raise exception 'order % is not the sum of its lines', new.id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger orders_are_sums_of_lines after insert on orders deferrable initially deferred
  for each row execute function check_order_sums();

-- as in 0017, with the columns above
create or replace function refuse_order_regression() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.product_id, new.quantity, new.unit_price_minor, new.total_minor, new.currency, new.tax_rate,
      new.other_parts, new.number, new.channel, new.cart_id)
    is distinct from
    (old.user_id, old.product_id, old.quantity, old.unit_price_minor, old.total_minor, old.currency, old.tax_rate,
      old.other_parts, old.number, old.channel, old.cart_id)
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

-- The lines that cannot be sold as priced, with what the caller needs to name the reason. Lock the parts first. `stable`, so
-- that PostgreSQL merges it into the statement of its caller.
create function line_faults(lines order_lines[]) returns table (
  "position" smallint, code text, price bigint, available integer, "minimumOrder" integer
) language sql stable as $$
  select * from (
    select line.position, case
        when part.id is null or part.archived_at is not null then 'not_found'
        when line.quantity < part.minimum_order then 'below_minimum'
        -- a part may be on several lines
        when part.available < (select sum(quantity) from unnest(lines) as other where other.product_id = part.id)
          then 'insufficient_stock'
        when line.unit_price_minor <> part.price_minor then 'price_changed'
      end as code, part.price_minor, part.available, part.minimum_order
    from unnest(lines) as line left join products as part on part.id = line.product_id
    where line.kind = 'part'
  ) as judged
  where code is not null
$$;

drop function place_order;
-- Places an order of any number of lines: all lines or none. `p_order` is the row of `orders`, `p_lines` are the rows of
-- `order_lines`, as the caller has priced them and the buyer has agreed to; here they are compared with the locked parts.
-- Refuses by `outcome` and writes nothing then; with `lines_changed`, `faults` names every line that cannot be sold as agreed.
-- Locks the account, then the parts by ascending id, so that two orders never wait for each other. Each statement needs a
-- snapshot of its own after the account's lock: READ COMMITTED, and not `stable`.
create function place_order(
  p_order jsonb, p_lines jsonb, p_unpaid_limit integer,
  -- null without an Idempotency-Key
  p_method text, p_path text, p_key text, p_body_hash text, p_keys_since timestamptz,
  out outcome text,
  -- [{ position, code, price, available, minimumOrder }]
  out faults jsonb,
  out number bigint,
  -- [{ id, minimumOrder, before, after }]: the changes of stock
  out parts jsonb
) language plpgsql as $$
#variable_conflict use_column
declare
  placed orders := jsonb_populate_record(null::orders, p_order);
  lines order_lines[] := array(select line from jsonb_populate_recordset(null::order_lines, p_lines) as line);
  account record;
begin
  select deleted_at, unpaid_orders into account from users where id = placed.user_id for no key update;
  -- with the account locked nobody else can write this key
  if not found or account.deleted_at is not null then
    outcome := 'account_gone';
  elsif p_key is not null and exists (
    select from idempotency_keys as keys
    where keys.user_id = placed.user_id and keys.method = p_method and keys.path = p_path and keys.key = p_key
      and keys.created_at >= p_keys_since
  ) then
    outcome := 'key_used';
  elsif placed.cart_id is not null and exists (select from orders where cart_id = placed.cart_id) then
    outcome := 'cart_ordered';
  else
    perform from products where id = any (array(select product_id from unnest(lines))) order by id for no key update;
    faults := (select jsonb_agg(to_jsonb(fault) order by position) from line_faults(lines) as fault);
    outcome := case
      when faults is not null then 'lines_changed'
      when account.unpaid_orders >= p_unpaid_limit then 'unpaid_limit'
      else 'placed'
    end;
  end if;
  if outcome <> 'placed' then
    return;
  end if;

  with taken as (
    select product_id, sum(quantity)::integer as units from unnest(lines) where kind = 'part' group by product_id
  ), sold as (
    update products as part set available = part.available - taken.units from taken where part.id = taken.product_id
    returning part.id, part.minimum_order, part.available as after, part.available + taken.units as before
  ), audited as (
    insert into audit (at, actor_id, entity, entity_id, field, before, after)
    select placed.created_at, placed.user_id, 'product', id::text, 'availableQuantity', before::text, after::text from sold
  )
  select jsonb_agg(jsonb_build_object('id', id, 'minimumOrder', minimum_order, 'before', before, 'after', after))
  into parts from sold;
  update users set unpaid_orders = unpaid_orders + 1 where id = placed.user_id;
  insert into orders (
    id, user_id, product_id, product_name, img, other_parts, name, email, phone, address, location, quantity,
    unit_price_minor, total_minor, currency, tax_rate, seller, expires_at, created_at, channel, cart_id, delivery, ship_to,
    bill_to
  ) values (
    placed.id, placed.user_id, placed.product_id, placed.product_name, placed.img, placed.other_parts, placed.name,
    placed.email, placed.phone, placed.address, placed.location, placed.quantity, placed.unit_price_minor,
    placed.total_minor, placed.currency, placed.tax_rate, placed.seller, placed.expires_at, placed.created_at,
    placed.channel, placed.cart_id, placed.delivery, placed.ship_to, placed.bill_to
  ) returning orders.number into number;
  insert into order_lines (
    order_id, position, kind, parent, product_id, name, img, part_number, brand, quantity, unit_price_minor, tax_ppm,
    tax_group, includes_tax, tax_minor, total_minor
  )
  select placed.id, position, kind, parent, product_id, name, img, part_number, brand, quantity, unit_price_minor, tax_ppm,
    tax_group, includes_tax, tax_minor, total_minor
  from unnest(lines);
  insert into order_events (order_id, at, actor_id, kind, after, data)
  values (placed.id, placed.created_at, placed.user_id, 'placed', 'pending',
    jsonb_build_object('expiresAt', placed.expires_at));
  if p_key is not null then
    insert into idempotency_keys (user_id, method, path, key, body_hash, status, order_id, created_at)
    values (placed.user_id, p_method, p_path, p_key, p_body_hash, 201, placed.id, placed.created_at)
    -- one that is older than a day
    on conflict (user_id, method, path, key) do update
      set body_hash = excluded.body_hash, status = excluded.status, response = null,
        order_id = excluded.order_id, created_at = excluded.created_at;
  end if;
end
$$;

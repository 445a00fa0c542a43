-- What the price of a line was for when its order was placed (docs/decisions/0070); null for orders from before it was recorded.
alter table order_lines add column sale_unit text
  check (sale_unit in ('each', 'pair', 'set', 'set-of-four', 'pack', 'meter'));

-- As in 0022: the unit of sale does not change either.
create or replace function refuse_line_regression() returns trigger language plpgsql as $$
begin
  if (new.order_id, new.position, new.kind, new.parent, new.product_id, new.name, new.quantity, new.unit_price_minor,
      new.tax_ppm, new.tax_group, new.includes_tax, new.tax_minor, new.total_minor, new.sale_unit)
    is distinct from
    (old.order_id, old.position, old.kind, old.parent, old.product_id, old.name, old.quantity, old.unit_price_minor,
      old.tax_ppm, old.tax_group, old.includes_tax, old.tax_minor, old.total_minor, old.sale_unit)
  then raise exception 'what was ordered does not change' using errcode = 'check_violation';
  end if;
  if new.cancelled < old.cancelled or new.returned < old.returned
  then raise exception 'a line does not go back' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

-- Places an order of any number of lines: as in 0026, with the unit of sale of each line.
create or replace function place_order(
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
    -- locks the parts by ascending id, and compares what they are with the locks held
    faults := (
      with part as materialized (
        select id, archived_at, price_minor, available, minimum_order from products
        where id = any (array(select product_id from jsonb_to_recordset(p_lines) as line (product_id uuid)))
        order by id for no key update
      ), judged as (
        select line.position, case
            when part.id is null or part.archived_at is not null then 'not_found'
            when line.quantity < part.minimum_order then 'below_minimum'
            -- a part may be on several lines
            when part.available < sum(line.quantity) over (partition by line.product_id) then 'insufficient_stock'
            when line.unit_price_minor <> part.price_minor then 'price_changed'
          end as code, part.price_minor as price, part.available, part.minimum_order as "minimumOrder"
        from jsonb_to_recordset(p_lines) as line (
          position smallint, kind text, product_id uuid, quantity integer, unit_price_minor bigint
        ) left join part on part.id = line.product_id
        where line.kind = 'part'
      )
      select jsonb_agg(to_jsonb(judged) order by position) from judged where code is not null
    );
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
    select product_id, sum(quantity)::integer as units
    from jsonb_to_recordset(p_lines) as line (kind text, product_id uuid, quantity integer)
    where kind = 'part' group by product_id
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
    bill_to, part_words, note
  ) values (
    placed.id, placed.user_id, placed.product_id, placed.product_name, placed.img, placed.other_parts, placed.name,
    placed.email, placed.phone, placed.address, placed.location, placed.quantity, placed.unit_price_minor,
    placed.total_minor, placed.currency, placed.tax_rate, placed.seller, placed.expires_at, placed.created_at,
    placed.channel, placed.cart_id, placed.delivery, placed.ship_to, placed.bill_to,
    placed.part_words, placed.note
  ) returning orders.number into number;
  insert into order_lines (
    order_id, position, kind, parent, product_id, name, img, part_number, brand, quantity, unit_price_minor, tax_ppm,
    tax_group, includes_tax, tax_minor, total_minor, sale_unit
  )
  select placed.id, position, kind, parent, product_id, name, img, part_number, brand, quantity, unit_price_minor, tax_ppm,
    tax_group, includes_tax, tax_minor, total_minor, sale_unit
  from jsonb_populate_recordset(null::order_lines, p_lines);
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

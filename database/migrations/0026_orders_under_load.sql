-- Orders placed by many at once, and admins' lists of any length. See docs/decisions/0024-orders-under-load.md.

-- A move of stock used to write into every index of products, since one of them holds the number of pieces. Now it does
-- so only at ten pieces and fewer, and finds room for the new row beside the old one.
alter table products set (fillfactor = 85);
drop index products_low_stock;
alter table products
  add column scarce integer generated always as (case when available <= 10 then available end) stored;
create index products_scarce on products (scarce, id) where archived_at is null and scarce is not null;

-- As before, but for what follows from the number of pieces.
create or replace function announce_changed_products() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
  of_stock constant text[] := '{available,scarce,in_stock}';
  tags text[];
  is_of_lists boolean;
begin
  if is_quiet() then
    return null;
  end if;
  if (select count(*) from (select from new_rows limit most + 1) as changed) > most then
    perform announce_tags('{products,product:*}');
    return null;
  end if;
  select array_agg('product:' || coalesce(before.id, after.id)),
      bool_or(
        before.id is null or after.id is null
        or to_jsonb(before) - of_stock <> to_jsonb(after) - of_stock
        or (before.available > 0) <> (after.available > 0)
        or (before.available >= before.minimum_order) <> (after.available >= after.minimum_order)
      )
    into tags, is_of_lists
    from old_rows as before full join new_rows as after on after.id = before.id
    where before is distinct from after;
  perform announce_tags(case when is_of_lists then tags || 'products'::text else tags end);
  return null;
end
$$;

-- Written with every order, too.
alter table users set (fillfactor = 85);
alter table rate_limits set (fillfactor = 70);

-- Unpaid orders stand in no index of payments.
alter table orders
  drop constraint orders_transaction_id_key,
  drop constraint orders_receipt_number_key;
create unique index orders_transaction_id_key on orders (transaction_id) where transaction_id is not null;
create unique index orders_receipt_number_key on orders (receipt_number) where receipt_number is not null;

-- Every filter of the admins' list is a union of these, each read in the order of the list.
create index orders_paid_newest on orders (status, created_at desc, id desc) where paid_at is not null;
create index orders_open_newest on orders (status, created_at desc, id desc)
  where paid_at is null and expired_at is null and deleted_at is null;
create index orders_expired_newest on orders (status, created_at desc, id desc)
  where expired_at is not null and deleted_at is null;

drop index users_newest;
create index users_newest on users (created_at desc, id desc) where deleted_at is null;
create index users_enabled_newest on users (created_at desc, id desc)
  where deleted_at is null and disabled_at is null;

create index disputes_of_status on disputes (status, created_at desc, id);
create index stray_payments_newest on stray_payments (created_at desc, intent_id);
create index stray_payments_unrefunded on stray_payments (intent_id) where refunded_at is null;

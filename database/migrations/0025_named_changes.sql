-- Names what changed, so that an instance drops the answers that show it and keeps the others (decision 0023).
-- A transaction that announces by itself after its commit says so with `set_config('store.quiet', 'on', true)`:
-- a NOTIFY makes commits wait for one another, which orders must not.

drop trigger products_changed on products;
drop trigger reviews_changed on reviews;
drop function announce_change();

-- A payload holds less than 8,000 bytes: beyond `most` names the caller passes the one that stands for all.
create function announce_tags(tags text[]) returns void language sql as $$
  select pg_notify('store_changed', array_to_string(tags, ' ')) where cardinality(tags) > 0
$$;

create function is_quiet() returns boolean language sql stable as $$
  select coalesce(current_setting('store.quiet', true), '') = 'on'
$$;

-- Parts that arrive, and all parts at once: no answer of a part can show one that was not there.
create function announce_products() returns trigger language plpgsql as $$
begin
  if not is_quiet() then
    perform announce_tags(case tg_op when 'INSERT' then '{products}' else '{products,product:*}'::text[] end);
  end if;
  return null;
end
$$;

-- A move of stock changes the part, and lists only where it turns the part up or out of stock.
create function announce_changed_products() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
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
        or to_jsonb(before) - 'available' <> to_jsonb(after) - 'available'
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

create function announce_deleted_products() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
  tags text[];
begin
  if is_quiet() then
    return null;
  end if;
  select case when count(*) > most then '{products,product:*}'
      else array_agg('product:' || id) || array_agg(distinct 'products'::text) end
    into tags
    from (select id from old_rows limit most + 1) as gone;
  perform announce_tags(tags);
  return null;
end
$$;

create trigger products_arrived after insert on products
  for each statement execute function announce_products();
create trigger products_changed after update on products
  referencing old table as old_rows new table as new_rows
  for each statement execute function announce_changed_products();
create trigger products_deleted after delete on products
  referencing old table as old_rows
  for each statement execute function announce_deleted_products();
create trigger products_emptied after truncate on products
  for each statement execute function announce_products();

-- Reviews are shown of the whole store, and of the part they speak of.
create function announce_reviews() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
  parts text[];
begin
  if is_quiet() then
    return null;
  end if;
  if tg_op = 'TRUNCATE' then
    perform announce_tags('{reviews,review-of:*}');
    return null;
  elsif tg_op = 'INSERT' then
    parts := array(select distinct 'review-of:' || product_id from new_rows where product_id is not null limit most + 1);
  elsif tg_op = 'DELETE' then
    parts := array(select distinct 'review-of:' || product_id from old_rows where product_id is not null limit most + 1);
  else
    parts := array(
      select distinct 'review-of:' || product_id
      from (select product_id from new_rows union all select product_id from old_rows) as changed
      where product_id is not null limit most + 1
    );
  end if;
  perform announce_tags(
    'reviews'::text || case when cardinality(parts) > most then '{review-of:*}' else parts end
  );
  return null;
end
$$;

create trigger reviews_arrived after insert on reviews
  referencing new table as new_rows
  for each statement execute function announce_reviews();
create trigger reviews_changed after update on reviews
  referencing old table as old_rows new table as new_rows
  for each statement execute function announce_reviews();
create trigger reviews_deleted after delete on reviews
  referencing old table as old_rows
  for each statement execute function announce_reviews();
create trigger reviews_emptied after truncate on reviews
  for each statement execute function announce_reviews();

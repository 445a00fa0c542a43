-- The counts of lists by category, brand and stock are by part type and subcategory, too (docs/decisions/0074-part-types-of-lists.md).
-- Of parts without a type or subcategory: 0, and an empty text.
alter table facet_counts
  add column part_type_id smallint not null default 0,
  add column subcategory text not null default '';
alter table facet_count_changes
  add column part_type_id smallint not null default 0,
  add column subcategory text not null default '';
alter table facet_counts
  drop constraint facet_counts_pkey,
  add primary key (category, subcategory, brand, part_type_id, in_stock),
  alter column part_type_id drop default,
  alter column subcategory drop default;
alter table facet_count_changes
  alter column part_type_id drop default,
  alter column subcategory drop default;

-- Counts within price bounds are read from this alone.
drop index products_counted;
create index products_counted on products (category, brand, in_stock, price_minor) include (part_type_id, subcategory)
  where archived_at is null;

delete from facet_count_changes;
delete from facet_counts;
insert into facet_counts (category, subcategory, brand, part_type_id, in_stock, parts)
  select category, coalesce(subcategory, ''), coalesce(brand, ''), coalesce(part_type_id, 0), in_stock, count(*)
  from products where archived_at is null group by 1, 2, 3, 4, 5;

create or replace function merge_count_changes() returns void language plpgsql set search_path from current as $$
declare
  gone text[];
  changed_words bigint;
  new_brands bigint;
begin
  if not pg_try_advisory_xact_lock(7253002) then
    return;
  end if;
  with taken as (delete from lexeme_count_changes returning lexeme, parts),
  folded as (
    insert into lexeme_counts as kept (lexeme, parts)
      select lexeme, sum(parts) from taken group by lexeme having sum(parts) <> 0
      on conflict (lexeme) do update set parts = kept.parts + excluded.parts
      returning lexeme, parts
  )
  select array_agg(lexeme) filter (where parts <= 0), count(*) into gone, changed_words from folded;
  if gone is not null then
    delete from lexeme_counts where lexeme = any(gone) and parts <= 0;
  end if;
  with taken as (delete from facet_count_changes returning category, subcategory, brand, part_type_id, in_stock, parts),
  folded as (
    insert into facet_counts as kept (category, subcategory, brand, part_type_id, in_stock, parts)
      select category, subcategory, brand, part_type_id, in_stock, sum(parts) from taken group by 1, 2, 3, 4, 5 having sum(parts) <> 0
      on conflict (category, subcategory, brand, part_type_id, in_stock) do update set parts = kept.parts + excluded.parts
      returning brand, xmax = 0 as is_new
  )
  -- the vocabulary has the brands: a new type of a known one changes nothing of it
  select count(*) filter (where is_new and brand not in (select brand from facet_counts)) into new_brands from folded;
  -- some 1,500 rows
  delete from facet_counts where parts <= 0;
  if changed_words > 0 or new_brands > 0 then
    update vocabulary_version set version = version + 1;
  end if;
end
$$;

create or replace function record_count_changes() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into lexeme_count_changes
      select lexeme, count(*) from added, unnest(added.search_vector) where archived_at is null and is_counted_lexeme(lexeme) group by lexeme;
    insert into facet_count_changes (category, subcategory, brand, part_type_id, in_stock, parts)
      select category, coalesce(subcategory, ''), coalesce(brand, ''), coalesce(part_type_id, 0), in_stock, count(*)
      from added where archived_at is null group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into lexeme_count_changes
      select lexeme, -count(*) from removed, unnest(removed.search_vector) where archived_at is null and is_counted_lexeme(lexeme) group by lexeme;
    insert into facet_count_changes (category, subcategory, brand, part_type_id, in_stock, parts)
      select category, coalesce(subcategory, ''), coalesce(brand, ''), coalesce(part_type_id, 0), in_stock, -count(*)
      from removed where archived_at is null group by 1, 2, 3, 4, 5;
  else
    -- an order that leaves the part in stock ends here
    if not exists (
      select from removed join added using (id)
      where (removed.in_stock, removed.archived_at is null, removed.category, coalesce(removed.subcategory, ''), coalesce(removed.brand, ''), removed.part_type_id)
          is distinct from (added.in_stock, added.archived_at is null, added.category, coalesce(added.subcategory, ''), coalesce(added.brand, ''), added.part_type_id)
        or removed.search_vector <> added.search_vector
    ) then
      return null;
    end if;
    insert into lexeme_count_changes
      select lexeme, sum(change)
      from (
        select case when added.archived_at is null then ts_delete(removed.search_vector, tsvector_to_array(added.search_vector))
            else removed.search_vector end as search_vector, -1 as change
        from removed join added using (id)
        where removed.archived_at is null and (added.archived_at is not null or removed.search_vector <> added.search_vector)
        union all
        select case when removed.archived_at is null then ts_delete(added.search_vector, tsvector_to_array(removed.search_vector))
            else added.search_vector end, 1
        from removed join added using (id)
        where added.archived_at is null and (removed.archived_at is not null or removed.search_vector <> added.search_vector)
      ) as changed, unnest(changed.search_vector)
      where is_counted_lexeme(lexeme)
      group by lexeme having sum(change) <> 0;
    insert into facet_count_changes (category, subcategory, brand, part_type_id, in_stock, parts)
      select category, subcategory, brand, part_type_id, in_stock, sum(change)
      from (
        select category, coalesce(subcategory, '') as subcategory, coalesce(brand, '') as brand, coalesce(part_type_id, 0) as part_type_id, in_stock, -1 as change
          from removed where archived_at is null
        union all
        select category, coalesce(subcategory, ''), coalesce(brand, ''), coalesce(part_type_id, 0), in_stock, 1 from added where archived_at is null
      ) as changed
      group by 1, 2, 3, 4, 5 having sum(change) <> 0;
  end if;
  perform merge_count_changes();
  return null;
end
$$;

-- No nested loops: plans are kept from one call to the next, and one that was best for one part takes time with the square of
-- their number, so that new prices for twenty thousand parts took minutes.
alter function record_facet_values() set enable_nestloop = off;

-- The lexemes of parts whose texts have changed are computed after the change, not before it as in 0002_search.sql: with a
-- trigger before it, PostgreSQL computes all generated columns of a changed row again, also where an order or a list of prices
-- changes nothing that they are made of.
drop trigger products_set_search_vector_on_update on products;

-- As in 0038_types_and_subcategories_in_counts.sql, with both.
create or replace function record_count_changes() returns trigger
language plpgsql set search_path from current set enable_nestloop = off as $$
declare
  renamed uuid[];
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
      where (removed.in_stock, removed.archived_at is null, removed.category, removed.subcategory, removed.part_type_id, removed.name, removed.description, removed.brand, removed.part_number)
          is distinct from (added.in_stock, added.archived_at is null, added.category, added.subcategory, added.part_type_id, added.name, added.description, added.brand, added.part_number)
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
    -- their lexemes are counted when this update of its own ends
    renamed := array(
      select id from removed join added using (id)
      where removed.search_vector = added.search_vector
        and (removed.name, removed.description, removed.brand, removed.category, removed.part_number)
          is distinct from (added.name, added.description, added.brand, added.category, added.part_number)
    );
    if renamed <> '{}' then
      update products set search_vector = search_lexemes(name, description, brand, category, part_number)
      where id = any (renamed);
    end if;
  end if;
  perform merge_count_changes();
  return null;
end
$$;

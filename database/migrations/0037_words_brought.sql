-- A part's words are still made with its texts, but no longer where whoever writes the row brings them: an import finds
-- them before it holds any part. See docs/decisions/0021-import-and-export.md.

alter table products alter column words drop expression;

create function make_words() returns trigger language plpgsql set search_path from current as $$
begin
  new.words := part_words(new.name, new.description, new.brand, new.category, new.part_number);
  return new;
end
$$;
create trigger products_words_of_new before insert on products
  for each row when (new.words is null) execute function make_words();
create trigger products_words_anew before update of name, description, brand, category, part_number on products
  for each row when (new.words is not distinct from old.words) execute function make_words();

-- As before, but a change of texts looks only at the words that came and went.
create or replace function count_parts() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into search_word_changes
      select lexeme, count(*) from added, unnest(added.words) where archived_at is null and is_counted(lexeme) group by lexeme;
    insert into part_count_changes
      select category, coalesce(brand, ''), in_stock, count(*) from added where archived_at is null group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into search_word_changes
      select lexeme, -count(*) from removed, unnest(removed.words) where archived_at is null and is_counted(lexeme) group by lexeme;
    insert into part_count_changes
      select category, coalesce(brand, ''), in_stock, -count(*) from removed where archived_at is null group by 1, 2, 3;
  else
    -- an order that leaves a part in stock ends here
    if not exists (
      select from removed join added using (id)
      where (removed.in_stock, removed.archived_at is null, removed.category, coalesce(removed.brand, ''))
          is distinct from (added.in_stock, added.archived_at is null, added.category, coalesce(added.brand, ''))
        or removed.words <> added.words
    ) then
      return null;
    end if;
    insert into search_word_changes
      select lexeme, sum(change)
      from (
        select case when added.archived_at is null then ts_delete(removed.words, tsvector_to_array(added.words))
            else removed.words end as words, -1 as change
        from removed join added using (id)
        where removed.archived_at is null and (added.archived_at is not null or removed.words <> added.words)
        union all
        select case when removed.archived_at is null then ts_delete(added.words, tsvector_to_array(removed.words))
            else added.words end, 1
        from removed join added using (id)
        where added.archived_at is null and (removed.archived_at is not null or removed.words <> added.words)
      ) as changed, unnest(changed.words)
      where is_counted(lexeme)
      group by lexeme having sum(change) <> 0;
    insert into part_count_changes
      select category, brand, in_stock, sum(change)
      from (
        select category, coalesce(brand, '') as brand, in_stock, -1 as change from removed where archived_at is null
        union all
        select category, coalesce(brand, ''), in_stock, 1 from added where archived_at is null
      ) as changed
      group by 1, 2, 3 having sum(change) <> 0;
  end if;
  perform fold_search_changes();
  return null;
end
$$;

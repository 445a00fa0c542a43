-- The store's processes keep the words of the catalogue themselves, as long as nothing has changed them. See
-- docs/decisions/0022-search.md.

-- The same texts as before, in two thirds of the time: PostgreSQL looks for each letter in the whole list of
-- `translate`, and most texts that are not plain ASCII have nothing else than one of four signs.
create or replace function without_punctuation(value text) returns text
language sql immutable parallel safe
return regexp_replace(value, '[!-/:-@[-`{-~]', ' ', 'g');

create or replace function fold_letters(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) = length(value) then
    return lower(value);
  end if;
  value := replace(replace(replace(replace(value, '–', '-'), '×', '*'), '°', ' '), '’', '''');
  if octet_length(value) = length(value) then
    return lower(value);
  end if;
  value := translate(value, '⁄″”“′‘—−·•…', '/"""''''--   ');
  if octet_length(value) = length(value) then
    return lower(value);
  end if;
  value := lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'));
  value := translate(value, '×⁄″”“′’‘–—−·•…°øłđðıŧ', '*/"""''''''---    olddit');
  return replace(replace(replace(value, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
end
$$;

-- A number of more than four signs was counted where it stands in a text and never asked for.
create or replace function is_counted(word text) returns boolean
language sql immutable parallel safe
return length(ltrim(word, '.^=~')) < 5 or word like 'b:%' or translate(word, '0123456789', '') = word;
delete from search_words where not is_counted(word);
delete from search_word_changes where not is_counted(word);

-- Words a typing mistake away are found by the processes.
drop index search_words_traces;
alter table search_words drop column traces;
drop function word_traces(text);

-- How often the words that are found in parts, or the brands, have changed: one row.
create table search_state (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into search_state (version) values (0);

-- As before, and tells what it has changed. Nobody waits for the row: one transaction at a time gets here.
create or replace function fold_search_changes() returns void language plpgsql set search_path from current as $$
declare
  gone text[];
  changed_words bigint;
  new_cells bigint;
begin
  if not pg_try_advisory_xact_lock(7253002) then
    return;
  end if;
  with taken as (delete from search_word_changes returning word, parts),
  folded as (
    insert into search_words as kept (word, parts)
      select word, sum(parts) from taken group by word having sum(parts) <> 0
      on conflict (word) do update set parts = kept.parts + excluded.parts
      returning word, parts
  )
  select array_agg(word) filter (where parts <= 0), count(*) into gone, changed_words from folded;
  if gone is not null then
    delete from search_words where word = any(gone) and parts <= 0;
  end if;
  with taken as (delete from part_count_changes returning category, brand, in_stock, parts),
  folded as (
    insert into part_counts as kept (category, brand, in_stock, parts)
      select category, brand, in_stock, sum(parts) from taken group by 1, 2, 3 having sum(parts) <> 0
      on conflict (category, brand, in_stock) do update set parts = kept.parts + excluded.parts
      returning xmax = 0 as is_new
  )
  select count(*) filter (where is_new) into new_cells from folded;
  -- a few hundred rows
  delete from part_counts where parts <= 0;
  if changed_words > 0 or new_cells > 0 then
    update search_state set version = version + 1;
  end if;
end
$$;

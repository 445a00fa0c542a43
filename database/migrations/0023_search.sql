-- Search. Every part carries the words under which it is found; how many parts have each word is kept beside it, to
-- correct typing mistakes, to complete words and to plan the search. See docs/decisions/0022-search.md.

-- Letters without accents and case. With search_text its twin is server/products/search-text.ts.
create function fold_letters(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) = length(value) then
    return lower(value);
  end if;
  value := translate(value, '×⁄″”“′’‘–—−·•…°', '*/"""''''''---    ');
  if octet_length(value) = length(value) then
    return lower(value);
  end if;
  value := lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'));
  value := translate(value, '×⁄″”“′’‘–—−·•…°øłđðıŧ', '*/"""''''''---    olddit');
  return replace(replace(replace(value, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
end
$$;

-- Folded text with sizes in one spelling and without punctuation.
create function search_text(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  value := fold_letters(value);
  if value ~ '[0-9]' then
    -- an oil's grade is one word: 5W-30
    if value like '%w%' then
      value := regexp_replace(value, '\m([0-9]{1,2})w-?([0-9]{2,3})\M', '\1w\2', 'g');
    end if;
    if value like '%"%' then
      value := regexp_replace(value, '([0-9]) ?"', '\1 inch ', 'g');
    end if;
    -- 254 x 35, 7Jx17, 205/55R16
    if value like '%*%' or value like '%x%' then
      value := regexp_replace(value, '([0-9]j?) ?[x*] ?(?=[0-9])', '\1 ', 'g');
    end if;
    if value like '%r__%' then
      value := regexp_replace(value, '([0-9])(z?r)([0-9]{2})\M', '\1 r\3', 'g');
    end if;
    value := regexp_replace(value, '([0-9])-?(mm|cm|ml|l|kg|g|w|v|ah|a|nm|bar|psi|in|inch|inches|kw|pin|t)\M', '\1 \2', 'g');
  end if;
  return without_punctuation(value);
end
$$;

create function without_punctuation(value text) returns text
language sql immutable parallel safe
return translate(value, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                ');

-- The endings of a part number at each of its joints: "NOR.0707-60" is also "070760", "0707" and "60".
create function number_words(part_number text) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  joints text[];
  ending text := '';
  found text[] := '{}';
begin
  joints := string_to_array(
    regexp_replace(lower(part_number), '([a-z])(?=[0-9])|([0-9])(?=[a-z])|[^a-z0-9]+', '\1\2 ', 'g'), ' ');
  for at in reverse least(cardinality(joints), 8)..1 loop
    ending := joints[at] || ending;
    found := found || joints[at] || ending;
  end loop;
  return array_remove(found, '');
end
$$;

-- What a part is: the last word before its details. "Brake pads, front" is pads, "Tyre inflator, 12 V" an inflator.
create function head_word(name text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  name := regexp_replace(name, '[,;:(].*$|\s[-–—]\s.*$|\s\S*[0-9].*$|\s(for|with|of|without|to)\s.*$', '');
  name := regexp_replace(name, '([[:lower:]])\s+[[:upper:]]{2,}$', '\1');
  name := without_punctuation(fold_letters(name));
  return substring(name from '(\S+)(?:\s+(?:set|kit|pair|pairs|assembly|unit|complete|pack|skin|panel))*\s*$');
end
$$;

-- The words of a part: plain ones stand anywhere in it, ".word" in its name, brand or number, "^word" says what it is,
-- "~word" is a name's word as it is written, "c:" and "b:" are its category and brand.
create function part_words(name text, description text, brand text, category text, part_number text) returns tsvector
language plpgsql immutable parallel safe set search_path from current as $$
declare
  title text := search_text(name || ' ' || coalesce(brand, ''));
  near text[] := tsvector_to_array(to_tsvector('english', title)) || coalesce(number_words(part_number), '{}');
  -- words of one or two letters and those with digits are not spelled wrong
  written text := regexp_replace(title, '\S*[0-9]\S*|\m\S{1,2}\M', '', 'g');
begin
  -- R16 is also asked for as 16
  if title ~ '\mr[0-9]{2}\M' then
    near := near || substring(title from '\mr([0-9]{2})\M');
  end if;
  return array_to_tsvector(
      near || ('c:' || category) || ('b:' || replace(search_text(coalesce(brand, '')), ' ', ''))
        || string_to_array('.' || array_to_string(near, ' .'), ' ')
        || array_remove(string_to_array('~' || replace(written, ' ', ' ~'), ' '), '~')
        || array['^' || coalesce((ts_lexize('english_stem', head_word(name)))[1], '')]
    )
    || strip(to_tsvector('english', without_punctuation(fold_letters(description) || ' ' || category)));
end
$$;

-- Most part numbers stand in one part: they are not worth counting.
create function is_counted(word text) returns boolean
language sql immutable parallel safe
return length(word) < 6 or word like 'b:%' or translate(word, '0123456789', '') = word;

-- A word and what is left of it without one letter, of a long one without two: words that share one of these are a
-- typing mistake apart. Only written words have them.
create function word_traces(word text) returns text[]
language sql immutable strict parallel safe
return case
  when word !~ '^~.{4,}' then null
  else array(
    with one as (
      select substr(word, 2, at - 1) || substr(word, at + 2) as trace from generate_series(1, length(word) - 1) as at
    )
    select substr(word, 2)
    union
    select trace from one
    union
    select substr(trace, 1, at - 1) || substr(trace, at + 1)
    from one, generate_series(1, length(trace)) as at
    where length(word) between 9 and 15
  )
end;

drop index products_words;
alter table products
  drop column words,
  add column words tsvector
    generated always as (part_words(name, description, brand, category, part_number)) stored,
  add column in_stock boolean generated always as (available >= minimum_order) stored;
create index products_words on products using gin (words) where archived_at is null;
create index products_category_price on products (category, price_minor, id) where archived_at is null;
create index products_category_name on products (category, name, id) where archived_at is null;

create table search_words (
  word text collate "C" primary key,
  parts bigint not null,
  traces text[] generated always as (word_traces(word)) stored
);
create index search_words_traces on search_words using gin (traces);

create table part_counts (
  category text not null,
  -- as it is written; empty for none
  brand text not null,
  in_stock boolean not null,
  parts bigint not null,
  primary key (category, brand, in_stock)
);

-- What has changed since; nobody waits for anybody to write here. Readers add both.
create table search_word_changes (word text collate "C" not null, parts bigint not null);
create index search_word_changes_word on search_word_changes (word);
create table part_count_changes (category text not null, brand text not null, in_stock boolean not null, parts bigint not null);

-- Adds the changes to the counts. One transaction at a time does, and no other waits for it: what it leaves is taken
-- up by the next one.
create function fold_search_changes() returns void language plpgsql set search_path from current as $$
declare
  gone text[];
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
  select array_agg(word) into gone from folded where parts <= 0;
  delete from search_words where word = any(gone) and parts <= 0;
  with taken as (delete from part_count_changes returning category, brand, in_stock, parts)
  insert into part_counts as kept (category, brand, in_stock, parts)
    select category, brand, in_stock, sum(parts) from taken group by 1, 2, 3 having sum(parts) <> 0
    on conflict (category, brand, in_stock) do update set parts = kept.parts + excluded.parts;
  -- a few hundred rows
  delete from part_counts where parts <= 0;
end
$$;

create function count_parts() returns trigger language plpgsql set search_path from current as $$
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
        select removed.words, -1 as change from removed join added using (id)
        where removed.archived_at is null and (added.archived_at is not null or removed.words <> added.words)
        union all
        select added.words, 1 from removed join added using (id)
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
create trigger products_added after insert on products
  referencing new table as added for each statement execute function count_parts();
create trigger products_removed after delete on products
  referencing old table as removed for each statement execute function count_parts();
create trigger products_moved after update on products
  referencing old table as removed new table as added for each statement execute function count_parts();

-- what is there already
insert into search_word_changes
  select lexeme, count(*) from products, unnest(products.words) where archived_at is null and is_counted(lexeme) group by lexeme;
insert into part_count_changes
  select category, coalesce(brand, ''), in_stock, count(*) from products where archived_at is null group by 1, 2, 3;
select fold_search_changes();

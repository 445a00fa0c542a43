-- Search (decisions 22 and 41). Every part has a search vector: the lexemes under which it is found. The number of parts with
-- each lexeme is counted beside it, to correct typing errors, to complete words and to plan a search.

-- ---------------------------------------------------------------------------------------------------------------------
-- Normalisation. The TypeScript versions of fold_letters, normalise_text and brand_key are in
-- server/catalog/search/normalise.ts. 0006_search.sql replaces the first two.

-- Lower-case letters without accents. The early returns and the replacements of single characters are for speed: most
-- texts are ASCII, and most others have one of four further characters only.
create function fold_letters(value text) returns text
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

create function strip_punctuation(value text) returns text
language sql immutable parallel safe
return regexp_replace(value, '[!-/:-@[-`{-~]', ' ', 'g');

-- Makes one word of a size in folded text: otherwise "5 t" finds "1.5 t". "1.5", "1,5" and "1.50" become 1p5, "1/2"
-- becomes 1f2, the bolts of a wheel, "5x112" and "5×114.3", become 5b112 and 5b114.
create function normalise_sizes(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  value := regexp_replace(value, '(?<![0-9*x.,])([3-8]) ?[x*] ?(9[0-9]|1[0-9][0-9])(?:[.,][0-9]+)?(?![0-9])', '\1b\2 ', 'g');
  value := regexp_replace(value, '(?<![0-9.,])([0-9]{1,3})[.,]([0-9])([1-9]?)0?(?![0-9]|[.,][0-9])', '\1p\2\3', 'g');
  return regexp_replace(value, '(?<![0-9/])([1-9]|[12][0-9]|3[01])/(2|4|8|16|32|64)(?![0-9/])', '\1f\2', 'g');
end
$$;

-- Folded text with one spelling for each size and without punctuation.
create function normalise_text(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  value := fold_letters(value);
  if value ~ '[0-9]' then
    value := normalise_sizes(value);
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
    -- 215/65R16C is a van's tyre
    if value like '%r__%' then
      value := regexp_replace(value, '([0-9])(z?r)([0-9]{2})(c?)\M', '\1 r\3 \4', 'g');
    end if;
    value := regexp_replace(value, '([0-9])-?(mm|cm|ml|l|kg|g|w|v|ah|a|nm|bar|psi|in|inch|inches|kw|pin|t|j)\M', '\1 \2', 'g');
  end if;
  return strip_punctuation(value);
end
$$;

-- The name under which filters and imported rows look a brand up: "Halloran & Pike" is "halloranpike".
create function brand_key(brand text) returns text
language sql immutable parallel safe set search_path from current
return replace(normalise_text(coalesce(brand, '')), ' ', '');

alter table import_rows
  add column brand_key text generated always as (brand_key(part ->> 'brand')) stored;

-- ---------------------------------------------------------------------------------------------------------------------
-- Lexemes

-- The groups of a part number, and its endings from each group on: "NOR.0707-60" has the group "0707" and the ending
-- "070760".
create function part_number_suffixes(part_number text, out groups text[], out endings text[])
language plpgsql immutable strict parallel safe as $$
declare
  ending text := '';
begin
  groups := array_remove(string_to_array(
    regexp_replace(lower(part_number), '([a-z])(?=[0-9])|([0-9])(?=[a-z])|[^a-z0-9]+', '\1\2 ', 'g'), ' '), '');
  endings := '{}';
  for at in reverse least(cardinality(groups), 8)..1 loop
    ending := groups[at] || ending;
    if length(ending) > 4 then
      endings := endings || ending;
    end if;
  end loop;
end
$$;

-- The type of a part, without details and position: "Rear brake disc, solid" is a brake disc, a "Set of ring spanners"
-- is ring spanners.
create function part_type_of(name text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  name := regexp_replace(name, '^\s*(set|pair|kit|box)\s+of\s+', '', 'i');
  name := regexp_replace(name, '[,;:(].*$|\s[-–—]\s.*$|\s\S*[0-9].*$|\s(for|with|of|without|to)\s.*$', '');
  name := regexp_replace(name, '([[:lower:]])\s+[[:upper:]]{2,}$', '\1');
  name := strip_punctuation(fold_letters(name));
  name := regexp_replace(name, '^\s*((front|rear|left|right|upper|lower|inner|outer)\s+)+(?=\S)', '');
  return regexp_replace(name, '(\s+(set|kit|pair|pairs|assembly|unit|complete|pack|skin|panel))+\s*$', '');
end
$$;

-- The lexemes of a part, replaced in 0006_search.sql. Without a prefix: anywhere in its texts. The prefixes:
--   "."          in its name or brand
--   "#"          its part number, from each of its groups on
--   "^"          the head noun of its type
--   "="          its whole type
--   "~"          a word of its name or brand as it is written, for corrections and completions
--   "c:", "b:"   its category, its brand
create function search_lexemes(name text, description text, brand text, category text, part_number text) returns tsvector
language plpgsql immutable parallel safe set search_path from current as $$
declare
  title text := normalise_text(name || ' ' || coalesce(brand, ''));
  kind text := coalesce(part_type_of(name), '');
  number record;
  near text[] := tsvector_to_array(to_tsvector('english', title));
  -- words of one or two letters, and words with digits, are not corrected
  written text := regexp_replace(title, '\S*[0-9]\S*|\m\S{1,2}\M', '', 'g');
begin
  number := part_number_suffixes(coalesce(part_number, ''));
  -- R16 is also searched for as 16
  if title ~ '\mr[0-9]{2}\M' then
    near := near || substring(title from '\mr([0-9]{2})\M');
  end if;
  -- "DOT 4" is also dot4: 4 alone would match 4 litres
  if title like '%dot %' then
    near := near || array_remove(array['dot' || substring(title from '\mdot ([0-9](?:p[0-9])?)\M')], null);
  end if;
  return array_to_tsvector(
      near || ('c:' || category) || ('b:' || replace(normalise_text(coalesce(brand, '')), ' ', ''))
        || array(select part from unnest(number.groups) as part where part !~ '[0-9]')
        || array(select '#' || ending from unnest(number.endings) as ending where ending ~ '[0-9]')
        || case when near = '{}' then '{}' else string_to_array('.' || array_to_string(near, ' .'), ' ') end
        || array_remove(string_to_array('~' || replace(written, ' ', ' ~'), ' '), '~')
        || ('^' || coalesce((ts_lexize('english_stem', substring(kind from '(\S+)\s*$')))[1], ''))
        || ('=' || array_to_string(tsvector_to_array(to_tsvector('english', kind)), ' '))
    )
    || strip(to_tsvector('english', strip_punctuation(normalise_sizes(fold_letters(description)) || ' ' || category)));
end
$$;

-- Not a generated column: an import computes the vectors before it locks any part, and writes them with the rows.
alter table products add column search_vector tsvector;
-- New entries wait in a list (GIN "fast update"); the writer that finds the list over its limit moves all of it into the
-- index, which took seconds during an import. So the limit (in kB) is out of reach, and a job empties the list every
-- minute. See decision 45.
create index products_search_vector on products using gin (search_vector) with (gin_pending_list_limit = 262144)
  where archived_at is null;

create function set_search_vector() returns trigger language plpgsql set search_path from current as $$
begin
  new.search_vector := search_lexemes(new.name, new.description, new.brand, new.category, new.part_number);
  return new;
end
$$;
create trigger products_set_search_vector_on_insert before insert on products
  for each row when (new.search_vector is null) execute function set_search_vector();
create trigger products_set_search_vector_on_update
  before update of name, description, brand, category, part_number on products
  for each row when (new.search_vector is not distinct from old.search_vector) execute function set_search_vector();

-- ---------------------------------------------------------------------------------------------------------------------
-- Counts of parts on sale. A change of parts adds rows to the tables of changes, without waiting for other writers;
-- merge_count_changes adds them to the counts. Readers add both.

-- Lexemes that are counted: words of parts and brands, and short numbers. A long number is in few parts.
create function is_counted_lexeme(word text) returns boolean
language sql immutable parallel safe
return length(ltrim(word, '.^=~')) < 5 or word like 'b:%' or translate(word, '0123456789', '') = word;

create table lexeme_counts (
  lexeme text collate "C" primary key,
  parts bigint not null
);

create table lexeme_count_changes (
  lexeme text collate "C" not null,
  parts bigint not null
);
create index lexeme_count_changes_lexeme on lexeme_count_changes (lexeme);

create table facet_counts (
  category text not null,
  -- as it is written; empty for none
  brand text not null,
  in_stock boolean not null,
  parts bigint not null,
  primary key (category, brand, in_stock)
);

create table facet_count_changes (
  category text not null,
  brand text not null,
  in_stock boolean not null,
  parts bigint not null
);

-- One row. The version rises when the counted lexemes or the brands change: the store's processes keep a copy of them.
create table vocabulary_version (
  singleton boolean primary key default true check (singleton),
  version bigint not null
);
insert into vocabulary_version (version) values (0);

-- One transaction at a time merges. The others do not wait for it: what it leaves is merged by the next one. The number
-- is a key of database/advisory-locks.ts.
create function merge_count_changes() returns void language plpgsql set search_path from current as $$
declare
  gone text[];
  changed_words bigint;
  new_cells bigint;
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
  with taken as (delete from facet_count_changes returning category, brand, in_stock, parts),
  folded as (
    insert into facet_counts as kept (category, brand, in_stock, parts)
      select category, brand, in_stock, sum(parts) from taken group by 1, 2, 3 having sum(parts) <> 0
      on conflict (category, brand, in_stock) do update set parts = kept.parts + excluded.parts
      returning xmax = 0 as is_new
  )
  select count(*) filter (where is_new) into new_cells from folded;
  -- a few hundred rows
  delete from facet_counts where parts <= 0;
  if changed_words > 0 or new_cells > 0 then
    update vocabulary_version set version = version + 1;
  end if;
end
$$;

create function record_count_changes() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into lexeme_count_changes
      select lexeme, count(*) from added, unnest(added.search_vector) where archived_at is null and is_counted_lexeme(lexeme) group by lexeme;
    insert into facet_count_changes
      select category, coalesce(brand, ''), in_stock, count(*) from added where archived_at is null group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into lexeme_count_changes
      select lexeme, -count(*) from removed, unnest(removed.search_vector) where archived_at is null and is_counted_lexeme(lexeme) group by lexeme;
    insert into facet_count_changes
      select category, coalesce(brand, ''), in_stock, -count(*) from removed where archived_at is null group by 1, 2, 3;
  else
    -- an order that leaves the part in stock ends here
    if not exists (
      select from removed join added using (id)
      where (removed.in_stock, removed.archived_at is null, removed.category, coalesce(removed.brand, ''))
          is distinct from (added.in_stock, added.archived_at is null, added.category, coalesce(added.brand, ''))
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
    insert into facet_count_changes
      select category, brand, in_stock, sum(change)
      from (
        select category, coalesce(brand, '') as brand, in_stock, -1 as change from removed where archived_at is null
        union all
        select category, coalesce(brand, ''), in_stock, 1 from added where archived_at is null
      ) as changed
      group by 1, 2, 3 having sum(change) <> 0;
  end if;
  perform merge_count_changes();
  return null;
end
$$;
create trigger products_counted_on_insert after insert on products
  referencing new table as added for each statement execute function record_count_changes();
create trigger products_counted_on_delete after delete on products
  referencing old table as removed for each statement execute function record_count_changes();
create trigger products_counted_on_update after update on products
  referencing old table as removed new table as added for each statement execute function record_count_changes();

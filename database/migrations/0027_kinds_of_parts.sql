-- Words that say what a part is count most; the groups of a part number count less than the sizes of a name.

-- 215/65R16C is a van's tyre
create or replace function search_text(value text) returns text
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
      value := regexp_replace(value, '([0-9])(z?r)([0-9]{2})(c?)\M', '\1 r\3 \4', 'g');
    end if;
    value := regexp_replace(value, '([0-9])-?(mm|cm|ml|l|kg|g|w|v|ah|a|nm|bar|psi|in|inch|inches|kw|pin|t)\M', '\1 \2', 'g');
  end if;
  return without_punctuation(value);
end
$$;

-- The groups of a part number, and its endings from each group on: "NOR.0707-60" has "0707" and "070760".
drop function number_words(text);
create function number_words(part_number text, out groups text[], out endings text[])
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

-- What a part is, without its details and its place: "Rear brake disc, solid" is a brake disc, a "Set of ring spanners"
-- ring spanners.
drop function head_word(text);
create function kind_of(name text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  name := regexp_replace(name, '^\s*(set|pair|kit|box)\s+of\s+', '', 'i');
  name := regexp_replace(name, '[,;:(].*$|\s[-–—]\s.*$|\s\S*[0-9].*$|\s(for|with|of|without|to)\s.*$', '');
  name := regexp_replace(name, '([[:lower:]])\s+[[:upper:]]{2,}$', '\1');
  name := without_punctuation(fold_letters(name));
  name := regexp_replace(name, '^\s*((front|rear|left|right|upper|lower|inner|outer)\s+)+(?=\S)', '');
  return regexp_replace(name, '(\s+(set|kit|pair|pairs|assembly|unit|complete|pack|skin|panel))+\s*$', '');
end
$$;

-- As before, and "=words" is the whole of what a part is.
create or replace function part_words(name text, description text, brand text, category text, part_number text) returns tsvector
language plpgsql immutable parallel safe set search_path from current as $$
declare
  title text := search_text(name || ' ' || coalesce(brand, ''));
  kind text := coalesce(kind_of(name), '');
  number record;
  near text[] := tsvector_to_array(to_tsvector('english', title));
  -- words of one or two letters and those with digits are not spelled wrong
  written text := regexp_replace(title, '\S*[0-9]\S*|\m\S{1,2}\M', '', 'g');
begin
  number := number_words(coalesce(part_number, ''));
  near := near || number.endings;
  -- R16 is also asked for as 16
  if title ~ '\mr[0-9]{2}\M' then
    near := near || substring(title from '\mr([0-9]{2})\M');
  end if;
  return array_to_tsvector(
      near || number.groups || ('c:' || category) || ('b:' || replace(search_text(coalesce(brand, '')), ' ', ''))
        || case when near = '{}' then '{}' else string_to_array('.' || array_to_string(near, ' .'), ' ') end
        || array_remove(string_to_array('~' || replace(written, ' ', ' ~'), ' '), '~')
        || ('^' || coalesce((ts_lexize('english_stem', substring(kind from '(\S+)\s*$')))[1], ''))
        || ('=' || array_to_string(tsvector_to_array(to_tsvector('english', kind)), ' '))
    )
    || strip(to_tsvector('english', without_punctuation(fold_letters(description) || ' ' || category)));
end
$$;

-- A word of seven letters may have two wrong.
create or replace function word_traces(word text) returns text[]
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
    where length(word) between 8 and 15
  )
end;

alter table products
  drop column words,
  add column words tsvector
    generated always as (part_words(name, description, brand, category, part_number)) stored;
create index products_words on products using gin (words) where archived_at is null;

alter table search_words
  drop column traces,
  add column traces text[] generated always as (word_traces(word)) stored;
create index search_words_traces on search_words using gin (traces);
truncate search_words, search_word_changes;
insert into search_word_changes
  select lexeme, count(*) from products, unnest(products.words) where archived_at is null and is_counted(lexeme) group by lexeme;
select fold_search_changes();

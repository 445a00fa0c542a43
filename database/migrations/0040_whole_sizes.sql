-- A size is one word: of "1.5 t" the 5 was found by who asked for 5 t. "1.5", "1,5" and "1.50" are 1p5, "1/2" is 1f2, the
-- bolts of a wheel, "5x112" and "5×114.3", 5b112 and 5b114. "DOT 4" is also dot4, or 4 litres would stand for it.
-- See docs/decisions/0022-search.md.

-- Of folded text.
create function whole_sizes(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  value := regexp_replace(value, '(?<![0-9*x.,])([3-8]) ?[x*] ?(9[0-9]|1[0-9][0-9])(?:[.,][0-9]+)?(?![0-9])', '\1b\2 ', 'g');
  value := regexp_replace(value, '(?<![0-9.,])([0-9]{1,3})[.,]([0-9])([1-9]?)0?(?![0-9]|[.,][0-9])', '\1p\2\3', 'g');
  return regexp_replace(value, '(?<![0-9/])([1-9]|[12][0-9]|3[01])/(2|4|8|16|32|64)(?![0-9/])', '\1f\2', 'g');
end
$$;

create or replace function search_text(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  value := fold_letters(value);
  if value ~ '[0-9]' then
    value := whole_sizes(value);
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
    value := regexp_replace(value, '([0-9])-?(mm|cm|ml|l|kg|g|w|v|ah|a|nm|bar|psi|in|inch|inches|kw|pin|t|j)\M', '\1 \2', 'g');
  end if;
  return without_punctuation(value);
end
$$;

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
  -- R16 is also asked for as 16
  if title ~ '\mr[0-9]{2}\M' then
    near := near || substring(title from '\mr([0-9]{2})\M');
  end if;
  if title like '%dot %' then
    near := near || array_remove(array['dot' || substring(title from '\mdot ([0-9](?:p[0-9])?)\M')], null);
  end if;
  return array_to_tsvector(
      near || ('c:' || category) || ('b:' || replace(search_text(coalesce(brand, '')), ' ', ''))
        || array(select part from unnest(number.groups) as part where part !~ '[0-9]')
        || array(select '#' || ending from unnest(number.endings) as ending where ending ~ '[0-9]')
        || case when near = '{}' then '{}' else string_to_array('.' || array_to_string(near, ' .'), ' ') end
        || array_remove(string_to_array('~' || replace(written, ' ', ' ~'), ' '), '~')
        || ('^' || coalesce((ts_lexize('english_stem', substring(kind from '(\S+)\s*$')))[1], ''))
        || ('=' || array_to_string(tsvector_to_array(to_tsvector('english', kind)), ' '))
    )
    || strip(to_tsvector('english', without_punctuation(whole_sizes(fold_letters(description)) || ' ' || category)));
end
$$;

-- Only the words change: nobody is told, and they are counted anew at once.
alter table products disable trigger user;
drop index products_words;
update products set words = part_words(name, description, brand, category, part_number);
create index products_words on products using gin (words) where archived_at is null;
alter table products enable trigger user;
truncate search_words, search_word_changes;
insert into search_word_changes
  select lexeme, count(*) from products, unnest(products.words) where archived_at is null and is_counted(lexeme) group by lexeme;
select fold_search_changes();

-- A size asked for was found among the groups of part numbers: what a number has of digits is now marked, and asked for
-- only as a whole. See docs/decisions/0022-search.md.

-- As before, but "#number" is a part number from each of its groups on, and only its letters are words like others.
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
  return array_to_tsvector(
      near || ('c:' || category) || ('b:' || replace(search_text(coalesce(brand, '')), ' ', ''))
        || array(select part from unnest(number.groups) as part where part !~ '[0-9]')
        || array(select '#' || ending from unnest(number.endings) as ending where ending ~ '[0-9]')
        || case when near = '{}' then '{}' else string_to_array('.' || array_to_string(near, ' .'), ' ') end
        || array_remove(string_to_array('~' || replace(written, ' ', ' ~'), ' '), '~')
        || ('^' || coalesce((ts_lexize('english_stem', substring(kind from '(\S+)\s*$')))[1], ''))
        || ('=' || array_to_string(tsvector_to_array(to_tsvector('english', kind)), ' '))
    )
    || strip(to_tsvector('english', without_punctuation(fold_letters(description) || ' ' || category)));
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

-- A part number is found from any of its groups on, also from short last ones ("BR-2804-22" by "22" with its group before it,
-- "SU-4711" by "4711"), and without its leading zeros, which spreadsheets take away ("006 074 00" by "607400").
-- Of a number with letters that look like digits the form with digits is stored too, under the prefix "%": a search that
-- found nothing suggests the number ("B0-1OO1" suggests "BO-1001").

-- The groups of a part number, and its endings from each group on: "NOR.0707-60" has the groups "0707" and "60" and the
-- endings "nor070760" and "070760".
create or replace function part_number_suffixes(part_number text, out groups text[], out endings text[])
language plpgsql immutable strict parallel safe as $$
declare
  ending text := '';
begin
  groups := array_remove(string_to_array(
    regexp_replace(lower(part_number), '([a-z])(?=[0-9])|([0-9])(?=[a-z])|[^a-z0-9]+', '\1\2 ', 'g'), ' '), '');
  endings := '{}';
  for at in reverse least(cardinality(groups), 8)..1 loop
    ending := groups[at] || ending;
    if length(ending) > 2 then
      endings := endings || ending;
    end if;
  end loop;
  if ending like '0%' and length(ltrim(ending, '0')) > 4 then
    endings := endings || ltrim(ending, '0');
  end if;
end
$$;

-- Without part numbers, most of which are in one part.
create or replace function is_counted_lexeme(word text) returns boolean
language sql immutable parallel safe
return word !~ '^[#%]' and (length(ltrim(word, '.^=~')) < 5 or word like 'b:%' or translate(word, '0123456789', '') = word);

-- As in 0006_search.sql, with the lexemes of "%".
create or replace function search_lexemes(name text, description text, brand text, category text, part_number text) returns tsvector
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
        || array(
          select '%' || translate(ending, 'oil', '011') from unnest(number.endings) as ending
          where ending ~ '[0-9]' and ending ~ '[oil]'
        )
        || case when near = '{}' then '{}' else string_to_array('.' || array_to_string(near, ' .'), ' ') end
        || array_remove(string_to_array('~' || replace(written, ' ', ' ~'), ' '), '~')
        || ('^' || coalesce((ts_lexize('english_stem', substring(kind from '(\S+)\s*$')))[1], ''))
        || ('=' || array_to_string(tsvector_to_array(to_tsvector('english', kind)), ' '))
    )
    || strip(to_tsvector('english', normalise_text(description || ' ' || category)));
end
$$;

update products set search_vector = search_lexemes(name, description, brand, category, part_number)
where part_number ~ '[0-9]';

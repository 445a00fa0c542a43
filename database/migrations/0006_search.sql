-- Descriptions are normalised like names: "5W-30" and "280mm" in a description are found as 5w30 and 280 mm.
--
-- fold_letters and normalise_text follow the rules of server/catalog/search/normalise.ts; tests/api/catalog/search/search-text.test.ts
-- compares them. A changed rule needs a migration with the new functions and the update of all search vectors below.

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
  value := translate(value, '–×°’⁄″”“′‘—−·•…', '-* ''/"""''''--   ');
  if octet_length(value) = length(value) then
    return lower(value);
  end if;
  value := lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'));
  value := translate(value, '–×°’⁄″”“′‘—−·•…øłđðıŧ', '-* ''/"""''''--   olddit');
  return replace(replace(replace(value, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
end
$$;

create or replace function normalise_text(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  value := fold_letters(value);
  if value ~ '[0-9]' then
    value := regexp_replace(value, '(?<![0-9*x.,])([3-8]) ?[x*] ?(9[0-9]|1[0-9][0-9])(?:[.,][0-9]+)?(?![0-9])', '\1b\2 ', 'g');
    value := regexp_replace(value, '(?<![0-9.,])([0-9]{1,3})[.,]([0-9])([1-9]?)0?(?![0-9]|[.,][0-9])', '\1p\2\3', 'g');
    value := regexp_replace(value, '(?<![0-9/])([1-9]|[12][0-9]|3[01])/(2|4|8|16|32|64)(?![0-9/])', '\1f\2', 'g');
    if value like '%w%' then
      value := regexp_replace(value, '(?<![a-z0-9])([0-9]{1,2})w-?([0-9]{2,3})(?![a-z0-9])', '\1w\2', 'g');
    end if;
    if value like '%"%' then
      value := regexp_replace(value, '([0-9]) ?"', '\1 inch ', 'g');
    end if;
    value := regexp_replace(value, '([0-9]j?) ?[x*] ?(?=[0-9])', '\1 ', 'g');
    if value like '%r__%' then
      value := regexp_replace(value, '([0-9])(z?r)([0-9]{2})(c?)(?![a-z0-9])', '\1 r\3 \4', 'g');
    end if;
    value := regexp_replace(value, '([0-9])-?(mm|cm|ml|l|kg|g|w|v|ah|a|nm|bar|psi|in|inch|inches|kw|pin|t|j)(?![a-z0-9])', '\1 \2', 'g');
  end if;
  return regexp_replace(value, '[!-/:-@[-`{-~]', ' ', 'g');
end
$$;

-- The prefixes of lexemes are explained in 0002_search.sql.
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
        || case when near = '{}' then '{}' else string_to_array('.' || array_to_string(near, ' .'), ' ') end
        || array_remove(string_to_array('~' || replace(written, ' ', ' ~'), ' '), '~')
        || ('^' || coalesce((ts_lexize('english_stem', substring(kind from '(\S+)\s*$')))[1], ''))
        || ('=' || array_to_string(tsvector_to_array(to_tsvector('english', kind)), ' '))
    )
    || strip(to_tsvector('english', normalise_text(description || ' ' || category)));
end
$$;

drop function normalise_sizes(text);

update products set search_vector = search_lexemes(name, description, brand, category, part_number);

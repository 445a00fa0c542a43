-- Files of wholesalers and spreadsheets (decision 48).

-- A part number without case, spaces, dashes, dots and slashes, by which an import looks for it where no part has exactly
-- this number. Every other sign and the letters of every script belong to the number.
create function number_key(number text) returns text
language sql immutable parallel safe
return coalesce(nullif(
  case when octet_length(number) = length(number)
    then translate(lower(number), E' \t\n\r-./\\', '')
    else regexp_replace(
      lower(number),
      -- spaces, invisible characters, dashes, dots, slashes
      '[\s\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff'
        || '\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d.\u00b7\u2022\u2024\u2027\u30fb\uff0e/\\\u2044\u2215\uff0f-]',
      '', 'g'
    )
  end, ''), number);

create index products_number_key on products (number_key(part_number)) where archived_at is null;

alter table import_rows drop column number_key;
alter table import_rows
  add column number_key text generated always as (number_key(part ->> 'part_number')) stored,
  -- a row with errors, of which only the names of its part are kept: no other row may be about that part
  add column is_bad boolean not null default false,
  -- amounts as written, whose separator the whole file explains
  add column unsettled jsonb,
  -- texts that a spreadsheet writes in place of others: right only where the part has exactly this text
  add column suspects jsonb,
  -- texts as written, of which the import takes the text without markup: a part that has exactly this text keeps it
  add column literals jsonb;

alter table imports
  -- what the admin chose for the file: `encoding`, `delimiter`
  add column choice jsonb not null default '{}',
  -- of the received chunks; null while they are ASCII
  add column encoding text;

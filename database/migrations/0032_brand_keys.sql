-- The name under which a brand is looked up, by filters and by the rows of a file: "Halloran & Pike" is "halloranpike".
-- Its twin is brandKey in server/products/search-text.ts.
create function brand_key(brand text) returns text
language sql immutable parallel safe set search_path from current
return replace(search_text(coalesce(brand, '')), ' ', '');

alter table import_rows
  drop column brand_key,
  add column brand_key text generated always as (brand_key(part ->> 'brand')) stored;

-- Links of profiles and names of orders keep to one line, like all names; those that are here already do so too.

create function pg_temp.one_line(value text) returns text
language sql immutable strict as $$
  select btrim(regexp_replace(
    regexp_replace(value, '[\u202A-\u202E\u2066-\u2069]', '', 'g'),
    '[\u0001-\u001F\u007F-\u009F\u2028\u2029\s]+', ' ', 'g'))
$$;

update users set linkedin = null
  where linkedin ~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]';
update orders set name = nullif(pg_temp.one_line(name), '')
  where name ~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]';

drop function pg_temp.one_line(text);

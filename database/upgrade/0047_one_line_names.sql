-- Names and pictures from ID tokens were stored unchecked; since this version they satisfy the rules of a profile
-- (contract/fields.ts, `oneLine`). This applies them to stored names, education, location and names of reviews, and sets
-- picture addresses to null that are too long or not allowed.

create function pg_temp.one_line(value text) returns text
language sql immutable strict as $$
  select btrim(regexp_replace(
    regexp_replace(value, '[\u202A-\u202E\u2066-\u2069]', '', 'g'),
    '[\u0001-\u001F\u007F-\u009F\u2028\u2029\s]+', ' ', 'g'))
$$;

update users set display_name = nullif(btrim(left(pg_temp.one_line(display_name), 80)), '')
  where display_name ~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]'
    or length(display_name) > 80;

update users set photo_url = null
  where length(photo_url) > 500
    or photo_url !~ '^/(?![/\\])[^\s\\]*$' and photo_url !~* '^https?://[^\u0001-\u001F\u007F-\u009F\u2028\u2029\s]+$';

update users set education = nullif(pg_temp.one_line(education), ''), location = nullif(pg_temp.one_line(location), '')
  where concat(education, location) ~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]';

update reviews set name = coalesce(nullif(pg_temp.one_line(name), ''), '–')
  where name ~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]';

drop function pg_temp.one_line(text);

-- Make Admin finds accounts by the beginnings of words of their name or of their address before the "@", which is the part that
-- differs. See decision 55.
create function account_words(name text, email text) returns tsvector
language sql immutable parallel safe
return to_tsvector(
  'pg_catalog.simple'::regconfig,
  strip_punctuation(fold_letters(coalesce(name, '') || ' ' || split_part(coalesce(email, ''), '@', 1)))
);

create index users_account_words on users using gin (account_words(display_name, email))
  with (fastupdate = off) where deleted_at is null;

-- The few accounts of staff among many of customers.
create index users_staff on users (role, created_at desc, id desc) where role <> 'user';

-- Without an address first.
create index users_by_email on users ((coalesce(email, '')), id) where deleted_at is null;

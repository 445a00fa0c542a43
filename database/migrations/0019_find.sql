-- Staff find orders and people by what they have at hand: the beginnings of words of a name, an address or a part, or the last
-- digits of a phone number. See decision 59.

-- The words of a text and of the part of an email address before the "@", folded, and the digits of a phone number in reverse
-- behind an "x": the beginning of that is the end of the number. server/sales/orders/lookup-words.ts writes queries of it.
create function lookup_words(words text, email text, phone text) returns tsvector
language sql immutable parallel safe
return to_tsvector(
  'pg_catalog.simple'::regconfig,
  strip_punctuation(fold_letters(coalesce(words, '') || ' ' || coalesce(split_part(email, '@', 1), '')))
    || coalesce(' x' || reverse(translate(phone, ' +', '')), '')
);

-- Without a pending list: each order pays for its own words, some twenty, and none for those of others.
create index orders_words on orders
  using gin (lookup_words(coalesce(name, '') || ' ' || address || ' ' || location || ' ' || product_name, email, phone))
  with (fastupdate = off) where deleted_at is null;
create index users_words on users using gin (lookup_words(display_name, email, number))
  with (fastupdate = off) where deleted_at is null and email is not null;

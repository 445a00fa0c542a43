-- People who leave, signing keys that take turns, and messages that are of no use later.

-- Whoever left is nobody: the row stays for the orders alone, and its uid never has an account again.
alter table users
  add column deleted_at timestamptz(3),
  -- when the provider had removed its account, too
  add column identity_removed_at timestamptz(3),
  add constraint deleted_is_nobody check (
    deleted_at is null
    or (
      disabled_at is not null and role = 'user'
      and coalesce(email, display_name, photo_url, education, location, number, linkedin) is null
    )
  ),
  add constraint identity_goes_last check (identity_removed_at is null or deleted_at is not null);
create index users_leaving on users (deleted_at) where deleted_at is not null and identity_removed_at is null;

-- A key is published before it signs, so that every instance and every reader of the list knows it by then.
alter table identity.signing_keys add column signs_from timestamptz(3) not null default now();
update identity.signing_keys set signs_from = created_at;

-- A code that has run out must not be sent any more.
alter table mails add column send_until timestamptz(3);

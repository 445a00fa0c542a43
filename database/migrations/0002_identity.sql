-- The embedded identity provider's tables, and the mails of the store.

create schema identity;

create table identity.users (
  id text primary key check (id ~ '^[A-Za-z0-9]{28}$'),
  email text unique check (length(email) <= 254),
  email_verified boolean not null default false,
  password_hash text,
  password_updated_at timestamptz(3),
  display_name text,
  photo_url text,
  -- tokens issued before this whole second no longer count
  valid_since timestamptz(0) not null,
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null,
  last_login_at timestamptz(3) not null,
  last_refresh_at timestamptz(3) not null
);

create table identity.user_providers (
  provider_id text not null,
  raw_id text not null,
  user_id text not null references identity.users (id) on delete cascade,
  email text,
  display_name text,
  photo_url text,
  primary key (provider_id, raw_id),
  unique (user_id, provider_id)
);

-- One row for each refresh token, by its hash. Rows outlive revocation and their account: the SDK signs out
-- on "expired" and "not found", not on an unknown token.
create table identity.sessions (
  token_hash text primary key,
  user_id text not null,
  provider text not null,
  auth_time timestamptz(0) not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index sessions_of_user on identity.sessions (user_id) where revoked_at is null;

-- Codes sent by mail, by their hash. user_id is null where nobody has the address: asking costs the same.
create table identity.oob_codes (
  code_hash text primary key,
  request_type text not null check (request_type in ('VERIFY_EMAIL', 'PASSWORD_RESET')),
  user_id text references identity.users (id) on delete cascade,
  email text not null,
  expires_at timestamptz(3) not null
);
create index oob_codes_of_user on identity.oob_codes (user_id);
create index oob_codes_age on identity.oob_codes (expires_at);

create table identity.signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz(3) not null,
  retired_at timestamptz(3)
);

-- What the popup hands to the store: one sign-in with a practice account, by the hash of the grant.
create table identity.idp_grants (
  grant_hash text primary key,
  nonce_hash text not null,
  provider_id text not null,
  raw_id text not null,
  email text not null,
  email_verified boolean not null,
  display_name text not null,
  expires_at timestamptz(3) not null
);
create index idp_grants_age on identity.idp_grants (expires_at);

-- A practice account's address waiting for the code from its mailbox.
create table identity.idp_codes (
  id text primary key,
  nonce_hash text not null,
  email text not null,
  code_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz(3) not null
);
create index idp_codes_age on identity.idp_codes (expires_at);

-- Failed sign-ins by account, by client address and by both; an empty text stands for "any".
create table identity.attempts (
  account text not null,
  address text not null,
  failures integer not null,
  last_at timestamptz(3) not null,
  retry_at timestamptz(3) not null,
  primary key (account, address)
);
create index attempts_age on identity.attempts (last_at);

create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  attempts integer not null default 0,
  last_error text,
  -- cut, not rounded up: a mail is due at once
  next_attempt_at timestamptz(3) not null default date_trunc('milliseconds', now())
);
create index mails_newest on mails (created_at desc, id desc);
create index mails_waiting on mails (next_attempt_at) where sent_at is null;

-- The embedded identity provider. Codes and tokens are stored as hashes only.

create schema identity;

-- ---------------------------------------------------------------------------------------------------------------------
-- Accounts and their sign-in methods

create table identity.users (
  id text primary key check (id ~ '^[A-Za-z0-9]{28}$'),
  email text unique check (length(email) <= 254),
  email_verified boolean not null default false,
  -- a mailed sign-in link was used, so the owner has proved the address
  email_link boolean not null default false,
  -- E.164; one account for each number
  phone_number text unique check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  password_hash text,
  password_updated_at timestamptz(3),
  display_name text,
  photo_url text,
  -- tokens issued before this whole second are refused
  valid_since timestamptz(0) not null,
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null,
  last_login_at timestamptz(3) not null,
  last_refresh_at timestamptz(3) not null,
  constraint email_link_requires_verified_email check (not email_link or (email is not null and email_verified))
);

-- Accounts at outside providers.
create table identity.user_providers (
  provider_id text not null,
  raw_id text not null,
  user_id text not null references identity.users (id) on delete cascade,
  email text,
  display_name text,
  photo_url text,
  screen_name text,
  primary key (provider_id, raw_id),
  unique (user_id, provider_id)
);

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

-- ---------------------------------------------------------------------------------------------------------------------
-- Second factors: a one-time code by an app (TOTP) or by a text message to a phone

create table identity.mfa_factors (
  id text primary key check (id ~ '^[A-Za-z0-9]{28}$'),
  user_id text not null references identity.users (id) on delete cascade,
  kind text not null check (kind in ('totp', 'phone')),
  display_name text,
  phone_number text check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  -- encrypted, bound to the account
  secret text,
  -- the newest time step whose code was accepted: codes of this step and of older ones are refused
  last_step integer,
  enrolled_at timestamptz(3) not null,
  unique (user_id, phone_number),
  check ((kind = 'phone') = (phone_number is not null)),
  check ((kind = 'totp') = (secret is not null)),
  check ((kind = 'totp') = (last_step is not null))
);

-- A step that went back would let a code count twice.
create function identity.refuse_older_step() returns trigger language plpgsql as $$
begin
  raise exception 'a time step is never taken twice' using constraint = 'mfa_factors_last_step';
end $$;
create trigger mfa_factors_last_step before update of last_step on identity.mfa_factors
  for each row when (new.last_step <= old.last_step) execute function identity.refuse_older_step();

-- A TOTP secret that was shown and not yet confirmed by a code; five tries.
create table identity.mfa_enrollments (
  session_hash text primary key,
  user_id text not null references identity.users (id) on delete cascade,
  secret text not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz(3) not null
);
create index mfa_enrollments_of_user on identity.mfa_enrollments (user_id);
create index mfa_enrollments_age on identity.mfa_enrollments (expires_at);

-- Sign-ins that passed the first factor and wait for the second.
create table identity.mfa_pending (
  credential_hash text primary key,
  user_id text not null references identity.users (id) on delete cascade,
  provider text not null,
  expires_at timestamptz(3) not null
);
create index mfa_pending_of_user on identity.mfa_pending (user_id);
create index mfa_pending_age on identity.mfa_pending (expires_at);

-- Printed codes, each valid once in place of a second factor.
create table identity.recovery_codes (
  user_id text not null references identity.users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Sessions and signing keys

-- One row for each refresh token. Rows outlive revocation and their account: the SDK signs out on "expired" and "not
-- found", not on an unknown token.
create table identity.sessions (
  token_hash text primary key,
  -- the sign-in: stays the same when a new password or a new factor renews its tokens
  sid text not null default gen_random_uuid()::text,
  user_id text not null,
  provider text not null,
  auth_time timestamptz(0) not null,
  -- the second factor that the sign-in passed: ID tokens name it at every refresh
  second_factor text check (second_factor in ('totp', 'phone')),
  second_factor_id text,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  constraint sessions_second_factor check ((second_factor is null) = (second_factor_id is null))
);
create index sessions_of_user on identity.sessions (user_id) where revoked_at is null;
create index sessions_of_sign_in on identity.sessions (sid) where revoked_at is null;

create table identity.signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz(3) not null,
  -- a key is published before it signs, so that every instance and every reader of the list knows it by then
  signs_from timestamptz(3) not null default now(),
  retired_at timestamptz(3)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Codes sent by mail and by text message

-- user_id is null for sign-in links, and where no account has the address: the request then gets the same response.
create table identity.oob_codes (
  code_hash text primary key,
  request_type text not null check (
    request_type in (
      'VERIFY_EMAIL', 'PASSWORD_RESET', 'EMAIL_SIGNIN', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL',
      'REVERT_SECOND_FACTOR_ADDITION'
    )
  ),
  user_id text references identity.users (id) on delete cascade,
  -- null where an account gets its first address
  email text,
  new_email text check (length(new_email) <= 254),
  factor_id text references identity.mfa_factors (id) on delete cascade,
  expires_at timestamptz(3) not null,
  constraint oob_codes_change check (
    (new_email is not null) = (request_type in ('VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL'))
  ),
  constraint oob_codes_address check (email is not null or request_type = 'VERIFY_AND_CHANGE_EMAIL'),
  constraint oob_codes_factor check (
    (request_type = 'REVERT_SECOND_FACTOR_ADDITION') = (factor_id is not null)
  )
);
create index oob_codes_of_user on identity.oob_codes (user_id);
create index oob_codes_of_address on identity.oob_codes (email) where request_type = 'EMAIL_SIGNIN';
create index oob_codes_of_factor on identity.oob_codes (factor_id);
create index oob_codes_age on identity.oob_codes (expires_at);

-- A code is valid for the purpose that it was sent for; five tries.
create table identity.sms_codes (
  session_hash text primary key,
  purpose text not null check (purpose in ('sign-in', 'enrollment', 'second-factor')),
  user_id text references identity.users (id) on delete cascade,
  factor_id text references identity.mfa_factors (id) on delete cascade,
  phone_number text not null,
  code_hash text not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz(3) not null,
  constraint sms_codes_user check ((purpose = 'sign-in') = (user_id is null)),
  constraint sms_codes_factor check ((purpose = 'second-factor') = (factor_id is not null))
);
create index sms_codes_of_user on identity.sms_codes (user_id);
create index sms_codes_of_factor on identity.sms_codes (factor_id);
create index sms_codes_age on identity.sms_codes (expires_at);

-- The SDK's temporary proof: an account's owner proved a number while adding it, and another account has the number. The
-- proof signs in to that account once.
create table identity.phone_proofs (
  proof_hash text primary key,
  phone_number text not null,
  expires_at timestamptz(3) not null
);
create index phone_proofs_age on identity.phone_proofs (expires_at);

-- ---------------------------------------------------------------------------------------------------------------------
-- Sign-in at outside providers, in a popup

-- Browsers that were sent to a provider and have not come back.
create table identity.oauth_flows (
  state_hash text primary key,
  -- only the browser that left may come back
  browser_hash text not null,
  nonce_hash text not null,
  provider_id text not null,
  event_id text not null,
  auth_type text not null check (auth_type in ('signInViaPopup', 'linkViaPopup', 'reauthViaPopup')),
  -- encrypted: the PKCE verifier and the nonces that the response is checked against
  encrypted_checks text not null,
  expires_at timestamptz(3) not null
);
create index oauth_flows_age on identity.oauth_flows (expires_at);

-- What the popup passes to the store: one sign-in at a provider, or with a demo account.
create table identity.idp_grants (
  grant_hash text primary key,
  nonce_hash text not null,
  provider_id text not null,
  raw_id text not null,
  email text,
  email_verified boolean not null,
  display_name text,
  photo_url text,
  screen_name text,
  -- a re-authentication must not create an account
  is_reauthentication boolean not null default false,
  expires_at timestamptz(3) not null,
  constraint idp_grants_verified check (email is not null or not email_verified)
);
create index idp_grants_age on identity.idp_grants (expires_at);

-- The address of a demo account that waits for the code sent to it.
create table identity.idp_codes (
  id text primary key,
  nonce_hash text not null,
  email text not null,
  code_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz(3) not null
);
create index idp_codes_age on identity.idp_codes (expires_at);

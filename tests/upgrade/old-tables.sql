-- file 0001_store.sql
-- The store's own tables. Money is integer minor units; times have millisecond precision, as JavaScript's.

create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz(3) not null default now()
);

create table users (
  id uuid primary key,
  uid text not null unique,
  -- null once a later proven token took the address over
  email text unique check (email = lower(email) and length(email) <= 254),
  role text not null default 'user' check (role in ('admin', 'user')),
  display_name text,
  photo_url text,
  education text,
  location text,
  number text,
  linkedin text,
  -- sign-ins before this moment no longer count
  valid_since timestamptz not null default '-infinity',
  disabled_at timestamptz(3),
  unpaid_orders integer not null default 0 check (unpaid_orders >= 0),
  created_at timestamptz(3) not null
);
create index users_newest on users (created_at desc, id desc);

create table products (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  description text not null default '',
  price_minor bigint not null check (price_minor > 0),
  minimum_order integer not null check (minimum_order >= 1),
  available integer not null check (available >= 0),
  img text not null,
  images text[] not null default '{}',
  category text not null check (
    category in ('tools', 'wheels', 'engine', 'suspension', 'body', 'lighting', 'electrical', 'fluids')
  ),
  brand text,
  part_number text,
  -- letters and digits only, so that "NOR.0707-60" is found as "nor070760"
  part_number_key text generated always as (regexp_replace(lower(part_number), '[^a-z0-9]', '', 'g')) stored,
  words tsvector generated always as (
    setweight(to_tsvector('english', name), 'A')
      || setweight(to_tsvector('english', coalesce(brand, '')), 'B')
      || setweight(to_tsvector('english', description), 'C')
  ) stored,
  created_at timestamptz(3) not null,
  archived_at timestamptz(3)
);
create index products_newest on products (created_at desc, id desc) where archived_at is null;
create index products_category_newest on products (category, created_at desc, id desc) where archived_at is null;
create index products_price on products (price_minor, id) where archived_at is null;
create index products_name on products (name, id) where archived_at is null;
create index products_number on products (part_number_key text_pattern_ops) where archived_at is null;
create index products_words on products using gin (words) where archived_at is null;
create index products_low_stock on products (available, id) where archived_at is null and available <= 10;

create table orders (
  id uuid primary key,
  user_id uuid not null references users (id),
  product_id uuid not null references products (id),
  product_name text not null,
  img text not null,
  name text,
  email text not null,
  phone text not null,
  address text not null,
  location text not null,
  quantity integer not null check (quantity > 0),
  unit_price_minor bigint not null check (unit_price_minor > 0),
  total_minor bigint not null,
  currency text not null check (currency = lower(currency)),
  status text not null default 'pending' check (status in ('pending', 'Pending', 'Shift')),
  expires_at timestamptz(3) not null,
  paid_at timestamptz(3),
  -- the provider's payment; one payment pays one order
  transaction_id text unique,
  -- an order on its way out: the payment is canceled at the provider before the pieces go back
  closing text check (closing in ('delete', 'expire')),
  closing_returns_stock boolean,
  closing_at timestamptz(3),
  stock_returned_at timestamptz(3),
  expired_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint total_is_price_times_quantity check (total_minor = unit_price_minor * quantity),
  constraint paid_names_its_payment check ((paid_at is null) = (transaction_id is null)),
  constraint paid_keeps_its_pieces check (paid_at is null or stock_returned_at is null),
  constraint paid_stays check (paid_at is null or (deleted_at is null and expired_at is null and closing is null)),
  constraint expired_gave_back check (expired_at is null or stock_returned_at is not null)
);
create index orders_of_user on orders (user_id, created_at desc, id desc) where deleted_at is null;
create index orders_newest on orders (created_at desc, id desc) where deleted_at is null;
create index orders_to_expire on orders (expires_at)
  where paid_at is null and deleted_at is null and expired_at is null and status <> 'Shift';
create index orders_closing on orders (closing_at) where closing is not null;
create index orders_paid on orders (paid_at) where paid_at is not null;

-- One row for each intent asked of the card provider; intent_id follows once the provider has answered.
create table payment_intents (
  order_id uuid not null references orders (id),
  attempt integer not null check (attempt >= 1),
  intent_id text unique,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  created_at timestamptz(3) not null,
  closed_at timestamptz(3),
  primary key (order_id, attempt)
);
create unique index payment_intents_one_open on payment_intents (order_id) where closed_at is null;

-- Payments that arrived for an order already gone.
create table stray_payments (
  intent_id text primary key,
  order_id uuid not null references orders (id),
  amount_minor bigint not null,
  currency text not null,
  created_at timestamptz(3) not null,
  refunded_at timestamptz(3)
);

-- Events of the card provider that have been dealt with; failed attempts are counted here.
create table card_events (
  id text primary key,
  type text not null,
  order_id uuid references orders (id),
  created_at timestamptz(3) not null
);
create index card_events_of_order on card_events (order_id, created_at) where order_id is not null;

create table reviews (
  id uuid primary key,
  user_id uuid references users (id),
  product_id uuid references products (id),
  name text not null,
  img text,
  description text not null,
  rating numeric(3, 2) not null check (rating between 1 and 5),
  hidden_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index reviews_newest on reviews (created_at desc, id desc) where hidden_at is null;
create index reviews_of_product on reviews (product_id, created_at desc, id desc) where hidden_at is null;
create index reviews_of_user on reviews (user_id, created_at);

create table estimates (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text,
  vehicle text,
  year text,
  part text,
  quantity text,
  note text,
  created_at timestamptz(3) not null
);
create index estimates_newest on estimates (created_at desc, id desc);

create table subscribers (
  id uuid primary key,
  email text not null unique,
  created_at timestamptz(3) not null
);
create index subscribers_newest on subscribers (created_at desc, id desc);

create table idempotency_keys (
  user_id uuid not null references users (id),
  method text not null,
  path text not null,
  key text not null,
  body_hash text not null,
  status integer,
  response jsonb,
  created_at timestamptz(3) not null,
  primary key (user_id, method, path, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Who changed what, when: rows are added, never changed.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  actor_id uuid references users (id),
  entity text not null check (entity in ('order', 'product', 'user', 'review', 'payment')),
  entity_id text not null,
  field text not null,
  before text,
  after text
);
create index audit_of_entity on audit (entity, entity_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name;
end
$$;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();

-- Tells every instance which cached pages to drop; delivered when the transaction commits.
create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('store_changed', tg_table_name);
  return null;
end
$$;
create trigger products_changed after insert or update or delete on products
  for each statement execute function announce_change();
create trigger reviews_changed after insert or update or delete on reviews
  for each statement execute function announce_change();

-- file 0002_identity.sql
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

-- file 0003_cards.sql
-- The card sandbox: payments of test cards, as the card provider would keep them.
-- Of a card only brand, last four digits and expiry are ever stored.
create schema cards;

create table cards.intents (
  id text primary key,
  client_secret text not null,
  amount_minor bigint not null check (amount_minor > 0),
  refunded_minor bigint not null default 0,
  currency text not null check (currency = lower(currency)),
  status text not null default 'requires_payment_method' check (
    status in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')
  ),
  description text,
  receipt_email text,
  metadata jsonb not null default '{}',
  payment_method jsonb,
  last_payment_error jsonb,
  charge_id text unique,
  -- the open 3-D Secure challenge: its address is known to the cardholder's browser alone
  challenge_token text unique,
  challenge_expires_at timestamptz(3),
  cancellation_reason text,
  canceled_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint refunds_within_captured check (
    refunded_minor between 0 and case when status = 'succeeded' then amount_minor else 0 end
  ),
  constraint canceled_says_when check ((status = 'canceled') = (canceled_at is not null)),
  constraint challenge_waits_for_action check (
    (status = 'requires_action') = (challenge_token is not null)
      and (challenge_token is null) = (challenge_expires_at is null)
  )
);

create table cards.refunds (
  id text primary key,
  intent_id text not null references cards.intents (id),
  amount_minor bigint not null check (amount_minor > 0),
  reason text,
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null
);
create index refunds_of_intent on cards.refunds (intent_id);

-- The first answer to each key, replayed to whoever repeats the request.
create table cards.idempotency_keys (
  key text primary key,
  request_hash text not null,
  request_id text not null,
  status integer,
  response text,
  created_at timestamptz(3) not null
);
create index cards_idempotency_keys_age on cards.idempotency_keys (created_at);

create table cards.events (
  id text primary key,
  type text not null,
  -- the exact text that is signed and delivered
  body text not null,
  attempts integer not null default 0,
  last_status integer,
  delivered_at timestamptz(3),
  -- null: delivered, or given up
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index events_due on cards.events (next_attempt_at) where next_attempt_at is not null;
create index events_newest on cards.events (created_at desc, id desc);

-- file 0004_limits.sql
-- How often something was done in the current window; lost in a crash, which is harmless.
create unlogged table rate_limits (
  key text primary key,
  window_start timestamptz(3) not null,
  count integer not null
);

-- file 0005_intents_to_check.sql
-- When the store last asked the provider about an open payment by itself: each gets its turn.
alter table payment_intents add column checked_at timestamptz(3);
create index payment_intents_to_check on payment_intents (checked_at nulls first, created_at)
  where closed_at is null and intent_id is not null;

-- file 0006_review_lists.sql
-- The lists that admins page through: all reviews, and the hidden ones.
create index reviews_all_newest on reviews (created_at desc, id desc);
create index reviews_hidden_newest on reviews (created_at desc, id desc) where hidden_at is not null;

-- file 0007_mailed_sign_in.sql
-- Sign-in by a mailed link, and changes of address that a mailbox confirms or takes back.

-- A link was used: only somebody who proved the address ever did.
alter table identity.users
  add column email_link boolean not null default false,
  add constraint email_link_is_proven check (not email_link or (email is not null and email_verified));

alter table identity.oob_codes
  drop constraint oob_codes_request_type_check,
  add constraint oob_codes_request_type_check check (
    request_type in ('VERIFY_EMAIL', 'PASSWORD_RESET', 'EMAIL_SIGNIN', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL')
  ),
  add column new_email text check (length(new_email) <= 254),
  -- a change of address knows both; the account that gets its first one has no old one
  alter column email drop not null,
  add constraint oob_codes_change check (
    (new_email is not null) = (request_type in ('VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL'))
  ),
  add constraint oob_codes_address check (email is not null or request_type = 'VERIFY_AND_CHANGE_EMAIL');
create index oob_codes_of_address on identity.oob_codes (email) where request_type = 'EMAIL_SIGNIN';

-- file 0008_phone_sign_in.sql
-- Sign-in by a code in a text message.

-- E.164: one account a number
alter table identity.users
  add column phone_number text unique check (phone_number ~ '^\+[1-9][0-9]{6,14}$');

-- Codes sent by text message, by the hash of the session that may use them; five guesses each, then none.
create table identity.sms_codes (
  session_hash text primary key,
  purpose text not null check (purpose in ('sign-in')),
  phone_number text not null,
  code_hash text not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz(3) not null
);
create index sms_codes_age on identity.sms_codes (expires_at);

-- Somebody proved a number that another account has, while adding it to theirs: they may sign in there once.
create table identity.phone_proofs (
  proof_hash text primary key,
  phone_number text not null,
  expires_at timestamptz(3) not null
);
create index phone_proofs_age on identity.phone_proofs (expires_at);

-- Text messages share the outbox with mails.
alter table mails
  add column channel text not null default 'mail' check (channel in ('mail', 'sms'));

-- file 0009_second_factors.sql
-- Second factors: a one-time code by an app (TOTP) or by a text message to a phone.

create table identity.mfa_factors (
  id text primary key check (id ~ '^[A-Za-z0-9]{28}$'),
  user_id text not null references identity.users (id) on delete cascade,
  kind text not null check (kind in ('totp', 'phone')),
  display_name text,
  phone_number text check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  -- encrypted, bound to the account
  secret text,
  -- the newest time step whose code was taken: that one and older ones never count again
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

-- A TOTP secret that was shown and not yet confirmed by a code; five guesses, then none.
create table identity.mfa_enrollments (
  session_hash text primary key,
  user_id text not null references identity.users (id) on delete cascade,
  secret text not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz(3) not null
);
create index mfa_enrollments_of_user on identity.mfa_enrollments (user_id);
create index mfa_enrollments_age on identity.mfa_enrollments (expires_at);

-- Somebody passed the first factor of an account that has a second one, by the hash of what they got for it.
create table identity.mfa_pending (
  credential_hash text primary key,
  user_id text not null references identity.users (id) on delete cascade,
  provider text not null,
  expires_at timestamptz(3) not null
);
create index mfa_pending_of_user on identity.mfa_pending (user_id);
create index mfa_pending_age on identity.mfa_pending (expires_at);

-- A texted code counts for the one thing it was sent for.
alter table identity.sms_codes
  drop constraint sms_codes_purpose_check,
  add constraint sms_codes_purpose_check check (purpose in ('sign-in', 'enrollment', 'second-factor')),
  add column user_id text references identity.users (id) on delete cascade,
  add column factor_id text references identity.mfa_factors (id) on delete cascade,
  add constraint sms_codes_user check ((purpose = 'sign-in') = (user_id is null)),
  add constraint sms_codes_factor check ((purpose = 'second-factor') = (factor_id is not null));
create index sms_codes_of_user on identity.sms_codes (user_id);
create index sms_codes_of_factor on identity.sms_codes (factor_id);

-- Which second factor a session passed: its ID tokens say so at every refresh.
alter table identity.sessions
  add column second_factor text check (second_factor in ('totp', 'phone')),
  add column second_factor_id text,
  add constraint sessions_second_factor check ((second_factor is null) = (second_factor_id is null));

alter table identity.oob_codes
  drop constraint oob_codes_request_type_check,
  add constraint oob_codes_request_type_check check (
    request_type in (
      'VERIFY_EMAIL', 'PASSWORD_RESET', 'EMAIL_SIGNIN', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL',
      'REVERT_SECOND_FACTOR_ADDITION'
    )
  ),
  add column factor_id text references identity.mfa_factors (id) on delete cascade,
  add constraint oob_codes_factor check (
    (request_type = 'REVERT_SECOND_FACTOR_ADDITION') = (factor_id is not null)
  );
create index oob_codes_of_factor on identity.oob_codes (factor_id);

-- file 0010_sign_ins.sql
-- The sign-ins of an account, which its owner may look at and end; recovery codes of a second factor.

-- `key` names the provider's session: `sid:…`, or `at:…`, the second of the sign-in, where it has none.
create table sign_ins (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  key text not null check (key ~ '^(sid|at):.'),
  -- a random name that the browser keeps for itself; unknown to scripts
  device_id text,
  device text not null,
  second_factor boolean not null,
  signed_in_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  ended_at timestamptz(3),
  unique (user_id, key)
);
create index sign_ins_newest on sign_ins (user_id, created_at desc, id desc) where ended_at is null;
create index sign_ins_long_ended on sign_ins (ended_at) where ended_at is not null;

-- All others were ended at this moment: a sign-in from before that the store has not seen yet comes too late.
alter table users add column sign_ins_since timestamptz not null default '-infinity';

-- A sign-in keeps its name when a new password or a factor renews its tokens. A store of the version before, which may
-- still run beside this one, names none.
alter table identity.sessions add column sid text not null default gen_random_uuid()::text;
create index sessions_of_sign_in on identity.sessions (sid) where revoked_at is null;

-- Codes to print, each good once in place of a second factor, by their hash.
create table identity.recovery_codes (
  user_id text not null references identity.users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- file 0011_leaving.sql
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

-- file 0012_sign_in_elsewhere.sql
-- Sign-in at outside providers: who left for one and is not back yet, and people whose provider tells no address.

create table identity.oauth_flows (
  state_hash text primary key,
  -- only the browser that left may come back
  browser_hash text not null,
  nonce_hash text not null,
  provider_id text not null,
  event_id text not null,
  auth_type text not null check (auth_type in ('signInViaPopup', 'linkViaPopup', 'reauthViaPopup')),
  -- encrypted: what proves to the provider that the same store asks, and to the store that the answer is new
  proof text not null,
  expires_at timestamptz(3) not null
);
create index oauth_flows_age on identity.oauth_flows (expires_at);

alter table identity.idp_grants
  alter column email drop not null,
  alter column display_name drop not null,
  add column photo_url text,
  add column screen_name text,
  -- who proves anew who they are must not become somebody new
  add column is_reauthentication boolean not null default false,
  add constraint idp_grants_verified check (email is not null or not email_verified);

alter table identity.user_providers add column screen_name text;

-- file 0014_ledger_and_refunds.sql
-- Money that came in and went back, and refunds on their way.

alter table orders
  -- given back or set aside for it
  add column refunded_minor bigint not null default 0,
  add column pieces_returned integer not null default 0,
  add constraint refunds_within_payment check (
    refunded_minor between 0 and case when paid_at is null then 0 else total_minor end
  ),
  add constraint returned_within_order check (pieces_returned between 0 and quantity);

create table refunds (
  id uuid primary key,
  order_id uuid not null references orders (id),
  amount_minor bigint not null check (amount_minor > 0),
  -- how many pieces come back to the shelf with it
  pieces integer not null default 0 check (pieces >= 0),
  reason text check (length(reason) <= 500),
  -- null: made at the provider, not here
  asked_by uuid references users (id),
  -- the provider's name for it
  provider_id text unique,
  created_at timestamptz(3) not null,
  done_at timestamptz(3),
  failed_at timestamptz(3),
  constraint refund_ends_one_way check (done_at is null or failed_at is null),
  constraint done_refund_is_named check (done_at is null or provider_id is not null)
);
create index refunds_of_order on refunds (order_id, created_at, id);
create index refunds_waiting on refunds (created_at) where done_at is null and failed_at is null;

-- Entries are added, never changed; each thing at the provider is entered once.
create table ledger (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  kind text not null check (kind in ('charge', 'refund', 'refund_failed')),
  order_id uuid not null references orders (id),
  intent_id text not null,
  refund_id text,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  constraint only_a_charge_names_no_refund check ((kind = 'charge') = (refund_id is null))
);
create unique index ledger_charges on ledger (intent_id) where kind = 'charge';
create unique index ledger_refunds on ledger (refund_id, kind) where kind <> 'charge';
create index ledger_of_order on ledger (order_id, id);
create trigger ledger_append_only before update or delete or truncate on ledger
  for each statement execute function refuse_change();

insert into ledger (at, kind, order_id, intent_id, amount_minor, currency)
select at, 'charge', order_id, intent_id, amount_minor, currency
from (
  select paid_at as at, id as order_id, transaction_id as intent_id, total_minor as amount_minor, currency
  from orders where paid_at is not null
  union all
  select created_at, order_id, intent_id, amount_minor, currency from stray_payments
) as payments
order by at;

-- file 0015_order_mails.sql
-- What buyers are still to be told, one row for each change of an order; written by the change's own transaction.

create table order_news (audit_id bigint primary key references audit (id));

create function tell_buyer() returns trigger language plpgsql as $$
begin
  insert into order_news (audit_id) values (new.id);
  return null;
end
$$;
create trigger audit_tells_buyer after insert on audit
  for each row when (new.entity = 'order' and new.field in ('status', 'paid', 'expired', 'refunded'))
  execute function tell_buyer();

-- file 0016_ledger_checks.sql
-- How the ledger compared with the card provider's own books, once a day.

create table ledger_checks (
  id uuid primary key,
  at timestamptz(3) not null,
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  payments integer not null,
  refunds integer not null,
  differences jsonb not null
);
create index ledger_checks_newest on ledger_checks (at desc, id desc);

-- file 0017_receipts.sql
-- Receipts are numbered without gaps, and name the tax that their total includes.

alter table orders
  add column receipt_number bigint unique,
  -- hundredths of a percent, as it was when the order was placed
  add column tax_rate integer not null default 0 check (tax_rate between 0 and 10000),
  add constraint receipt_is_for_what_was_paid check (receipt_number is null or paid_at is not null);

update orders set receipt_number = numbered.n
from (select id, row_number() over (order by paid_at, id) as n from orders where paid_at is not null) as numbered
where orders.id = numbered.id;

-- One row: whoever takes a number holds it until the payment is committed, so that a rollback leaves no gap.
create table receipt_counter (
  singleton boolean primary key default true check (singleton),
  last bigint not null
);
insert into receipt_counter (last) select count(receipt_number) from orders;

-- file 0018_disputes.sql
-- Payments that a buyer's bank asks about or takes back, and what became of it; refunds that a bank sends back.

create table disputes (
  -- the provider's name for it
  id text primary key,
  order_id uuid not null references orders (id),
  intent_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text not null,
  status text not null check (
    status in (
      'warning_needs_response', 'warning_under_review', 'warning_closed',
      'needs_response', 'under_review', 'won', 'lost', 'prevented',
      'appeal_needs_response', 'appeal_under_review'
    )
  ),
  -- null: the bank takes no evidence, or no more of it
  evidence_due_at timestamptz(3),
  -- taken out of the shop's balance and not put back
  withdrawn_minor bigint not null check (withdrawn_minor >= 0),
  created_at timestamptz(3) not null
);
create index disputes_of_order on disputes (order_id, created_at, id);
create index disputes_newest on disputes (created_at desc, id desc);

-- Whoever is about to ask the provider draws a number first: an answer asked for later is never overwritten by one
-- asked for earlier, in whatever order the two arrive.
create sequence provider_looks;
alter table payment_intents
  add column refunds_look bigint not null default 0,
  add column disputes_look bigint not null default 0;

alter table ledger
  add column dispute_id text,
  -- the movement of the shop's balance, as the provider names it
  add column movement_id text,
  add column signed_minor bigint not null generated always as (
    case when kind in ('charge', 'refund_failed', 'dispute_reinstated') then amount_minor else -amount_minor end
  ) stored,
  drop constraint ledger_kind_check,
  drop constraint only_a_charge_names_no_refund,
  add constraint ledger_kind_check check (
    kind in ('charge', 'refund', 'refund_failed', 'dispute_withdrawn', 'dispute_reinstated')
  ),
  add constraint entry_names_its_cause check (
    (refund_id is not null) = (kind in ('refund', 'refund_failed'))
    and (dispute_id is not null) = (kind in ('dispute_withdrawn', 'dispute_reinstated'))
    and (movement_id is null) = (dispute_id is null)
  );
drop index ledger_refunds;
create unique index ledger_refunds on ledger (refund_id, kind) where refund_id is not null;
create unique index ledger_movements on ledger (movement_id) where movement_id is not null;
create index ledger_of_intent on ledger (intent_id);

alter table ledger_checks add column disputes integer not null default 0;

-- admins hear of disputes the way buyers hear of their orders
drop trigger audit_tells_buyer on audit;
alter function tell_buyer() rename to tell_by_mail;
create trigger audit_tells_by_mail after insert on audit
  for each row
  when (new.entity = 'order' and new.field in ('status', 'paid', 'expired', 'refunded', 'dispute'))
  execute function tell_by_mail();

-- The card sandbox's own books of the same.
alter table cards.intents add column disputed boolean not null default false;
create table cards.disputes (
  id text primary key,
  intent_id text not null references cards.intents (id),
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  status text not null check (
    status in (
      'warning_needs_response', 'warning_under_review', 'warning_closed',
      'needs_response', 'under_review', 'won', 'lost'
    )
  ),
  evidence jsonb not null default '{}',
  submission_count integer not null default 0,
  metadata jsonb not null default '{}',
  -- what left the shop's balance for it, and what came back
  withdrawal_id text unique,
  withdrawn_at timestamptz(3),
  reinstatement_id text unique,
  reinstated_at timestamptz(3),
  due_by timestamptz(3) not null,
  created_at timestamptz(3) not null,
  constraint withdrawal_says_when check ((withdrawal_id is null) = (withdrawn_at is null)),
  constraint reinstatement_says_when check ((reinstatement_id is null) = (reinstated_at is null)),
  constraint only_what_left_comes_back check (reinstated_at is null or withdrawn_at is not null)
);
create index disputes_of_intent on cards.disputes (intent_id);

alter table cards.refunds
  add column status text not null default 'succeeded' check (status in ('succeeded', 'failed')),
  -- when the bank will send it back
  add column fails_at timestamptz(3);
create index refunds_to_fail on cards.refunds (fails_at) where fails_at is not null;

-- file 0019_card_sandbox.sql
-- When the latest attempt to charge the card was made.
alter table cards.intents add column charged_at timestamptz(3);
update cards.intents set charged_at = created_at where charge_id is not null;

-- What the sandbox is told to do wrong, so that a shop can be tried against it; shared by all instances.
create table cards.faults (
  id bigint generated always as identity primary key,
  target text not null check (
    target in ('every_call', 'create', 'read', 'list', 'confirm', 'cancel', 'refund', 'events')
  ),
  act text not null,
  delay_ms integer not null check (delay_ms between 0 and 60000),
  share real not null check (share > 0 and share <= 1),
  -- how many more it may meet; null: until it is removed
  remaining integer check (remaining >= 0),
  created_at timestamptz(3) not null,
  constraint act_fits_target check (
    case when target = 'events' then act in ('lose', 'double', 'delay', 'reorder')
    else act in (
      'slow', 'fail', 'act_and_fail', 'drop', 'act_and_drop', 'babble', 'act_and_babble', 'blank', 'act_and_blank'
    ) end
  )
);

-- An event is disturbed once at most: then it is retried like any other.
alter table cards.events add column disturbed boolean not null default false;
-- Of events of one moment, the first is brought first.
alter table cards.events add column position bigint not null generated always as identity;

-- file 0020_mailed_receipts.sql
-- A mail may take a file along, named so that whoever wrote it makes it when the mail goes out: no copy waits here.

alter table mails add column attached text;

-- file 0021_orders_move_forward.sql
-- The table of an order's moves (server/orders/states.ts), as far as one row can hold it.

alter table orders
  add constraint only_the_gone_gave_all_back check (
    stock_returned_at is null or deleted_at is not null or expired_at is not null
  ),
  -- an admin may keep the pieces of an order he deletes
  add constraint gone_gave_back check (
    (deleted_at is null and expired_at is null) or stock_returned_at is not null or closing_returns_stock is false
  ),
  add constraint closing_says_since_when check ((closing is null) = (closing_at is null)),
  add constraint gone_is_not_closing check (closing is null or (deleted_at is null and expired_at is null)),
  add constraint paid_has_a_receipt check ((paid_at is null) = (receipt_number is null));

-- What was agreed stays as it was agreed, and an end is an end.
create function refuse_order_going_back() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.product_id, new.quantity, new.unit_price_minor, new.total_minor, new.currency, new.tax_rate)
    is distinct from
    (old.user_id, old.product_id, old.quantity, old.unit_price_minor, old.total_minor, old.currency, old.tax_rate)
  then raise exception 'what was ordered does not change' using errcode = 'check_violation';
  end if;
  if old.paid_at is not null
    and (new.paid_at, new.transaction_id, new.receipt_number)
      is distinct from (old.paid_at, old.transaction_id, old.receipt_number)
    or old.expired_at is not null and new.expired_at is distinct from old.expired_at
    or old.deleted_at is not null and new.deleted_at is distinct from old.deleted_at
    or old.stock_returned_at is not null and new.stock_returned_at is distinct from old.stock_returned_at
  then raise exception 'an order does not go back' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger orders_move_forward before update on orders
  for each row execute function refuse_order_going_back();

-- file 0022_unwritable_news.sql
-- A change that no mail can be written about stays, with what went wrong, and holds up no other: it is written once the
-- cause is mended and the fault taken away (update order_news set fault = null).

alter table order_news add column fault text;

-- file 0023_search.sql
-- Search. Every part carries the words under which it is found; how many parts have each word is kept beside it, to
-- correct typing mistakes, to complete words and to plan the search. See docs/decisions/0022-search.md.

-- Letters without accents and case. With search_text its twin is server/products/search-text.ts.
create function fold_letters(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) = length(value) then
    return lower(value);
  end if;
  value := translate(value, '×⁄″”“′’‘–—−·•…°', '*/"""''''''---    ');
  if octet_length(value) = length(value) then
    return lower(value);
  end if;
  value := lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'));
  value := translate(value, '×⁄″”“′’‘–—−·•…°øłđðıŧ', '*/"""''''''---    olddit');
  return replace(replace(replace(value, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
end
$$;

-- Folded text with sizes in one spelling and without punctuation.
create function search_text(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  value := fold_letters(value);
  if value ~ '[0-9]' then
    -- an oil's grade is one word: 5W-30
    if value like '%w%' then
      value := regexp_replace(value, '\m([0-9]{1,2})w-?([0-9]{2,3})\M', '\1w\2', 'g');
    end if;
    if value like '%"%' then
      value := regexp_replace(value, '([0-9]) ?"', '\1 inch ', 'g');
    end if;
    -- 254 x 35, 7Jx17, 205/55R16
    if value like '%*%' or value like '%x%' then
      value := regexp_replace(value, '([0-9]j?) ?[x*] ?(?=[0-9])', '\1 ', 'g');
    end if;
    if value like '%r__%' then
      value := regexp_replace(value, '([0-9])(z?r)([0-9]{2})\M', '\1 r\3', 'g');
    end if;
    value := regexp_replace(value, '([0-9])-?(mm|cm|ml|l|kg|g|w|v|ah|a|nm|bar|psi|in|inch|inches|kw|pin|t)\M', '\1 \2', 'g');
  end if;
  return without_punctuation(value);
end
$$;

create function without_punctuation(value text) returns text
language sql immutable parallel safe
return translate(value, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                ');

-- The endings of a part number at each of its joints: "NOR.0707-60" is also "070760", "0707" and "60".
create function number_words(part_number text) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  joints text[];
  ending text := '';
  found text[] := '{}';
begin
  joints := string_to_array(
    regexp_replace(lower(part_number), '([a-z])(?=[0-9])|([0-9])(?=[a-z])|[^a-z0-9]+', '\1\2 ', 'g'), ' ');
  for at in reverse least(cardinality(joints), 8)..1 loop
    ending := joints[at] || ending;
    found := found || joints[at] || ending;
  end loop;
  return array_remove(found, '');
end
$$;

-- What a part is: the last word before its details. "Brake pads, front" is pads, "Tyre inflator, 12 V" an inflator.
create function head_word(name text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  name := regexp_replace(name, '[,;:(].*$|\s[-–—]\s.*$|\s\S*[0-9].*$|\s(for|with|of|without|to)\s.*$', '');
  name := regexp_replace(name, '([[:lower:]])\s+[[:upper:]]{2,}$', '\1');
  name := without_punctuation(fold_letters(name));
  return substring(name from '(\S+)(?:\s+(?:set|kit|pair|pairs|assembly|unit|complete|pack|skin|panel))*\s*$');
end
$$;

-- The words of a part: plain ones stand anywhere in it, ".word" in its name, brand or number, "^word" says what it is,
-- "~word" is a name's word as it is written, "c:" and "b:" are its category and brand.
create function part_words(name text, description text, brand text, category text, part_number text) returns tsvector
language plpgsql immutable parallel safe set search_path from current as $$
declare
  title text := search_text(name || ' ' || coalesce(brand, ''));
  near text[] := tsvector_to_array(to_tsvector('english', title)) || coalesce(number_words(part_number), '{}');
  -- words of one or two letters and those with digits are not spelled wrong
  written text := regexp_replace(title, '\S*[0-9]\S*|\m\S{1,2}\M', '', 'g');
begin
  -- R16 is also asked for as 16
  if title ~ '\mr[0-9]{2}\M' then
    near := near || substring(title from '\mr([0-9]{2})\M');
  end if;
  return array_to_tsvector(
      near || ('c:' || category) || ('b:' || replace(search_text(coalesce(brand, '')), ' ', ''))
        || string_to_array('.' || array_to_string(near, ' .'), ' ')
        || array_remove(string_to_array('~' || replace(written, ' ', ' ~'), ' '), '~')
        || array['^' || coalesce((ts_lexize('english_stem', head_word(name)))[1], '')]
    )
    || strip(to_tsvector('english', without_punctuation(fold_letters(description) || ' ' || category)));
end
$$;

-- Most part numbers stand in one part: they are not worth counting.
create function is_counted(word text) returns boolean
language sql immutable parallel safe
return length(word) < 6 or word like 'b:%' or translate(word, '0123456789', '') = word;

-- A word and what is left of it without one letter, of a long one without two: words that share one of these are a
-- typing mistake apart. Only written words have them.
create function word_traces(word text) returns text[]
language sql immutable strict parallel safe
return case
  when word !~ '^~.{4,}' then null
  else array(
    with one as (
      select substr(word, 2, at - 1) || substr(word, at + 2) as trace from generate_series(1, length(word) - 1) as at
    )
    select substr(word, 2)
    union
    select trace from one
    union
    select substr(trace, 1, at - 1) || substr(trace, at + 1)
    from one, generate_series(1, length(trace)) as at
    where length(word) between 9 and 15
  )
end;

drop index products_words;
alter table products
  drop column words,
  add column words tsvector
    generated always as (part_words(name, description, brand, category, part_number)) stored,
  add column in_stock boolean generated always as (available >= minimum_order) stored;
create index products_words on products using gin (words) where archived_at is null;
create index products_category_price on products (category, price_minor, id) where archived_at is null;
create index products_category_name on products (category, name, id) where archived_at is null;

create table search_words (
  word text collate "C" primary key,
  parts bigint not null,
  traces text[] generated always as (word_traces(word)) stored
);
create index search_words_traces on search_words using gin (traces);

create table part_counts (
  category text not null,
  -- as it is written; empty for none
  brand text not null,
  in_stock boolean not null,
  parts bigint not null,
  primary key (category, brand, in_stock)
);

-- What has changed since; nobody waits for anybody to write here. Readers add both.
create table search_word_changes (word text collate "C" not null, parts bigint not null);
create index search_word_changes_word on search_word_changes (word);
create table part_count_changes (category text not null, brand text not null, in_stock boolean not null, parts bigint not null);

-- Adds the changes to the counts. One transaction at a time does, and no other waits for it: what it leaves is taken
-- up by the next one.
create function fold_search_changes() returns void language plpgsql set search_path from current as $$
declare
  gone text[];
begin
  if not pg_try_advisory_xact_lock(7253002) then
    return;
  end if;
  with taken as (delete from search_word_changes returning word, parts),
  folded as (
    insert into search_words as kept (word, parts)
      select word, sum(parts) from taken group by word having sum(parts) <> 0
      on conflict (word) do update set parts = kept.parts + excluded.parts
      returning word, parts
  )
  select array_agg(word) into gone from folded where parts <= 0;
  delete from search_words where word = any(gone) and parts <= 0;
  with taken as (delete from part_count_changes returning category, brand, in_stock, parts)
  insert into part_counts as kept (category, brand, in_stock, parts)
    select category, brand, in_stock, sum(parts) from taken group by 1, 2, 3 having sum(parts) <> 0
    on conflict (category, brand, in_stock) do update set parts = kept.parts + excluded.parts;
  -- a few hundred rows
  delete from part_counts where parts <= 0;
end
$$;

create function count_parts() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into search_word_changes
      select lexeme, count(*) from added, unnest(added.words) where archived_at is null and is_counted(lexeme) group by lexeme;
    insert into part_count_changes
      select category, coalesce(brand, ''), in_stock, count(*) from added where archived_at is null group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into search_word_changes
      select lexeme, -count(*) from removed, unnest(removed.words) where archived_at is null and is_counted(lexeme) group by lexeme;
    insert into part_count_changes
      select category, coalesce(brand, ''), in_stock, -count(*) from removed where archived_at is null group by 1, 2, 3;
  else
    -- an order that leaves a part in stock ends here
    if not exists (
      select from removed join added using (id)
      where (removed.in_stock, removed.archived_at is null, removed.category, coalesce(removed.brand, ''))
          is distinct from (added.in_stock, added.archived_at is null, added.category, coalesce(added.brand, ''))
        or removed.words <> added.words
    ) then
      return null;
    end if;
    insert into search_word_changes
      select lexeme, sum(change)
      from (
        select removed.words, -1 as change from removed join added using (id)
        where removed.archived_at is null and (added.archived_at is not null or removed.words <> added.words)
        union all
        select added.words, 1 from removed join added using (id)
        where added.archived_at is null and (removed.archived_at is not null or removed.words <> added.words)
      ) as changed, unnest(changed.words)
      where is_counted(lexeme)
      group by lexeme having sum(change) <> 0;
    insert into part_count_changes
      select category, brand, in_stock, sum(change)
      from (
        select category, coalesce(brand, '') as brand, in_stock, -1 as change from removed where archived_at is null
        union all
        select category, coalesce(brand, ''), in_stock, 1 from added where archived_at is null
      ) as changed
      group by 1, 2, 3 having sum(change) <> 0;
  end if;
  perform fold_search_changes();
  return null;
end
$$;
create trigger products_added after insert on products
  referencing new table as added for each statement execute function count_parts();
create trigger products_removed after delete on products
  referencing old table as removed for each statement execute function count_parts();
create trigger products_moved after update on products
  referencing old table as removed new table as added for each statement execute function count_parts();

-- what is there already
insert into search_word_changes
  select lexeme, count(*) from products, unnest(products.words) where archived_at is null and is_counted(lexeme) group by lexeme;
insert into part_count_changes
  select category, coalesce(brand, ''), in_stock, count(*) from products where archived_at is null group by 1, 2, 3;
select fold_search_changes();

-- file 0024_imports.sql
-- Parts that come as a file: read in pieces, compared, applied in one switch, and taken back. See record 21.

create table imports (
  id uuid primary key,
  file_name text not null,
  bytes bigint not null check (bytes > 0),
  received bigint not null default 0,
  -- of the pieces received, each chained to the one before: tells whether a file is the same one
  digest text not null default '',
  -- what lies behind the last whole row
  tail bytea not null default '',
  layout jsonb,
  last_row integer not null default 0,
  state text not null default 'receiving' check (state in (
    'receiving', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'refused', 'discarded'
  )),
  fault jsonb,
  check_number integer not null default 0,
  made_anew boolean not null default false,
  -- rows that were bad as they were read; those that a check finds are in its report
  unreadable_rows integer not null default 0,
  report jsonb,
  conflicts jsonb not null default '[]',
  actor_id uuid references users (id),
  created_at timestamptz(3) not null,
  applied_at timestamptz(3),
  undone_at timestamptz(3),
  constraint received_is_within_the_file check (received between 0 and bytes)
);
create index imports_newest on imports (created_at desc, id desc);
-- the catalogue is switched by one import at a time
create unique index imports_one_switching on imports ((true)) where state in ('applying', 'undoing');

-- The file's good rows, until the import is applied. The keys fold as products' own do.
create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  row integer not null,
  product_id uuid,
  new_id uuid not null,
  part jsonb not null,
  number_key text generated always as (
    regexp_replace(lower(part ->> 'part_number'), '[^a-z0-9]', '', 'g')
  ) stored,
  brand_key text generated always as (lower(coalesce(part ->> 'brand', ''))) stored,
  primary key (import_id, row)
);

-- What an import writes: only fields that differ, as they were and as they will be. A new part has no before.
create table import_changes (
  import_id uuid not null references imports (id) on delete cascade,
  row integer not null,
  product_id uuid not null,
  before jsonb,
  after jsonb not null,
  primary key (import_id, row)
);

create table import_errors (
  import_id uuid not null references imports (id) on delete cascade,
  row integer not null,
  place smallint not null,
  column_name text,
  value text,
  message text not null,
  -- found by the comparison, and found anew by the next one
  by_check boolean not null,
  primary key (import_id, row, place)
);

-- Seen while the transaction that works has not committed; so no reference, which would wait for it.
create table import_progress (
  import_id uuid primary key,
  done integer not null,
  total integer not null
);

-- A part is deleted when the import that brought it is undone: only where nobody has ordered or reviewed it.
create index orders_of_product on orders (product_id);
create index reviews_of_any_product on reviews (product_id) where product_id is not null;

-- file 0025_named_changes.sql
-- Names what changed, so that an instance drops the answers that show it and keeps the others (decision 0023).
-- A transaction that announces by itself after its commit says so with `set_config('store.quiet', 'on', true)`:
-- a NOTIFY makes commits wait for one another, which orders must not.

drop trigger products_changed on products;
drop trigger reviews_changed on reviews;
drop function announce_change();

-- A payload holds less than 8,000 bytes: beyond `most` names the caller passes the one that stands for all.
create function announce_tags(tags text[]) returns void language sql as $$
  select pg_notify('store_changed', array_to_string(tags, ' ')) where cardinality(tags) > 0
$$;

create function is_quiet() returns boolean language sql stable as $$
  select coalesce(current_setting('store.quiet', true), '') = 'on'
$$;

-- Parts that arrive, and all parts at once: no answer of a part can show one that was not there.
create function announce_products() returns trigger language plpgsql as $$
begin
  if not is_quiet() then
    perform announce_tags(case tg_op when 'INSERT' then '{products}' else '{products,product:*}'::text[] end);
  end if;
  return null;
end
$$;

-- A move of stock changes the part, and lists only where it turns the part up or out of stock.
create function announce_changed_products() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
  tags text[];
  is_of_lists boolean;
begin
  if is_quiet() then
    return null;
  end if;
  if (select count(*) from (select from new_rows limit most + 1) as changed) > most then
    perform announce_tags('{products,product:*}');
    return null;
  end if;
  select array_agg('product:' || coalesce(before.id, after.id)),
      bool_or(
        before.id is null or after.id is null
        or to_jsonb(before) - 'available' <> to_jsonb(after) - 'available'
        or (before.available > 0) <> (after.available > 0)
        or (before.available >= before.minimum_order) <> (after.available >= after.minimum_order)
      )
    into tags, is_of_lists
    from old_rows as before full join new_rows as after on after.id = before.id
    where before is distinct from after;
  perform announce_tags(case when is_of_lists then tags || 'products'::text else tags end);
  return null;
end
$$;

create function announce_deleted_products() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
  tags text[];
begin
  if is_quiet() then
    return null;
  end if;
  select case when count(*) > most then '{products,product:*}'
      else array_agg('product:' || id) || array_agg(distinct 'products'::text) end
    into tags
    from (select id from old_rows limit most + 1) as gone;
  perform announce_tags(tags);
  return null;
end
$$;

create trigger products_arrived after insert on products
  for each statement execute function announce_products();
create trigger products_changed after update on products
  referencing old table as old_rows new table as new_rows
  for each statement execute function announce_changed_products();
create trigger products_deleted after delete on products
  referencing old table as old_rows
  for each statement execute function announce_deleted_products();
create trigger products_emptied after truncate on products
  for each statement execute function announce_products();

-- Reviews are shown of the whole store, and of the part they speak of.
create function announce_reviews() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
  parts text[];
begin
  if is_quiet() then
    return null;
  end if;
  if tg_op = 'TRUNCATE' then
    perform announce_tags('{reviews,review-of:*}');
    return null;
  elsif tg_op = 'INSERT' then
    parts := array(select distinct 'review-of:' || product_id from new_rows where product_id is not null limit most + 1);
  elsif tg_op = 'DELETE' then
    parts := array(select distinct 'review-of:' || product_id from old_rows where product_id is not null limit most + 1);
  else
    parts := array(
      select distinct 'review-of:' || product_id
      from (select product_id from new_rows union all select product_id from old_rows) as changed
      where product_id is not null limit most + 1
    );
  end if;
  perform announce_tags(
    'reviews'::text || case when cardinality(parts) > most then '{review-of:*}' else parts end
  );
  return null;
end
$$;

create trigger reviews_arrived after insert on reviews
  referencing new table as new_rows
  for each statement execute function announce_reviews();
create trigger reviews_changed after update on reviews
  referencing old table as old_rows new table as new_rows
  for each statement execute function announce_reviews();
create trigger reviews_deleted after delete on reviews
  referencing old table as old_rows
  for each statement execute function announce_reviews();
create trigger reviews_emptied after truncate on reviews
  for each statement execute function announce_reviews();

-- file 0026_orders_under_load.sql
-- Orders placed by many at once, and admins' lists of any length. See docs/decisions/0024-orders-under-load.md.

-- A move of stock used to write into every index of products, since one of them holds the number of pieces. Now it does
-- so only at ten pieces and fewer, and finds room for the new row beside the old one.
alter table products set (fillfactor = 85);
drop index products_low_stock;
alter table products
  add column scarce integer generated always as (case when available <= 10 then available end) stored;
create index products_scarce on products (scarce, id) where archived_at is null and scarce is not null;

-- As before, but for what follows from the number of pieces.
create or replace function announce_changed_products() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
  of_stock constant text[] := '{available,scarce,in_stock}';
  tags text[];
  is_of_lists boolean;
begin
  if is_quiet() then
    return null;
  end if;
  if (select count(*) from (select from new_rows limit most + 1) as changed) > most then
    perform announce_tags('{products,product:*}');
    return null;
  end if;
  select array_agg('product:' || coalesce(before.id, after.id)),
      bool_or(
        before.id is null or after.id is null
        or to_jsonb(before) - of_stock <> to_jsonb(after) - of_stock
        or (before.available > 0) <> (after.available > 0)
        or (before.available >= before.minimum_order) <> (after.available >= after.minimum_order)
      )
    into tags, is_of_lists
    from old_rows as before full join new_rows as after on after.id = before.id
    where before is distinct from after;
  perform announce_tags(case when is_of_lists then tags || 'products'::text else tags end);
  return null;
end
$$;

-- Written with every order, too.
alter table users set (fillfactor = 85);
alter table rate_limits set (fillfactor = 70);

-- Unpaid orders stand in no index of payments.
alter table orders
  drop constraint orders_transaction_id_key,
  drop constraint orders_receipt_number_key;
create unique index orders_transaction_id_key on orders (transaction_id) where transaction_id is not null;
create unique index orders_receipt_number_key on orders (receipt_number) where receipt_number is not null;

-- Every filter of the admins' list is a union of these, each read in the order of the list.
create index orders_paid_newest on orders (status, created_at desc, id desc) where paid_at is not null;
create index orders_open_newest on orders (status, created_at desc, id desc)
  where paid_at is null and expired_at is null and deleted_at is null;
create index orders_expired_newest on orders (status, created_at desc, id desc)
  where expired_at is not null and deleted_at is null;

drop index users_newest;
create index users_newest on users (created_at desc, id desc) where deleted_at is null;
create index users_enabled_newest on users (created_at desc, id desc)
  where deleted_at is null and disabled_at is null;

create index disputes_of_status on disputes (status, created_at desc, id);
create index stray_payments_newest on stray_payments (created_at desc, intent_id);
create index stray_payments_unrefunded on stray_payments (intent_id) where refunded_at is null;

-- file 0027_kinds_of_parts.sql
-- Words that say what a part is count most; the groups of a part number count less than the sizes of a name.

-- 215/65R16C is a van's tyre
create or replace function search_text(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  value := fold_letters(value);
  if value ~ '[0-9]' then
    -- an oil's grade is one word: 5W-30
    if value like '%w%' then
      value := regexp_replace(value, '\m([0-9]{1,2})w-?([0-9]{2,3})\M', '\1w\2', 'g');
    end if;
    if value like '%"%' then
      value := regexp_replace(value, '([0-9]) ?"', '\1 inch ', 'g');
    end if;
    -- 254 x 35, 7Jx17, 205/55R16
    if value like '%*%' or value like '%x%' then
      value := regexp_replace(value, '([0-9]j?) ?[x*] ?(?=[0-9])', '\1 ', 'g');
    end if;
    if value like '%r__%' then
      value := regexp_replace(value, '([0-9])(z?r)([0-9]{2})(c?)\M', '\1 r\3 \4', 'g');
    end if;
    value := regexp_replace(value, '([0-9])-?(mm|cm|ml|l|kg|g|w|v|ah|a|nm|bar|psi|in|inch|inches|kw|pin|t)\M', '\1 \2', 'g');
  end if;
  return without_punctuation(value);
end
$$;

-- The groups of a part number, and its endings from each group on: "NOR.0707-60" has "0707" and "070760".
drop function number_words(text);
create function number_words(part_number text, out groups text[], out endings text[])
language plpgsql immutable strict parallel safe as $$
declare
  ending text := '';
begin
  groups := array_remove(string_to_array(
    regexp_replace(lower(part_number), '([a-z])(?=[0-9])|([0-9])(?=[a-z])|[^a-z0-9]+', '\1\2 ', 'g'), ' '), '');
  endings := '{}';
  for at in reverse least(cardinality(groups), 8)..1 loop
    ending := groups[at] || ending;
    if length(ending) > 4 then
      endings := endings || ending;
    end if;
  end loop;
end
$$;

-- What a part is, without its details and its place: "Rear brake disc, solid" is a brake disc, a "Set of ring spanners"
-- ring spanners.
drop function head_word(text);
create function kind_of(name text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  name := regexp_replace(name, '^\s*(set|pair|kit|box)\s+of\s+', '', 'i');
  name := regexp_replace(name, '[,;:(].*$|\s[-–—]\s.*$|\s\S*[0-9].*$|\s(for|with|of|without|to)\s.*$', '');
  name := regexp_replace(name, '([[:lower:]])\s+[[:upper:]]{2,}$', '\1');
  name := without_punctuation(fold_letters(name));
  name := regexp_replace(name, '^\s*((front|rear|left|right|upper|lower|inner|outer)\s+)+(?=\S)', '');
  return regexp_replace(name, '(\s+(set|kit|pair|pairs|assembly|unit|complete|pack|skin|panel))+\s*$', '');
end
$$;

-- As before, and "=words" is the whole of what a part is.
create or replace function part_words(name text, description text, brand text, category text, part_number text) returns tsvector
language plpgsql immutable parallel safe set search_path from current as $$
declare
  title text := search_text(name || ' ' || coalesce(brand, ''));
  kind text := coalesce(kind_of(name), '');
  number record;
  near text[] := tsvector_to_array(to_tsvector('english', title));
  -- words of one or two letters and those with digits are not spelled wrong
  written text := regexp_replace(title, '\S*[0-9]\S*|\m\S{1,2}\M', '', 'g');
begin
  number := number_words(coalesce(part_number, ''));
  near := near || number.endings;
  -- R16 is also asked for as 16
  if title ~ '\mr[0-9]{2}\M' then
    near := near || substring(title from '\mr([0-9]{2})\M');
  end if;
  return array_to_tsvector(
      near || number.groups || ('c:' || category) || ('b:' || replace(search_text(coalesce(brand, '')), ' ', ''))
        || case when near = '{}' then '{}' else string_to_array('.' || array_to_string(near, ' .'), ' ') end
        || array_remove(string_to_array('~' || replace(written, ' ', ' ~'), ' '), '~')
        || ('^' || coalesce((ts_lexize('english_stem', substring(kind from '(\S+)\s*$')))[1], ''))
        || ('=' || array_to_string(tsvector_to_array(to_tsvector('english', kind)), ' '))
    )
    || strip(to_tsvector('english', without_punctuation(fold_letters(description) || ' ' || category)));
end
$$;

-- A word of seven letters may have two wrong.
create or replace function word_traces(word text) returns text[]
language sql immutable strict parallel safe
return case
  when word !~ '^~.{4,}' then null
  else array(
    with one as (
      select substr(word, 2, at - 1) || substr(word, at + 2) as trace from generate_series(1, length(word) - 1) as at
    )
    select substr(word, 2)
    union
    select trace from one
    union
    select substr(trace, 1, at - 1) || substr(trace, at + 1)
    from one, generate_series(1, length(trace)) as at
    where length(word) between 8 and 15
  )
end;

alter table products
  drop column words,
  add column words tsvector
    generated always as (part_words(name, description, brand, category, part_number)) stored;
create index products_words on products using gin (words) where archived_at is null;

alter table search_words
  drop column traces,
  add column traces text[] generated always as (word_traces(word)) stored;
create index search_words_traces on search_words using gin (traces);
truncate search_words, search_word_changes;
insert into search_word_changes
  select lexeme, count(*) from products, unnest(products.words) where archived_at is null and is_counted(lexeme) group by lexeme;
select fold_search_changes();

-- file 0028_failed_imports.sql
-- Why a step of an import ended before it was done: an error code of the store's, until somebody goes on.
alter table imports add column failure text;

-- file 0032_brand_keys.sql
-- The name under which a brand is looked up, by filters and by the rows of a file: "Halloran & Pike" is "halloranpike".
-- Its twin is brandKey in server/products/search-text.ts.
create function brand_key(brand text) returns text
language sql immutable parallel safe set search_path from current
return replace(search_text(coalesce(brand, '')), ' ', '');

alter table import_rows
  drop column brand_key,
  add column brand_key text generated always as (brand_key(part ->> 'brand')) stored;

-- file 0033_counted_prices.sql
-- How many parts of a shelf, brand and stock have a price between two: counted from this index alone. See
-- docs/decisions/0022-search.md.
create index products_counted on products (category, brand, in_stock, price_minor) where archived_at is null;

-- file 0034_search_speed.sql
-- The store's processes keep the words of the catalogue themselves, as long as nothing has changed them. See
-- docs/decisions/0022-search.md.

-- The same texts as before, in two thirds of the time: PostgreSQL looks for each letter in the whole list of
-- `translate`, and most texts that are not plain ASCII have nothing else than one of four signs.
create or replace function without_punctuation(value text) returns text
language sql immutable parallel safe
return regexp_replace(value, '[!-/:-@[-`{-~]', ' ', 'g');

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
  value := translate(value, '⁄″”“′‘—−·•…', '/"""''''--   ');
  if octet_length(value) = length(value) then
    return lower(value);
  end if;
  value := lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'));
  value := translate(value, '×⁄″”“′’‘–—−·•…°øłđðıŧ', '*/"""''''''---    olddit');
  return replace(replace(replace(value, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
end
$$;

-- A number of more than four signs was counted where it stands in a text and never asked for.
create or replace function is_counted(word text) returns boolean
language sql immutable parallel safe
return length(ltrim(word, '.^=~')) < 5 or word like 'b:%' or translate(word, '0123456789', '') = word;
delete from search_words where not is_counted(word);
delete from search_word_changes where not is_counted(word);

-- Words a typing mistake away are found by the processes.
drop index search_words_traces;
alter table search_words drop column traces;
drop function word_traces(text);

-- How often the words that are found in parts, or the brands, have changed: one row.
create table search_state (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into search_state (version) values (0);

-- As before, and tells what it has changed. Nobody waits for the row: one transaction at a time gets here.
create or replace function fold_search_changes() returns void language plpgsql set search_path from current as $$
declare
  gone text[];
  changed_words bigint;
  new_cells bigint;
begin
  if not pg_try_advisory_xact_lock(7253002) then
    return;
  end if;
  with taken as (delete from search_word_changes returning word, parts),
  folded as (
    insert into search_words as kept (word, parts)
      select word, sum(parts) from taken group by word having sum(parts) <> 0
      on conflict (word) do update set parts = kept.parts + excluded.parts
      returning word, parts
  )
  select array_agg(word) filter (where parts <= 0), count(*) into gone, changed_words from folded;
  if gone is not null then
    delete from search_words where word = any(gone) and parts <= 0;
  end if;
  with taken as (delete from part_count_changes returning category, brand, in_stock, parts),
  folded as (
    insert into part_counts as kept (category, brand, in_stock, parts)
      select category, brand, in_stock, sum(parts) from taken group by 1, 2, 3 having sum(parts) <> 0
      on conflict (category, brand, in_stock) do update set parts = kept.parts + excluded.parts
      returning xmax = 0 as is_new
  )
  select count(*) filter (where is_new) into new_cells from folded;
  -- a few hundred rows
  delete from part_counts where parts <= 0;
  if changed_words > 0 or new_cells > 0 then
    update search_state set version = version + 1;
  end if;
end
$$;

-- file 0037_words_brought.sql
-- A part's words are still made with its texts, but no longer where whoever writes the row brings them: an import finds
-- them before it holds any part. See docs/decisions/0021-import-and-export.md.

alter table products alter column words drop expression;

create function make_words() returns trigger language plpgsql set search_path from current as $$
begin
  new.words := part_words(new.name, new.description, new.brand, new.category, new.part_number);
  return new;
end
$$;
create trigger products_words_of_new before insert on products
  for each row when (new.words is null) execute function make_words();
create trigger products_words_anew before update of name, description, brand, category, part_number on products
  for each row when (new.words is not distinct from old.words) execute function make_words();

-- As before, but a change of texts looks only at the words that came and went.
create or replace function count_parts() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into search_word_changes
      select lexeme, count(*) from added, unnest(added.words) where archived_at is null and is_counted(lexeme) group by lexeme;
    insert into part_count_changes
      select category, coalesce(brand, ''), in_stock, count(*) from added where archived_at is null group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into search_word_changes
      select lexeme, -count(*) from removed, unnest(removed.words) where archived_at is null and is_counted(lexeme) group by lexeme;
    insert into part_count_changes
      select category, coalesce(brand, ''), in_stock, -count(*) from removed where archived_at is null group by 1, 2, 3;
  else
    -- an order that leaves a part in stock ends here
    if not exists (
      select from removed join added using (id)
      where (removed.in_stock, removed.archived_at is null, removed.category, coalesce(removed.brand, ''))
          is distinct from (added.in_stock, added.archived_at is null, added.category, coalesce(added.brand, ''))
        or removed.words <> added.words
    ) then
      return null;
    end if;
    insert into search_word_changes
      select lexeme, sum(change)
      from (
        select case when added.archived_at is null then ts_delete(removed.words, tsvector_to_array(added.words))
            else removed.words end as words, -1 as change
        from removed join added using (id)
        where removed.archived_at is null and (added.archived_at is not null or removed.words <> added.words)
        union all
        select case when removed.archived_at is null then ts_delete(added.words, tsvector_to_array(removed.words))
            else added.words end, 1
        from removed join added using (id)
        where added.archived_at is null and (removed.archived_at is not null or removed.words <> added.words)
      ) as changed, unnest(changed.words)
      where is_counted(lexeme)
      group by lexeme having sum(change) <> 0;
    insert into part_count_changes
      select category, brand, in_stock, sum(change)
      from (
        select category, coalesce(brand, '') as brand, in_stock, -1 as change from removed where archived_at is null
        union all
        select category, coalesce(brand, ''), in_stock, 1 from added where archived_at is null
      ) as changed
      group by 1, 2, 3 having sum(change) <> 0;
  end if;
  perform fold_search_changes();
  return null;
end
$$;

-- file 0038_refunded_orders.sql
-- The nightly comparison of orders with the ledger looks at those that say they were refunded, not at all that were paid.
create index orders_refunded on orders (id) where refunded_minor <> 0;

-- file 0039_number_words.sql
-- A size asked for was found among the groups of part numbers: what a number has of digits is now marked, and asked for
-- only as a whole. See docs/decisions/0022-search.md.

-- As before, but "#number" is a part number from each of its groups on, and only its letters are words like others.
create or replace function part_words(name text, description text, brand text, category text, part_number text) returns tsvector
language plpgsql immutable parallel safe set search_path from current as $$
declare
  title text := search_text(name || ' ' || coalesce(brand, ''));
  kind text := coalesce(kind_of(name), '');
  number record;
  near text[] := tsvector_to_array(to_tsvector('english', title));
  -- words of one or two letters and those with digits are not spelled wrong
  written text := regexp_replace(title, '\S*[0-9]\S*|\m\S{1,2}\M', '', 'g');
begin
  number := number_words(coalesce(part_number, ''));
  -- R16 is also asked for as 16
  if title ~ '\mr[0-9]{2}\M' then
    near := near || substring(title from '\mr([0-9]{2})\M');
  end if;
  return array_to_tsvector(
      near || ('c:' || category) || ('b:' || replace(search_text(coalesce(brand, '')), ' ', ''))
        || array(select part from unnest(number.groups) as part where part !~ '[0-9]')
        || array(select '#' || ending from unnest(number.endings) as ending where ending ~ '[0-9]')
        || case when near = '{}' then '{}' else string_to_array('.' || array_to_string(near, ' .'), ' ') end
        || array_remove(string_to_array('~' || replace(written, ' ', ' ~'), ' '), '~')
        || ('^' || coalesce((ts_lexize('english_stem', substring(kind from '(\S+)\s*$')))[1], ''))
        || ('=' || array_to_string(tsvector_to_array(to_tsvector('english', kind)), ' '))
    )
    || strip(to_tsvector('english', without_punctuation(fold_letters(description) || ' ' || category)));
end
$$;

-- Only the words change: nobody is told, and they are counted anew at once.
alter table products disable trigger user;
drop index products_words;
update products set words = part_words(name, description, brand, category, part_number);
create index products_words on products using gin (words) where archived_at is null;
alter table products enable trigger user;
truncate search_words, search_word_changes;
insert into search_word_changes
  select lexeme, count(*) from products, unnest(products.words) where archived_at is null and is_counted(lexeme) group by lexeme;
select fold_search_changes();

-- file 0040_whole_sizes.sql
-- A size is one word: of "1.5 t" the 5 was found by who asked for 5 t. "1.5", "1,5" and "1.50" are 1p5, "1/2" is 1f2, the
-- bolts of a wheel, "5x112" and "5×114.3", 5b112 and 5b114. "DOT 4" is also dot4, or 4 litres would stand for it.
-- See docs/decisions/0022-search.md.

-- Of folded text.
create function whole_sizes(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  value := regexp_replace(value, '(?<![0-9*x.,])([3-8]) ?[x*] ?(9[0-9]|1[0-9][0-9])(?:[.,][0-9]+)?(?![0-9])', '\1b\2 ', 'g');
  value := regexp_replace(value, '(?<![0-9.,])([0-9]{1,3})[.,]([0-9])([1-9]?)0?(?![0-9]|[.,][0-9])', '\1p\2\3', 'g');
  return regexp_replace(value, '(?<![0-9/])([1-9]|[12][0-9]|3[01])/(2|4|8|16|32|64)(?![0-9/])', '\1f\2', 'g');
end
$$;

create or replace function search_text(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  value := fold_letters(value);
  if value ~ '[0-9]' then
    value := whole_sizes(value);
    -- an oil's grade is one word: 5W-30
    if value like '%w%' then
      value := regexp_replace(value, '\m([0-9]{1,2})w-?([0-9]{2,3})\M', '\1w\2', 'g');
    end if;
    if value like '%"%' then
      value := regexp_replace(value, '([0-9]) ?"', '\1 inch ', 'g');
    end if;
    -- 254 x 35, 7Jx17, 205/55R16
    if value like '%*%' or value like '%x%' then
      value := regexp_replace(value, '([0-9]j?) ?[x*] ?(?=[0-9])', '\1 ', 'g');
    end if;
    if value like '%r__%' then
      value := regexp_replace(value, '([0-9])(z?r)([0-9]{2})(c?)\M', '\1 r\3 \4', 'g');
    end if;
    value := regexp_replace(value, '([0-9])-?(mm|cm|ml|l|kg|g|w|v|ah|a|nm|bar|psi|in|inch|inches|kw|pin|t|j)\M', '\1 \2', 'g');
  end if;
  return without_punctuation(value);
end
$$;

create or replace function part_words(name text, description text, brand text, category text, part_number text) returns tsvector
language plpgsql immutable parallel safe set search_path from current as $$
declare
  title text := search_text(name || ' ' || coalesce(brand, ''));
  kind text := coalesce(kind_of(name), '');
  number record;
  near text[] := tsvector_to_array(to_tsvector('english', title));
  -- words of one or two letters and those with digits are not spelled wrong
  written text := regexp_replace(title, '\S*[0-9]\S*|\m\S{1,2}\M', '', 'g');
begin
  number := number_words(coalesce(part_number, ''));
  -- R16 is also asked for as 16
  if title ~ '\mr[0-9]{2}\M' then
    near := near || substring(title from '\mr([0-9]{2})\M');
  end if;
  if title like '%dot %' then
    near := near || array_remove(array['dot' || substring(title from '\mdot ([0-9](?:p[0-9])?)\M')], null);
  end if;
  return array_to_tsvector(
      near || ('c:' || category) || ('b:' || replace(search_text(coalesce(brand, '')), ' ', ''))
        || array(select part from unnest(number.groups) as part where part !~ '[0-9]')
        || array(select '#' || ending from unnest(number.endings) as ending where ending ~ '[0-9]')
        || case when near = '{}' then '{}' else string_to_array('.' || array_to_string(near, ' .'), ' ') end
        || array_remove(string_to_array('~' || replace(written, ' ', ' ~'), ' '), '~')
        || ('^' || coalesce((ts_lexize('english_stem', substring(kind from '(\S+)\s*$')))[1], ''))
        || ('=' || array_to_string(tsvector_to_array(to_tsvector('english', kind)), ' '))
    )
    || strip(to_tsvector('english', without_punctuation(whole_sizes(fold_letters(description)) || ' ' || category)));
end
$$;

-- Only the words change: nobody is told, and they are counted anew at once.
alter table products disable trigger user;
drop index products_words;
update products set words = part_words(name, description, brand, category, part_number);
create index products_words on products using gin (words) where archived_at is null;
alter table products enable trigger user;
truncate search_words, search_word_changes;
insert into search_word_changes
  select lexeme, count(*) from products, unnest(products.words) where archived_at is null and is_counted(lexeme) group by lexeme;
select fold_search_changes();

-- file 0041_unfinished_imports.sql
-- Imports that wait for somebody are found whatever was imported after them.
create index imports_unfinished on imports (created_at desc, id desc)
  where state in ('receiving', 'checking', 'checked', 'applying', 'undoing');

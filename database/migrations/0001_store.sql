-- The store's own tables. Money is integer minor units. Times have millisecond precision, as JavaScript's have.

-- ---------------------------------------------------------------------------------------------------------------------
-- Installation

-- Random values that all instances share, such as the key that signs access tokens.
create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz(3) not null default now()
);

-- Requests counted in the current window. Unlogged: a crash loses the counts, which is harmless.
create unlogged table rate_limits (
  key text primary key,
  window_start timestamptz(3) not null,
  count integer not null
) with (fillfactor = 70);

-- Mails and text messages that wait to be sent, and those that were sent.
create table mails (
  id uuid primary key,
  channel text not null default 'mail' check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  -- names the file to attach; it is made when the mail is sent
  attached text,
  created_at timestamptz(3) not null default now(),
  -- a code or link that has run out is not sent any more
  send_until timestamptz(3),
  sent_at timestamptz(3),
  attempts integer not null default 0,
  last_error text,
  -- rounded down: a new mail is due at once
  next_attempt_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  -- the Message-ID of every attempt, so that a server that gets the mail twice can drop the second copy
  message_id text
);
create index mails_newest on mails (created_at desc, id desc);
create index mails_waiting on mails (next_attempt_at) where sent_at is null;

-- ---------------------------------------------------------------------------------------------------------------------
-- Users

create table users (
  id uuid primary key,
  -- the account's id at the identity provider
  uid text not null unique,
  -- null once the account is deleted, or another one has proved that it owns the address
  email text unique check (email = lower(email) and length(email) <= 254),
  -- as the identity provider said at the last token exchange; mails about orders need it
  email_verified boolean not null default false,
  role text not null default 'user' check (role in ('admin', 'user')),
  display_name text,
  photo_url text,
  education text,
  location text,
  number text,
  linkedin text,
  -- tokens issued before this moment are refused
  valid_since timestamptz not null default '-infinity',
  -- sign-ins before this moment have been ended, also those that the store has not seen yet
  sign_ins_since timestamptz not null default '-infinity',
  disabled_at timestamptz(3),
  -- a deleted account stays as an anonymous row, because its orders refer to it
  deleted_at timestamptz(3),
  -- when the identity provider had removed its account, too
  identity_removed_at timestamptz(3),
  unpaid_orders integer not null default 0 check (unpaid_orders >= 0),
  created_at timestamptz(3) not null,
  constraint verified_has_email check (email is not null or not email_verified),
  constraint deleted_is_anonymous check (
    deleted_at is null
    or (
      disabled_at is not null and role = 'user'
      and coalesce(email, display_name, photo_url, education, location, number, linkedin) is null
    )
  ),
  constraint identity_removed_last check (identity_removed_at is null or deleted_at is not null)
  -- every order changes unpaid_orders: room in the page keeps the new row out of the indexes
) with (fillfactor = 85);
create index users_newest on users (created_at desc, id desc) where deleted_at is null;
create index users_enabled_newest on users (created_at desc, id desc)
  where deleted_at is null and disabled_at is null;
create index users_under_deletion on users (deleted_at)
  where deleted_at is not null and identity_removed_at is null;

create table sign_ins (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- the provider's session: `sid:…`, or `at:…`, the second of the sign-in, where the provider has no session id
  key text not null check (key ~ '^(sid|at):.'),
  -- a random id that the client stores and sends with the exchange of a token
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

-- Addresses that get a mail that asks to verify them, once in a while. The recipient is a digest of the address: the row
-- outlives an account that is deleted and registered again.
create table verification_requests (
  recipient text primary key,
  user_id uuid not null references users (id),
  requested_at timestamptz(3) not null default now(),
  -- null until the mail is written
  mailed_at timestamptz(3)
);
create index verification_requests_waiting on verification_requests (requested_at) where mailed_at is null;

-- The response to each key that a caller sent, repeated when the request is repeated.
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

-- ---------------------------------------------------------------------------------------------------------------------
-- Audit: who changed what, when. Rows are added, never changed.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name;
end
$$;

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
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();

-- ---------------------------------------------------------------------------------------------------------------------
-- Products. What search adds to them is in 0002_search.sql.

create table products (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  description text not null default '',
  price_minor bigint not null check (price_minor > 0),
  minimum_order integer not null check (minimum_order >= 1),
  available integer not null check (available >= 0),
  in_stock boolean generated always as (available >= minimum_order) stored,
  -- The number of units, where it is low. An index of `available` would be written by every order; this one is written
  -- only at ten units and fewer.
  scarce integer generated always as (case when available <= 10 then available end) stored,
  img text not null,
  images text[] not null default '{}',
  category text not null check (
    category in ('tools', 'wheels', 'engine', 'suspension', 'body', 'lighting', 'electrical', 'fluids')
  ),
  brand text,
  part_number text,
  -- letters and digits only: "NOR.0707-60" is found as "nor070760"
  part_number_key text generated always as (regexp_replace(lower(part_number), '[^a-z0-9]', '', 'g')) stored,
  created_at timestamptz(3) not null,
  archived_at timestamptz(3)
  -- every order changes `available`: room in the page keeps the new row out of the indexes
) with (fillfactor = 85);
create index products_newest on products (created_at desc, id desc) where archived_at is null;
create index products_category_newest on products (category, created_at desc, id desc) where archived_at is null;
create index products_price on products (price_minor, id) where archived_at is null;
create index products_category_price on products (category, price_minor, id) where archived_at is null;
create index products_name on products (name, id) where archived_at is null;
create index products_category_name on products (category, name, id) where archived_at is null;
create index products_number on products (part_number_key text_pattern_ops) where archived_at is null;
create index products_scarce on products (scarce, id) where archived_at is null and scarce is not null;
-- counts of parts with a price between two are read from this index alone
create index products_counted on products (category, brand, in_stock, price_minor) where archived_at is null;

-- ---------------------------------------------------------------------------------------------------------------------
-- Imports of a CSV file: received in chunks, checked, applied in one transaction, and undone. See decision 21.

create table imports (
  id uuid primary key,
  file_name text not null,
  bytes bigint not null check (bytes > 0),
  received bigint not null default 0,
  -- of the chunks received, each chained to the one before: tells whether a file is the same one
  digest text not null default '',
  -- what follows the last whole row
  tail bytea not null default '',
  layout jsonb,
  last_row integer not null default 0,
  state text not null default 'receiving' check (state in (
    'receiving', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'refused', 'discarded'
  )),
  -- why the file cannot be read
  file_error jsonb,
  -- rises with each check; applying names the version that the admin saw
  check_version integer not null default 0,
  -- the catalogue had changed since the check, so the file was checked again and nothing was applied
  rechecked boolean not null default false,
  -- rows that could not be read; rows that a check refuses are in its report
  unreadable_rows integer not null default 0,
  report jsonb,
  conflicts jsonb not null default '[]',
  -- the error code of a step that did not end, until the step is repeated
  failure text,
  actor_id uuid references users (id),
  created_at timestamptz(3) not null,
  applied_at timestamptz(3),
  undone_at timestamptz(3),
  constraint received_within_file check (received between 0 and bytes)
);
create index imports_newest on imports (created_at desc, id desc);
create index imports_unfinished on imports (created_at desc, id desc)
  where state in ('receiving', 'checking', 'checked', 'applying', 'undoing');
-- one import at a time changes the catalogue
create unique index imports_one_applying on imports ((true)) where state in ('applying', 'undoing');

-- The file's readable rows, until the import is applied or discarded. The key is computed as that of products.
create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  row integer not null,
  product_id uuid,
  new_id uuid not null,
  part jsonb not null,
  number_key text generated always as (
    regexp_replace(lower(part ->> 'part_number'), '[^a-z0-9]', '', 'g')
  ) stored,
  primary key (import_id, row)
);

-- What an import writes: the fields that differ, before and after. A new part has no before.
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
  -- counts the errors of one row
  position smallint not null,
  column_name text,
  value text,
  message text not null,
  -- found by the check; the next check replaces it
  by_check boolean not null,
  primary key (import_id, row, position)
);

-- Committed while the transaction of the import is open. A reference to imports would wait for that transaction.
create table import_progress (
  import_id uuid primary key,
  done integer not null,
  total integer not null
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Orders

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
  -- hundredths of a percent that the total includes, as it was when the order was placed
  tax_rate integer not null default 0 check (tax_rate between 0 and 10000),
  status text not null default 'pending' check (status in ('pending', 'Pending', 'Shift')),
  expires_at timestamptz(3) not null,
  paid_at timestamptz(3),
  -- the provider's payment, or an admin's text for a payment at the counter; one pays one order
  transaction_id text,
  -- without gaps, see receipt_counter
  receipt_number bigint,
  -- refunded, or set aside for a refund that has not ended
  refunded_minor bigint not null default 0,
  quantity_returned integer not null default 0,
  -- a cancellation that has begun: the payment is canceled at the provider before the stock is returned
  cancellation text check (cancellation in ('delete', 'expire')),
  cancellation_returns_stock boolean,
  cancellation_started_at timestamptz(3),
  stock_returned_at timestamptz(3),
  expired_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint total_is_price_times_quantity check (total_minor = unit_price_minor * quantity),
  constraint paid_has_transaction check ((paid_at is null) = (transaction_id is null)),
  constraint paid_has_a_receipt check ((paid_at is null) = (receipt_number is null)),
  constraint receipt_requires_payment check (receipt_number is null or paid_at is not null),
  constraint paid_keeps_stock check (paid_at is null or stock_returned_at is null),
  constraint paid_is_final check (
    paid_at is null or (deleted_at is null and expired_at is null and cancellation is null)
  ),
  constraint refunds_within_payment check (
    refunded_minor between 0 and case when paid_at is null then 0 else total_minor end
  ),
  constraint quantity_returned_within_order check (quantity_returned between 0 and quantity),
  constraint cancellation_has_start check ((cancellation is null) = (cancellation_started_at is null)),
  constraint cancellation_precedes_end check (
    cancellation is null or (deleted_at is null and expired_at is null)
  ),
  constraint expired_returned_stock check (expired_at is null or stock_returned_at is not null),
  constraint stock_returned_only_at_end check (
    stock_returned_at is null or deleted_at is not null or expired_at is not null
  ),
  -- an admin may keep the units of an order that they delete
  constraint ended_returned_stock check (
    (deleted_at is null and expired_at is null)
    or stock_returned_at is not null
    or cancellation_returns_stock is false
  )
);
-- partial: an unpaid order is in no index of payments
create unique index orders_transaction_id_key on orders (transaction_id) where transaction_id is not null;
create unique index orders_receipt_number_key on orders (receipt_number) where receipt_number is not null;
create index orders_of_user on orders (user_id, created_at desc, id desc) where deleted_at is null;
create index orders_of_product on orders (product_id);
-- each filter of the admin's list is a union of these, each read in the order of the list
create index orders_newest on orders (created_at desc, id desc) where deleted_at is null;
create index orders_paid_newest on orders (status, created_at desc, id desc) where paid_at is not null;
create index orders_open_newest on orders (status, created_at desc, id desc)
  where paid_at is null and expired_at is null and deleted_at is null;
create index orders_expired_newest on orders (status, created_at desc, id desc)
  where expired_at is not null and deleted_at is null;
create index orders_to_expire on orders (expires_at)
  where paid_at is null and deleted_at is null and expired_at is null and status <> 'Shift';
create index orders_under_cancellation on orders (cancellation_started_at) where cancellation is not null;
create index orders_paid on orders (paid_at) where paid_at is not null;
-- the nightly ledger check reads the refunded orders
create index orders_refunded on orders (id) where refunded_minor <> 0;

-- The table of states in server/sales/orders/states.ts, as far as one row can hold it: what was ordered does not change, and
-- an order that was paid or has ended stays so.
create function refuse_order_regression() returns trigger language plpgsql as $$
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
  for each row execute function refuse_order_regression();

-- The last receipt number, in one row. A payment locks it until it commits, so that a rollback leaves no gap.
create table receipt_counter (
  singleton boolean primary key default true check (singleton),
  last bigint not null
);
insert into receipt_counter (last) values (0);

-- Changes of orders about which a mail has to be written. 0005_order_events.sql replaces the table by order_events.
create table order_notifications (
  audit_id bigint primary key references audit (id),
  -- why the mail cannot be written; set it to null to try again
  error text
);

create function add_order_notification() returns trigger language plpgsql as $$
begin
  insert into order_notifications (audit_id) values (new.id);
  return null;
end
$$;
create trigger audit_adds_order_notification after insert on audit
  for each row
  when (new.entity = 'order' and new.field in ('status', 'paid', 'expired', 'refunded', 'dispute'))
  execute function add_order_notification();

-- ---------------------------------------------------------------------------------------------------------------------
-- Payments

-- One row for each payment that was opened at the card provider; intent_id follows once the provider has answered.
create table payment_intents (
  order_id uuid not null references orders (id),
  attempt integer not null check (attempt >= 1),
  intent_id text unique,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  created_at timestamptz(3) not null,
  closed_at timestamptz(3),
  -- when the reconciliation job last read an open payment; the one read longest ago is next
  checked_at timestamptz(3),
  -- the newest provider read of refunds, and of disputes, that was written down; see provider_reads
  refunds_read bigint not null default 0,
  disputes_read bigint not null default 0,
  primary key (order_id, attempt)
);
create unique index payment_intents_one_open on payment_intents (order_id) where closed_at is null;
create index payment_intents_to_check on payment_intents (checked_at nulls first, created_at)
  where closed_at is null and intent_id is not null;

-- Numbers the reads of the provider. A number is drawn before the read: a result that was requested later is never
-- overwritten by one that was requested earlier, in whatever order the two arrive.
create sequence provider_reads;

-- Payments that paid nothing: the order had been paid, had expired or was deleted. They are refunded.
create table orphaned_payments (
  intent_id text primary key,
  order_id uuid not null references orders (id),
  amount_minor bigint not null,
  currency text not null,
  created_at timestamptz(3) not null,
  refunded_at timestamptz(3)
);
create index orphaned_payments_newest on orphaned_payments (created_at desc, intent_id);
create index orphaned_payments_unrefunded on orphaned_payments (intent_id) where refunded_at is null;

-- Declined attempts to pay, each once; those of the last hour count against a limit.
create table card_events (
  id text primary key,
  type text not null,
  order_id uuid references orders (id),
  created_at timestamptz(3) not null
);
create index card_events_of_order on card_events (order_id, created_at) where order_id is not null;

create table refunds (
  id uuid primary key,
  order_id uuid not null references orders (id),
  amount_minor bigint not null check (amount_minor > 0),
  -- units that return to stock
  quantity integer not null default 0 check (quantity >= 0),
  reason text check (length(reason) <= 500),
  -- null: made at the provider, not in the store
  requested_by uuid references users (id),
  -- the provider's id of it, or `counter_` and the id above
  provider_id text unique,
  created_at timestamptz(3) not null,
  done_at timestamptz(3),
  failed_at timestamptz(3),
  constraint refund_ends_once check (done_at is null or failed_at is null),
  constraint done_refund_has_provider_id check (done_at is null or provider_id is not null)
);
create index refunds_of_order on refunds (order_id, created_at, id);
create index refunds_waiting on refunds (created_at) where done_at is null and failed_at is null;

create table disputes (
  -- the provider's id of it
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
  -- taken out of the store's balance and not put back
  withdrawn_minor bigint not null check (withdrawn_minor >= 0),
  created_at timestamptz(3) not null
);
create index disputes_of_order on disputes (order_id, created_at, id);
create index disputes_newest on disputes (created_at desc, id desc);
create index disputes_of_status on disputes (status, created_at desc, id);

-- Money that came in and went out. Entries are added, never changed; each event at the provider is entered once.
create table ledger (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  kind text not null check (
    kind in ('charge', 'refund', 'refund_failed', 'dispute_withdrawn', 'dispute_reinstated')
  ),
  order_id uuid not null references orders (id),
  intent_id text not null,
  refund_id text,
  dispute_id text,
  -- the provider's id of the movement of the store's balance
  movement_id text,
  amount_minor bigint not null check (amount_minor > 0),
  -- negative for what went out
  signed_minor bigint not null generated always as (
    case when kind in ('charge', 'refund_failed', 'dispute_reinstated') then amount_minor else -amount_minor end
  ) stored,
  currency text not null,
  constraint entry_names_its_cause check (
    (refund_id is not null) = (kind in ('refund', 'refund_failed'))
    and (dispute_id is not null) = (kind in ('dispute_withdrawn', 'dispute_reinstated'))
    and (movement_id is null) = (dispute_id is null)
  )
);
create unique index ledger_charges on ledger (intent_id) where kind = 'charge';
create unique index ledger_refunds on ledger (refund_id, kind) where refund_id is not null;
create unique index ledger_movements on ledger (movement_id) where movement_id is not null;
create index ledger_of_order on ledger (order_id, id);
create index ledger_of_intent on ledger (intent_id);
create trigger ledger_append_only before update or delete or truncate on ledger
  for each statement execute function refuse_change();

-- The results of comparing the ledger with the card provider: each night, and on command.
create table ledger_checks (
  id uuid primary key,
  at timestamptz(3) not null,
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  payments integer not null,
  refunds integer not null,
  disputes integer not null default 0,
  mismatches jsonb not null
);
create index ledger_checks_newest on ledger_checks (at desc, id desc);

-- ---------------------------------------------------------------------------------------------------------------------
-- Reviews and requests

create table reviews (
  id uuid primary key,
  user_id uuid references users (id),
  -- null: of the store itself
  product_id uuid references products (id),
  name text not null,
  img text,
  description text not null,
  rating numeric(3, 2) not null check (rating between 1 and 5),
  hidden_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index reviews_newest on reviews (created_at desc, id desc) where hidden_at is null;
create index reviews_all_newest on reviews (created_at desc, id desc);
create index reviews_hidden_newest on reviews (created_at desc, id desc) where hidden_at is not null;
create index reviews_of_product on reviews (product_id, created_at desc, id desc) where hidden_at is null;
-- an undone import deletes a part only if it has no review, hidden ones included
create index reviews_of_any_product on reviews (product_id) where product_id is not null;
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

-- ---------------------------------------------------------------------------------------------------------------------
-- Cache invalidation (decision 43): triggers publish the cache tags of the rows that changed. NOTIFY delivers them to
-- every instance when the transaction commits. A NOTIFY makes commits wait for one another, so a transaction that
-- publishes by itself after its commit, as orders do, says so with
-- `set_config('store.publishing_deferred', 'on', true)`.

-- A payload holds less than 8,000 bytes: for more than `most` rows the caller passes the tag that stands for all.
create function publish_tags(tags text[]) returns void language sql as $$
  select pg_notify('store_changed', array_to_string(tags, ' ')) where cardinality(tags) > 0
$$;

create function is_publishing_deferred() returns boolean language sql stable as $$
  select coalesce(current_setting('store.publishing_deferred', true), '') = 'on'
$$;

-- New parts, and truncation. No cached response shows a part that did not exist.
create function invalidate_products() returns trigger language plpgsql as $$
begin
  if not is_publishing_deferred() then
    perform publish_tags(case tg_op when 'INSERT' then '{products}' else '{products,product:*}'::text[] end);
  end if;
  return null;
end
$$;

-- A change of stock alone changes the part's page; it changes lists only where the part comes into or goes out of stock.
create function invalidate_updated_products() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
  of_stock constant text[] := '{available,scarce,in_stock}';
  tags text[];
  is_of_lists boolean;
begin
  if is_publishing_deferred() then
    return null;
  end if;
  if (select count(*) from (select from new_rows limit most + 1) as changed) > most then
    perform publish_tags('{products,product:*}');
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
  perform publish_tags(case when is_of_lists then tags || 'products'::text else tags end);
  return null;
end
$$;

create function invalidate_deleted_products() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
  tags text[];
begin
  if is_publishing_deferred() then
    return null;
  end if;
  select case when count(*) > most then '{products,product:*}'
      else array_agg('product:' || id) || array_agg(distinct 'products'::text) end
    into tags
    from (select id from old_rows limit most + 1) as gone;
  perform publish_tags(tags);
  return null;
end
$$;

create trigger products_invalidate_on_insert after insert on products
  for each statement execute function invalidate_products();
create trigger products_invalidate_on_update after update on products
  referencing old table as old_rows new table as new_rows
  for each statement execute function invalidate_updated_products();
create trigger products_invalidate_on_delete after delete on products
  referencing old table as old_rows
  for each statement execute function invalidate_deleted_products();
create trigger products_invalidate_on_truncate after truncate on products
  for each statement execute function invalidate_products();

-- A review is shown in the list of all reviews, and on the page of its part.
create function invalidate_reviews() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
  parts text[];
begin
  if is_publishing_deferred() then
    return null;
  end if;
  if tg_op = 'TRUNCATE' then
    perform publish_tags('{reviews,review-of:*}');
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
  perform publish_tags(
    'reviews'::text || case when cardinality(parts) > most then '{review-of:*}' else parts end
  );
  return null;
end
$$;

create trigger reviews_invalidate_on_insert after insert on reviews
  referencing new table as new_rows
  for each statement execute function invalidate_reviews();
create trigger reviews_invalidate_on_update after update on reviews
  referencing old table as old_rows new table as new_rows
  for each statement execute function invalidate_reviews();
create trigger reviews_invalidate_on_delete after delete on reviews
  referencing old table as old_rows
  for each statement execute function invalidate_reviews();
create trigger reviews_invalidate_on_truncate after truncate on reviews
  for each statement execute function invalidate_reviews();

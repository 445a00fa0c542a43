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

-- What accounts have in their cart (docs/decisions/0062). A visitor's cart is in the browser. A cart reserves nothing.

create table carts (
  user_id uuid primary key references users (id),
  -- what `orders.cart_id` names: a cart becomes at most one order, and after that it has another id
  id uuid not null,
  -- rises with each change: a change names the version that its page has seen
  version integer not null,
  changed_at timestamptz(3) not null,
  constraint carts_id_key unique (id)
);
create index carts_by_change on carts (changed_at);

create table cart_lines (
  user_id uuid not null references carts (user_id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  -- the order in which they were put in
  position bigint generated always as identity,
  quantity integer not null check (quantity > 0),
  -- the price when the buyer last put it in or changed the quantity: another one is said at the line
  seen_price_minor bigint not null check (seen_price_minor >= 0),
  primary key (user_id, product_id)
);
create index cart_lines_of_product on cart_lines (product_id);

-- Where an account has had orders sent. An order keeps its own copy.
create table addresses (
  id uuid primary key,
  user_id uuid not null references users (id),
  name text not null,
  company text,
  line1 text not null,
  line2 text,
  -- empty in countries that have none
  postcode text not null,
  city text not null,
  region text,
  country text not null check (country ~ '^[A-Z]{2}$'),
  phone text not null,
  -- the one used last is offered first
  used_at timestamptz(3) not null
);
create index addresses_of_user on addresses (user_id, used_at desc);

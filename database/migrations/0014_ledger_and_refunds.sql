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

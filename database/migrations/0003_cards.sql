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

-- The card sandbox: payments with test cards, as the card provider would store them.
-- Of a card only brand, last four digits and expiry are stored.

create schema cards;

create table cards.intents (
  id text primary key,
  client_secret text not null,
  amount_minor bigint not null check (amount_minor > 0),
  refunded_minor bigint not null default 0,
  -- its charge has been disputed, whatever the outcome
  disputed boolean not null default false,
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
  -- when the card was charged; null until then
  charged_at timestamptz(3),
  -- the open 3-D Secure challenge: only the cardholder's browser knows its address
  challenge_token text unique,
  challenge_expires_at timestamptz(3),
  cancellation_reason text,
  canceled_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint refunds_within_captured check (
    refunded_minor between 0 and case when status = 'succeeded' then amount_minor else 0 end
  ),
  constraint canceled_has_time check ((status = 'canceled') = (canceled_at is not null)),
  constraint challenge_requires_action check (
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
  status text not null default 'succeeded' check (status in ('succeeded', 'failed')),
  -- when the bank will return it
  fails_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index refunds_of_intent on cards.refunds (intent_id);
create index refunds_to_fail on cards.refunds (fails_at) where fails_at is not null;

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
  -- the movements of the shop's balance: the withdrawal, and its return
  withdrawal_id text unique,
  withdrawn_at timestamptz(3),
  reinstatement_id text unique,
  reinstated_at timestamptz(3),
  due_by timestamptz(3) not null,
  created_at timestamptz(3) not null,
  constraint withdrawal_has_time check ((withdrawal_id is null) = (withdrawn_at is null)),
  constraint reinstatement_has_time check ((reinstatement_id is null) = (reinstated_at is null)),
  constraint reinstatement_requires_withdrawal check (reinstated_at is null or withdrawn_at is not null)
);
create index disputes_of_intent on cards.disputes (intent_id);

-- The response to each key, repeated when the request is repeated.
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
  -- null: delivered, given up, or lost by a fault
  next_attempt_at timestamptz(3),
  -- a fault was applied to it: after that it is retried like any other
  disturbed boolean not null default false,
  -- the order of events with the same time
  position bigint not null generated always as identity,
  created_at timestamptz(3) not null
);
create index events_due on cards.events (next_attempt_at) where next_attempt_at is not null;
create index events_newest on cards.events (created_at desc, id desc);

-- Faults that the sandbox injects, to test a shop against them; shared by all instances.
create table cards.faults (
  id bigint generated always as identity primary key,
  target text not null check (
    target in ('every_call', 'create', 'read', 'list', 'confirm', 'cancel', 'refund', 'events')
  ),
  action text not null,
  delay_ms integer not null check (delay_ms between 0 and 60000),
  share real not null check (share > 0 and share <= 1),
  -- how many more calls or events it applies to; null: until it is removed
  remaining integer check (remaining >= 0),
  created_at timestamptz(3) not null,
  constraint action_fits_target check (
    case when target = 'events' then action in ('lose', 'double', 'delay', 'reorder')
    else action in (
      'slow', 'fail', 'act_and_fail', 'drop', 'act_and_drop', 'babble', 'act_and_babble', 'blank', 'act_and_blank'
    ) end
  )
);

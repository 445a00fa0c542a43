-- When the store last asked the provider about an open payment by itself: each gets its turn.
alter table payment_intents add column checked_at timestamptz(3);
create index payment_intents_to_check on payment_intents (checked_at nulls first, created_at)
  where closed_at is null and intent_id is not null;

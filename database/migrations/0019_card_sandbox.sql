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

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

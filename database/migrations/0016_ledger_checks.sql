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

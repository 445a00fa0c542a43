-- Parts that come as a file: read in pieces, compared, applied in one switch, and taken back. See record 21.

create table imports (
  id uuid primary key,
  file_name text not null,
  bytes bigint not null check (bytes > 0),
  received bigint not null default 0,
  -- of the pieces received, each chained to the one before: tells whether a file is the same one
  digest text not null default '',
  -- what lies behind the last whole row
  tail bytea not null default '',
  layout jsonb,
  last_row integer not null default 0,
  state text not null default 'receiving' check (state in (
    'receiving', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'refused', 'discarded'
  )),
  fault jsonb,
  check_number integer not null default 0,
  made_anew boolean not null default false,
  -- rows that were bad as they were read; those that a check finds are in its report
  unreadable_rows integer not null default 0,
  report jsonb,
  conflicts jsonb not null default '[]',
  actor_id uuid references users (id),
  created_at timestamptz(3) not null,
  applied_at timestamptz(3),
  undone_at timestamptz(3),
  constraint received_is_within_the_file check (received between 0 and bytes)
);
create index imports_newest on imports (created_at desc, id desc);
-- the catalogue is switched by one import at a time
create unique index imports_one_switching on imports ((true)) where state in ('applying', 'undoing');

-- The file's good rows, until the import is applied. The keys fold as products' own do.
create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  row integer not null,
  product_id uuid,
  new_id uuid not null,
  part jsonb not null,
  number_key text generated always as (
    regexp_replace(lower(part ->> 'part_number'), '[^a-z0-9]', '', 'g')
  ) stored,
  brand_key text generated always as (lower(coalesce(part ->> 'brand', ''))) stored,
  primary key (import_id, row)
);

-- What an import writes: only fields that differ, as they were and as they will be. A new part has no before.
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
  place smallint not null,
  column_name text,
  value text,
  message text not null,
  -- found by the comparison, and found anew by the next one
  by_check boolean not null,
  primary key (import_id, row, place)
);

-- Seen while the transaction that works has not committed; so no reference, which would wait for it.
create table import_progress (
  import_id uuid primary key,
  done integer not null,
  total integer not null
);

-- A part is deleted when the import that brought it is undone: only where nobody has ordered or reviewed it.
create index orders_of_product on orders (product_id);
create index reviews_of_any_product on reviews (product_id) where product_id is not null;

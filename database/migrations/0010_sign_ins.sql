-- The sign-ins of an account, which its owner may look at and end; recovery codes of a second factor.

-- `key` names the provider's session: `sid:…`, or `at:…`, the second of the sign-in, where it has none.
create table sign_ins (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  key text not null check (key ~ '^(sid|at):.'),
  -- a random name that the browser keeps for itself; unknown to scripts
  device_id text,
  device text not null,
  second_factor boolean not null,
  signed_in_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  ended_at timestamptz(3),
  unique (user_id, key)
);
create index sign_ins_newest on sign_ins (user_id, created_at desc, id desc) where ended_at is null;
create index sign_ins_long_ended on sign_ins (ended_at) where ended_at is not null;

-- All others were ended at this moment: a sign-in from before that the store has not seen yet comes too late.
alter table users add column sign_ins_since timestamptz not null default '-infinity';

-- A sign-in keeps its name when a new password or a factor renews its tokens. A store of the version before, which may
-- still run beside this one, names none.
alter table identity.sessions add column sid text not null default gen_random_uuid()::text;
create index sessions_of_sign_in on identity.sessions (sid) where revoked_at is null;

-- Codes to print, each good once in place of a second factor, by their hash.
create table identity.recovery_codes (
  user_id text not null references identity.users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

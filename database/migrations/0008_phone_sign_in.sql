-- Sign-in by a code in a text message.

-- E.164: one account a number
alter table identity.users
  add column phone_number text unique check (phone_number ~ '^\+[1-9][0-9]{6,14}$');

-- Codes sent by text message, by the hash of the session that may use them; five guesses each, then none.
create table identity.sms_codes (
  session_hash text primary key,
  purpose text not null check (purpose in ('sign-in')),
  phone_number text not null,
  code_hash text not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz(3) not null
);
create index sms_codes_age on identity.sms_codes (expires_at);

-- Somebody proved a number that another account has, while adding it to theirs: they may sign in there once.
create table identity.phone_proofs (
  proof_hash text primary key,
  phone_number text not null,
  expires_at timestamptz(3) not null
);
create index phone_proofs_age on identity.phone_proofs (expires_at);

-- Text messages share the outbox with mails.
alter table mails
  add column channel text not null default 'mail' check (channel in ('mail', 'sms'));

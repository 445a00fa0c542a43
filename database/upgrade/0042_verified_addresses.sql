-- Mails about orders go only to addresses that the identity provider calls verified.

-- The provider's word at the last exchange. At Firebase it is unknown, and taken for no, until then.
alter table users
  add column email_verified boolean not null default false,
  add constraint verified_has_email check (email is not null or not email_verified);
update users set email_verified = true
  from identity.users as provider
  where provider.id = users.uid and provider.email = users.email and provider.email_verified;

-- Addresses that are asked, once in a while, to be verified. A digest stands for the address: the row outlives an
-- account that is deleted and registered again.
create table verification_asks (
  recipient text primary key,
  user_id uuid not null references users (id),
  wanted_at timestamptz(3) not null default now(),
  -- null until the mail is written
  asked_at timestamptz(3)
);
create index verification_asks_waiting on verification_asks (wanted_at) where asked_at is null;

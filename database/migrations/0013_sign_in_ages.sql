-- Sign-ins end after 180 days without use, and after a year. Those from before this migration count as used now.

alter table identity.sessions add column last_used_at timestamptz(3) not null default now();

-- the clean-up reads what is older than 180 days
create index sessions_age on identity.sessions (created_at);
create index sign_ins_age on sign_ins (created_at);
drop index sign_ins_long_ended;

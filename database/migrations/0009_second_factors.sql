-- Second factors: a one-time code by an app (TOTP) or by a text message to a phone.

create table identity.mfa_factors (
  id text primary key check (id ~ '^[A-Za-z0-9]{28}$'),
  user_id text not null references identity.users (id) on delete cascade,
  kind text not null check (kind in ('totp', 'phone')),
  display_name text,
  phone_number text check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  -- encrypted, bound to the account
  secret text,
  -- the newest time step whose code was taken: that one and older ones never count again
  last_step integer,
  enrolled_at timestamptz(3) not null,
  unique (user_id, phone_number),
  check ((kind = 'phone') = (phone_number is not null)),
  check ((kind = 'totp') = (secret is not null)),
  check ((kind = 'totp') = (last_step is not null))
);

-- A step that went back would let a code count twice.
create function identity.refuse_older_step() returns trigger language plpgsql as $$
begin
  raise exception 'a time step is never taken twice' using constraint = 'mfa_factors_last_step';
end $$;
create trigger mfa_factors_last_step before update of last_step on identity.mfa_factors
  for each row when (new.last_step <= old.last_step) execute function identity.refuse_older_step();

-- A TOTP secret that was shown and not yet confirmed by a code; five guesses, then none.
create table identity.mfa_enrollments (
  session_hash text primary key,
  user_id text not null references identity.users (id) on delete cascade,
  secret text not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz(3) not null
);
create index mfa_enrollments_of_user on identity.mfa_enrollments (user_id);
create index mfa_enrollments_age on identity.mfa_enrollments (expires_at);

-- Somebody passed the first factor of an account that has a second one, by the hash of what they got for it.
create table identity.mfa_pending (
  credential_hash text primary key,
  user_id text not null references identity.users (id) on delete cascade,
  provider text not null,
  expires_at timestamptz(3) not null
);
create index mfa_pending_of_user on identity.mfa_pending (user_id);
create index mfa_pending_age on identity.mfa_pending (expires_at);

-- A texted code counts for the one thing it was sent for.
alter table identity.sms_codes
  drop constraint sms_codes_purpose_check,
  add constraint sms_codes_purpose_check check (purpose in ('sign-in', 'enrollment', 'second-factor')),
  add column user_id text references identity.users (id) on delete cascade,
  add column factor_id text references identity.mfa_factors (id) on delete cascade,
  add constraint sms_codes_user check ((purpose = 'sign-in') = (user_id is null)),
  add constraint sms_codes_factor check ((purpose = 'second-factor') = (factor_id is not null));
create index sms_codes_of_user on identity.sms_codes (user_id);
create index sms_codes_of_factor on identity.sms_codes (factor_id);

-- Which second factor a session passed: its ID tokens say so at every refresh.
alter table identity.sessions
  add column second_factor text check (second_factor in ('totp', 'phone')),
  add column second_factor_id text,
  add constraint sessions_second_factor check ((second_factor is null) = (second_factor_id is null));

alter table identity.oob_codes
  drop constraint oob_codes_request_type_check,
  add constraint oob_codes_request_type_check check (
    request_type in (
      'VERIFY_EMAIL', 'PASSWORD_RESET', 'EMAIL_SIGNIN', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL',
      'REVERT_SECOND_FACTOR_ADDITION'
    )
  ),
  add column factor_id text references identity.mfa_factors (id) on delete cascade,
  add constraint oob_codes_factor check (
    (request_type = 'REVERT_SECOND_FACTOR_ADDITION') = (factor_id is not null)
  );
create index oob_codes_of_factor on identity.oob_codes (factor_id);

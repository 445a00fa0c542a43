-- Sign-in by a mailed link, and changes of address that a mailbox confirms or takes back.

-- A link was used: only somebody who proved the address ever did.
alter table identity.users
  add column email_link boolean not null default false,
  add constraint email_link_is_proven check (not email_link or (email is not null and email_verified));

alter table identity.oob_codes
  drop constraint oob_codes_request_type_check,
  add constraint oob_codes_request_type_check check (
    request_type in ('VERIFY_EMAIL', 'PASSWORD_RESET', 'EMAIL_SIGNIN', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL')
  ),
  add column new_email text check (length(new_email) <= 254),
  -- a change of address knows both; the account that gets its first one has no old one
  alter column email drop not null,
  add constraint oob_codes_change check (
    (new_email is not null) = (request_type in ('VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL'))
  ),
  add constraint oob_codes_address check (email is not null or request_type = 'VERIFY_AND_CHANGE_EMAIL');
create index oob_codes_of_address on identity.oob_codes (email) where request_type = 'EMAIL_SIGNIN';

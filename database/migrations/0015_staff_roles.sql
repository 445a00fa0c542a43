-- Staff with permissions: the roles of contract/platform/auth/roles.ts.
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check
  check (role in ('admin', 'catalogue', 'orders', 'accounts', 'viewer', 'user'));

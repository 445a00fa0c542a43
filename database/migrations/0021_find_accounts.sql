-- Make Admin lists accounts by role and by address. See decision 55.

-- The few accounts of staff among many of customers.
create index users_staff on users (role, created_at desc, id desc) where role <> 'user';

-- Those without an address first.
create index users_by_email on users ((coalesce(email, '')), id) where deleted_at is null;

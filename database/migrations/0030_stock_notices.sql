-- Who wants a mail when a part is for sale again: one for each address and part, deleted in the transaction that writes
-- the mail.
create table stock_notices (
  id uuid primary key,
  product_id uuid not null references products (id) on delete cascade,
  email text not null,
  created_at timestamptz not null,
  unique (product_id, email)
);
-- of one address, the newest last; and those of a deleted account
create index stock_notices_email on stock_notices (email, created_at);

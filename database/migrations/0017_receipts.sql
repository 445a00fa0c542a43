-- Receipts are numbered without gaps, and name the tax that their total includes.

alter table orders
  add column receipt_number bigint unique,
  -- hundredths of a percent, as it was when the order was placed
  add column tax_rate integer not null default 0 check (tax_rate between 0 and 10000),
  add constraint receipt_is_for_what_was_paid check (receipt_number is null or paid_at is not null);

update orders set receipt_number = numbered.n
from (select id, row_number() over (order by paid_at, id) as n from orders where paid_at is not null) as numbered
where orders.id = numbered.id;

-- One row: whoever takes a number holds it until the payment is committed, so that a rollback leaves no gap.
create table receipt_counter (
  singleton boolean primary key default true check (singleton),
  last bigint not null
);
insert into receipt_counter (last) select count(receipt_number) from orders;

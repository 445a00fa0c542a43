-- Lists of the back office in other orders than by time (decision 58).

create index estimates_name on estimates (name, id);
create index reviews_name on reviews (name, id);
create index reviews_rating on reviews (rating, id);

-- a list of orders is a union of its payment phases and statuses, each read in the order of the list
create index orders_by_email on orders (
  (case when paid_at is not null then 'paid' when expired_at is not null then 'expired' else 'unexpired' end),
  status, email, id
) where deleted_at is null;
create index orders_by_product_name on orders (
  (case when paid_at is not null then 'paid' when expired_at is not null then 'expired' else 'unexpired' end),
  status, product_name, id
) where deleted_at is null;
create index orders_by_total on orders (
  (case when paid_at is not null then 'paid' when expired_at is not null then 'expired' else 'unexpired' end),
  status, total_minor, id
) where deleted_at is null;

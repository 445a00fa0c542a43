-- The ratings of a part's visible reviews, kept on the part, so that lists show them and sort by them.
alter table products
  add column review_count integer not null default 0,
  -- in hundredths of a star
  add column rating_sum integer not null default 0,
  -- the order by rating, in hundredths of a star: as if two reviews of 3.5 stars stood beside the part's own, so that one
  -- review of five does not come before many of 4.9. Zero without reviews.
  add column rating_rank integer not null generated always as (
    case when review_count > 0 then (rating_sum + 700) / (review_count + 2) else 0 end
  ) stored;
alter table products add constraint products_rating_check
  check (review_count >= 0 and rating_sum between 100 * review_count and 500 * review_count);

update products set review_count = rated.reviews, rating_sum = rated.sum
from (
  select product_id, count(*) as reviews, sum(100 * rating)::integer as sum from reviews
  where hidden_at is null and product_id is not null group by product_id
) as rated
where products.id = rated.product_id;

create index products_rating on products (rating_rank desc, created_at desc, id desc) include (category)
  where archived_at is null;

create function count_rating() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' and old.hidden_at is null then
    update products set review_count = review_count - 1, rating_sum = rating_sum - (100 * old.rating)::integer
    where id = old.product_id;
  end if;
  if tg_op <> 'DELETE' and new.hidden_at is null then
    update products set review_count = review_count + 1, rating_sum = rating_sum + (100 * new.rating)::integer
    where id = new.product_id;
  end if;
  return null;
end
$$;
create trigger reviews_count_rating after insert or delete or update of rating, hidden_at, product_id on reviews
  for each row execute function count_rating();

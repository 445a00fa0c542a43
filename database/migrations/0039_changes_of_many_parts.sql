-- Plans are kept from one call to the next: a nested loop that was best for one part takes time with the square of their
-- number, so that new prices for twenty thousand parts took minutes.
alter function record_count_changes() set enable_nestloop = off;
alter function record_facet_values() set enable_nestloop = off;

-- After a change, not before it as in 0002_search.sql: with a trigger before it, PostgreSQL computes all generated columns of a
-- changed row again, also where an order or a list of prices changes nothing that they are made of.
drop trigger products_set_search_vector_on_update on products;
create function refresh_search_vector() returns trigger language plpgsql set search_path from current as $$
begin
  update products set search_vector = search_lexemes(new.name, new.description, new.brand, new.category, new.part_number)
  where id = new.id;
  return null;
end
$$;
create trigger products_refresh_search_vector
  after update of name, description, brand, category, part_number on products
  for each row when (new.search_vector is not distinct from old.search_vector) execute function refresh_search_vector();

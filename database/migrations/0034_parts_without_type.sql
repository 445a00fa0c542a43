-- The list of parts without a type, newest first: where nearly all parts have one, nothing else finds the others without reading all.
create index products_without_type on products (created_at desc, id desc)
  where archived_at is null and part_type_id is null;

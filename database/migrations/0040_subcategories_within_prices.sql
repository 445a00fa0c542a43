-- Counts within price bounds are read from this alone, those of subcategories, too.
drop index products_counted;
create index products_counted on products (category, brand, in_stock, price_minor) include (part_type_id, subcategory)
  where archived_at is null;

-- How many parts of a shelf, brand and stock have a price between two: counted from this index alone. See
-- docs/decisions/0022-search.md.
create index products_counted on products (category, brand, in_stock, price_minor) where archived_at is null;

-- The nightly comparison of orders with the ledger looks at those that say they were refunded, not at all that were paid.
create index orders_refunded on orders (id) where refunded_minor <> 0;

-- For what the price of a part is: each, a pair, a set (docs/decisions/0065-catalogue-as-data.md).
alter table products add column sale_unit text not null default 'each'
  check (sale_unit in ('each', 'pair', 'set', 'set-of-four', 'pack', 'meter'));

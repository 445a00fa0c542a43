alter table imports
  -- of the comparison: another one is made if the catalogue has changed when it is to be applied
  add column catalogue_version bigint,
  -- parts that its undo left without a type, category, subcategory or value that was deleted since
  add column left_out integer not null default 0;

-- What the shop says about itself: one row a setting that somebody saved. Others have the value of the environment.
create table settings (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz(3) not null,
  changed_by uuid references users (id)
);

-- A save has one row a setting, with the id of the save as entity_id. Before and after are JSON; null: not saved.
alter table audit drop constraint audit_entity_check;
alter table audit add constraint audit_entity_check
  check (entity in ('order', 'product', 'user', 'review', 'payment', 'setting'));

-- The page Audit. See decision 60.

-- Whether somebody made the change itself: false for units that an order took or returned, and for each part of an import,
-- whose own row is direct. Only direct changes are listed without a search, so only they are in the indexes of the list: an
-- order writes none of these.
alter table audit add column direct boolean not null default false;
alter table audit disable trigger audit_append_only;
-- the history of orders is in order_events
update audit set direct = true
where entity not in ('order', 'payment')
  and not (entity = 'product' and exists (
    select from imports where imports.applied_at = audit.at or imports.undone_at = audit.at
  ))
  and not (field = 'availableQuantity' and exists (
    select from order_events join orders on orders.id = order_events.order_id
    where order_events.at = audit.at and orders.product_id::text = audit.entity_id
  ));
alter table audit enable trigger audit_append_only;

create index audit_newest on audit (at desc, id desc) where direct;
create index audit_of_kind on audit (entity, field, at desc, id desc) where direct;
create index audit_of_actor on audit (actor_id, at desc, id desc) where direct;

-- What buyers do when they order is no change to an order.
create index order_events_of_kind on order_events (kind, at desc, id desc) where kind <> 'placed';
create index order_events_of_actor on order_events (actor_id, at desc, id desc) where kind <> 'placed';

alter table audit drop constraint audit_entity_check;
alter table audit add constraint audit_entity_check check (
  entity in (
    'order', 'product', 'user', 'review', 'payment', 'setting',
    'import', 'estimate', 'subscriber', 'mail', 'job'
  )
);

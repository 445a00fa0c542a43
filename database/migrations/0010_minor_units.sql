-- Amounts are integers in minor units everywhere, in the events of orders and in the audit, too, and a minor unit is that
-- of ISO 4217 (docs/decisions/0049). Until now the runtime's `Intl` said how many decimals a currency has, which is fewer
-- than ISO 4217 for the currencies in `rescaled`.

create temporary table decimals (currency text primary key, decimals integer not null) on commit drop;
insert into decimals
select unnest('{bif,clp,djf,gnf,isk,jpy,kmf,krw,pyg,rwf,ugx,uyi,vnd,vuv,xaf,xof,xpf}'::text[]), 0
union all select unnest('{bhd,iqd,jod,kwd,lyd,omr,tnd}'::text[]), 3
union all select unnest('{clf,uyw}'::text[]), 4;

create temporary table rescaled (currency text primary key, factor integer not null) on commit drop;
insert into rescaled
select unnest('{afn,all,cop,huf,idr,irr,kpw,lak,lbp,mga,mmk,pkr,sll,sos,syp,yer}'::text[]), 100
union all select 'iqd', 1000;

alter table orders disable trigger orders_move_forward;
alter table ledger disable trigger ledger_append_only;
alter table order_events disable trigger order_events_append_only;
alter table audit disable trigger audit_append_only;

-- The prices of parts have no currency of their own: it is that of the last order. `was` is their unit until now, as the
-- audit shows it: the price of a part in minor units over the price that its last entry says; else that of the currency.
create temporary table shop on commit drop as
with last_order as (
  select orders.currency, coalesce(factor, 1) as factor, power(10, coalesce(decimals, 2)) as unit
  from orders left join rescaled using (currency) left join decimals using (currency)
  order by created_at desc, orders.id desc limit 1
), last_prices as (
  select distinct on (entity_id) entity_id, after::numeric as price
  from audit where entity = 'product' and field = 'price' order by entity_id, id desc
), units as (
  select price_minor / nullif(price, 0) as unit from last_prices join products on products.id::text = entity_id
)
select
  coalesce((select factor from last_order), 1) as factor,
  coalesce(
    (select mode() within group (order by unit) from units where unit in (1, 100, 1000, 10000)),
    (select unit / factor from last_order),
    100
  ) as was;

update order_events
set before = round(before::numeric * power(10::numeric, coalesce(decimals, 2)))::bigint::text,
  after = round(after::numeric * power(10::numeric, coalesce(decimals, 2)))::bigint::text
from orders left join decimals using (currency)
where orders.id = order_events.order_id and kind = 'refunded';

-- a price that was written in another currency may have more decimals than this one has
update audit
set before = round(before::numeric * factor * greatest(was, power(10::numeric, scale(before::numeric))))::bigint::text,
  after = round(after::numeric * factor * greatest(was, power(10::numeric, scale(after::numeric))))::bigint::text
from shop
where entity = 'product' and field = 'price';

update products set price_minor = price_minor * factor from shop where factor > 1;
update import_rows set part = jsonb_set(part, '{price_minor}', to_jsonb((part ->> 'price_minor')::bigint * factor))
from shop where factor > 1 and part ->> 'price_minor' is not null;
update import_changes set before = jsonb_set(before, '{price_minor}', to_jsonb((before ->> 'price_minor')::bigint * factor))
from shop where factor > 1 and before ->> 'price_minor' is not null;
update import_changes set after = jsonb_set(after, '{price_minor}', to_jsonb((after ->> 'price_minor')::bigint * factor))
from shop where factor > 1 and after ->> 'price_minor' is not null;

update refunds set amount_minor = amount_minor * factor
from orders join rescaled using (currency) where orders.id = refunds.order_id;
update orders set unit_price_minor = unit_price_minor * factor, total_minor = total_minor * factor,
  refunded_minor = refunded_minor * factor
from rescaled where rescaled.currency = orders.currency;
update payment_intents set amount_minor = amount_minor * factor
from rescaled where rescaled.currency = payment_intents.currency;
update orphaned_payments set amount_minor = amount_minor * factor
from rescaled where rescaled.currency = orphaned_payments.currency;
update disputes set amount_minor = amount_minor * factor, withdrawn_minor = withdrawn_minor * factor
from rescaled where rescaled.currency = disputes.currency;
update ledger set amount_minor = amount_minor * factor
from rescaled where rescaled.currency = ledger.currency;

alter table orders enable trigger orders_move_forward;
alter table ledger enable trigger ledger_append_only;
alter table order_events enable trigger order_events_append_only;
alter table audit enable trigger audit_append_only;

alter table order_events add constraint refunded_in_minor_units check (
  kind <> 'refunded' or coalesce(before ~ '^\d+$' and after ~ '^\d+$', false)
);
alter table audit add constraint price_in_minor_units check (
  entity <> 'product' or field <> 'price' or (before ~ '^\d+$' and after ~ '^\d+$')
);

-- What buyers are still to be told, one row for each change of an order; written by the change's own transaction.

create table order_news (audit_id bigint primary key references audit (id));

create function tell_buyer() returns trigger language plpgsql as $$
begin
  insert into order_news (audit_id) values (new.id);
  return null;
end
$$;
create trigger audit_tells_buyer after insert on audit
  for each row when (new.entity = 'order' and new.field in ('status', 'paid', 'expired', 'refunded'))
  execute function tell_buyer();

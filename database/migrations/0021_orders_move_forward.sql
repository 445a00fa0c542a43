-- The table of an order's moves (server/orders/states.ts), as far as one row can hold it.

alter table orders
  add constraint only_the_gone_gave_all_back check (
    stock_returned_at is null or deleted_at is not null or expired_at is not null
  ),
  -- an admin may keep the pieces of an order he deletes
  add constraint gone_gave_back check (
    (deleted_at is null and expired_at is null) or stock_returned_at is not null or closing_returns_stock is false
  ),
  add constraint closing_says_since_when check ((closing is null) = (closing_at is null)),
  add constraint gone_is_not_closing check (closing is null or (deleted_at is null and expired_at is null)),
  add constraint paid_has_a_receipt check ((paid_at is null) = (receipt_number is null));

-- What was agreed stays as it was agreed, and an end is an end.
create function refuse_order_going_back() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.product_id, new.quantity, new.unit_price_minor, new.total_minor, new.currency, new.tax_rate)
    is distinct from
    (old.user_id, old.product_id, old.quantity, old.unit_price_minor, old.total_minor, old.currency, old.tax_rate)
  then raise exception 'what was ordered does not change' using errcode = 'check_violation';
  end if;
  if old.paid_at is not null
    and (new.paid_at, new.transaction_id, new.receipt_number)
      is distinct from (old.paid_at, old.transaction_id, old.receipt_number)
    or old.expired_at is not null and new.expired_at is distinct from old.expired_at
    or old.deleted_at is not null and new.deleted_at is distinct from old.deleted_at
    or old.stock_returned_at is not null and new.stock_returned_at is distinct from old.stock_returned_at
  then raise exception 'an order does not go back' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger orders_move_forward before update on orders
  for each row execute function refuse_order_going_back();

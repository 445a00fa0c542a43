-- How a paid order was paid: by card at the provider, or at the counter. Mails, refunds and the nightly ledger check read
-- it here. The text of `transaction_id` does not say it: an admin may write anything there.

alter table orders add column settlement text check (settlement in ('card', 'counter'));

-- a card payment has an attempt that the store opened
update orders set settlement = case
    when exists (select from payment_intents where payment_intents.intent_id = orders.transaction_id) then 'card'
    else 'counter'
  end
where paid_at is not null;

alter table orders add constraint paid_has_settlement check ((paid_at is null) = (settlement is null));

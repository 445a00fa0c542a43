-- A change that no mail can be written about stays, with what went wrong, and holds up no other: it is written once the
-- cause is mended and the fault taken away (update order_news set fault = null).

alter table order_news add column fault text;

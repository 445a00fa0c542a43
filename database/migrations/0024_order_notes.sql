-- What staff write about an order for one another. Buyers never see it, and no mail has it.

create table order_notes (
  id uuid primary key,
  order_id uuid not null references orders (id),
  at timestamptz(3) not null,
  actor_id uuid not null references users (id),
  -- emptied when the buyer's account is deleted
  text text not null check (char_length(text) <= 2000)
);
create index order_notes_of_order on order_notes (order_id, at, id);

create trigger order_notes_append_only before delete or truncate or update of id, order_id, at, actor_id on order_notes
  for each statement execute function refuse_change();

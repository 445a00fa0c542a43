-- The lists that admins page through: all reviews, and the hidden ones.
create index reviews_all_newest on reviews (created_at desc, id desc);
create index reviews_hidden_newest on reviews (created_at desc, id desc) where hidden_at is not null;

-- New words of parts wait in a list beside their index (PostgreSQL's GIN "fast update"). Whoever writes a row while the
-- list is over its limit takes the whole list in first: during an import that cost single orders seconds. So the limit
-- is out of reach of everyday writing, and a job takes the list in every minute. See docs/decisions/0045.
alter index products_words set (gin_pending_list_limit = 262144);

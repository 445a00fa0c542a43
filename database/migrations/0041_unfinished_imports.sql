-- Imports that wait for somebody are found whatever was imported after them.
create index imports_unfinished on imports (created_at desc, id desc)
  where state in ('receiving', 'checking', 'checked', 'applying', 'undoing');

-- One row. The version rises when the shop arranges its catalogue: the store's processes keep a copy of it, and read it again
-- only then. Reading it every two seconds took a fortieth of the time of busy searches.
create table catalogue_version (
  singleton boolean primary key default true check (singleton),
  version bigint not null
);
insert into catalogue_version (version) values (0);

create function raise_catalogue_version() returns trigger language plpgsql set search_path from current as $$
begin
  update catalogue_version set version = version + 1;
  return null;
end
$$;
create trigger categories_raise_version after insert or update or delete or truncate on categories
  for each statement execute function raise_catalogue_version();
create trigger part_types_raise_version after insert or update or delete or truncate on part_types
  for each statement execute function raise_catalogue_version();
create trigger attributes_raise_version after insert or update or delete or truncate on attributes
  for each statement execute function raise_catalogue_version();
create trigger attribute_choices_raise_version after insert or update or delete or truncate on attribute_choices
  for each statement execute function raise_catalogue_version();
create trigger part_type_attributes_raise_version after insert or update or delete or truncate on part_type_attributes
  for each statement execute function raise_catalogue_version();
create trigger type_relations_raise_version after insert or update or delete or truncate on type_relations
  for each statement execute function raise_catalogue_version();

-- Categories as rows (docs/decisions/0065-catalogue-as-data.md). The ids are the words of addresses and never change.
-- There are two levels. The level is a column, so that foreign keys hold the tree without triggers.
create table categories (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 40),
  level smallint not null check (level between 1 and 2),
  parent_id text,
  parent_level smallint generated always as (case when parent_id is not null then 1 end) stored,
  name text not null check (length(name) between 1 and 60),
  -- what it has, in a few words
  description text not null default '' check (length(description) <= 200),
  -- a drawing's name with its parameters: `brake-disc?drilled=16`
  drawing text check (length(drawing) <= 200),
  position integer not null default 0,
  -- its place in the menu of all products; null: it is not in the menu
  menu_position smallint,
  unique (id, level),
  unique (id, parent_id),
  constraint categories_parent foreign key (parent_id, parent_level) references categories (id, level),
  constraint categories_level_of_parent check ((level = 1) = (parent_id is null))
);
create index categories_of_parent on categories (parent_id) where parent_id is not null;

insert into categories (id, level, name, description, drawing, position, menu_position) values
  ('tools', 1, 'Tools & Parts', 'Torque wrenches, sockets, jacks, testers', 'socket-wrench', 1, null),
  ('wheels', 1, 'Wheels & Tires', 'Alloy wheels, summer and winter tyres', 'wheel', 2, 4),
  ('engine', 1, 'Engine Parts', 'Pistons, turbochargers, filters, belts', 'piston', 3, 1),
  ('suspension', 1, 'Suspension Parts', 'Shock absorbers, springs, control arms', 'spring', 4, 2),
  ('body', 1, 'Body & Drive', 'Brakes, clutches, mirrors, bumpers', 'brake-disc', 5, 3),
  ('lighting', 1, 'Lighting', 'Headlamps, tail lamps, bulbs', 'headlamp', 6, null),
  ('electrical', 1, 'Electrical', 'Batteries, alternators, starters, relays', 'battery', 7, null),
  ('fluids', 1, 'Fluids', 'Oil, coolant, brake fluid, washer fluid', 'oil-bottle', 8, null);

-- A subcategory lies in the category of its part: moving one moves its parts.
alter table products
  drop constraint products_category_check,
  add constraint products_category foreign key (category) references categories (id),
  add column subcategory text,
  add constraint products_subcategory foreign key (subcategory, category) references categories (id, parent_id) on update cascade;
create index products_subcategory_newest on products (subcategory, created_at desc, id desc)
  where archived_at is null and subcategory is not null;

alter table audit drop constraint audit_entity_check;
alter table audit add constraint audit_entity_check check (
  entity in (
    'order', 'product', 'user', 'review', 'payment', 'setting',
    'import', 'estimate', 'subscriber', 'mail', 'job', 'catalogue'
  )
);

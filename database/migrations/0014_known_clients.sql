-- Devices and networks from which the owner of an account signed in: guesses by others do not hold these up.

create table identity.known_clients (
  user_id text not null references identity.users (id) on delete cascade,
  -- of a device or a network, keyed with the encryption secret
  client_hash text not null,
  seen_at timestamptz(3) not null,
  primary key (user_id, client_hash)
);
create index known_clients_age on identity.known_clients (seen_at);

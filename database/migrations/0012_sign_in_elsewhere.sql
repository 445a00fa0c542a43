-- Sign-in at outside providers: who left for one and is not back yet, and people whose provider tells no address.

create table identity.oauth_flows (
  state_hash text primary key,
  -- only the browser that left may come back
  browser_hash text not null,
  nonce_hash text not null,
  provider_id text not null,
  event_id text not null,
  auth_type text not null check (auth_type in ('signInViaPopup', 'linkViaPopup', 'reauthViaPopup')),
  -- encrypted: what proves to the provider that the same store asks, and to the store that the answer is new
  proof text not null,
  expires_at timestamptz(3) not null
);
create index oauth_flows_age on identity.oauth_flows (expires_at);

alter table identity.idp_grants
  alter column email drop not null,
  alter column display_name drop not null,
  add column photo_url text,
  add column screen_name text,
  -- who proves anew who they are must not become somebody new
  add column is_reauthentication boolean not null default false,
  add constraint idp_grants_verified check (email is not null or not email_verified);

alter table identity.user_providers add column screen_name text;

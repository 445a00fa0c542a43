-- How often something was done in the current window; lost in a crash, which is harmless.
create unlogged table rate_limits (
  key text primary key,
  window_start timestamptz(3) not null,
  count integer not null
);

-- Second factors, and sign-in through OpenID Connect providers.

create table auth.factors (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  type text not null,
  status text not null default 'unverified',
  friendly_name text not null default '',
  secret_sealed text,
  phone text,
  last_time_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint factors__name_unique unique (user_id, friendly_name),
  constraint factors__type check (type in ('totp', 'phone')),
  constraint factors__status check (status in ('unverified', 'verified')),
  constraint factors__name_length check (length(friendly_name) <= 100),
  constraint factors__own_secret check ((type = 'totp') = (secret_sealed is not null) and (type = 'phone') = (phone is not null)),
  constraint factors__phone_digits check (phone ~ '^[1-9][0-9]{6,14}$')
);
create unique index factors__phone_verified_once on auth.factors (user_id, phone) where status = 'verified';
comment on column auth.factors.last_time_step is 'Of the last code accepted (TOTP): no code works twice.';

create table auth.challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.factors on delete cascade,
  session_id uuid not null references auth.sessions on delete cascade,
  ip text not null,
  code_hash text,
  attempts smallint not null default 0,
  answered_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index challenges__factor on auth.challenges (factor_id);
create index challenges__session on auth.challenges (session_id);
create index challenges__expiry on auth.challenges (expires_at);
comment on column auth.challenges.code_hash is 'Of the code sent by SMS, under a key outside the database; null for TOTP.';

alter table auth.sessions add column factor_id uuid;
alter table auth.sessions add constraint sessions__factor foreign key (factor_id) references auth.factors on delete set null;
create index sessions__factor on auth.sessions (factor_id);
comment on column auth.sessions.factor_id is 'The second factor that raised the session to aal2; it falls with it.';

create table auth.oauth_flows (
  state_hash text primary key,
  provider text not null,
  browser_hash text not null,
  secrets_sealed text not null,
  redirect_to text not null,
  code_challenge text,
  linking_user_id uuid references auth.users on delete cascade,
  linking_session_id uuid references auth.sessions on delete cascade,
  used_at timestamptz,
  expires_at timestamptz not null
);
create index oauth_flows__user on auth.oauth_flows (linking_user_id);
create index oauth_flows__session on auth.oauth_flows (linking_session_id);
create index oauth_flows__expiry on auth.oauth_flows (expires_at);
comment on table auth.oauth_flows is 'A visit to a provider under way: from /authorize to /callback, once.';
comment on column auth.oauth_flows.browser_hash is 'Of the cookie that the browser which began the visit holds: no one can be lured into ending it.';
comment on column auth.oauth_flows.secrets_sealed is 'PKCE verifier and nonce towards the provider.';

do $$
declare name text;
begin
  foreach name in array array['factors', 'challenges', 'oauth_flows'] loop
    execute format('alter table auth.%I enable row level security', name);
    execute format('create policy system_all on auth.%I to semblance_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on auth.%I to semblance_system', name);
  end loop;
end $$;

alter table auth.users add column known_browsers bytea[] not null default '{}';
comment on column auth.users.known_browsers is 'SHA-256 of the user agents this account was used with, newest first, twenty at most.';

-- Keys for programs. A service account is a user without a way in, and no member; a key is a session without a refresh token.

alter table public.profiles drop constraint profiles_membership_check,
  add constraint profiles_membership_check check (membership in ('pending', 'active', 'deactivated', 'rejected', 'service'));
comment on column public.profiles.membership is 'Service: an account for programs, which counts nowhere as a member.';

alter table auth.sessions add column ends_at timestamptz(3);
comment on column auth.sessions.ends_at is 'When the session of a key ends; null for people, whose sessions end by the settings.';

create or replace function app.user_of_session(session uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog
  return (select s.user_id from auth.sessions s
    where s.id = user_of_session.session and coalesce(s.ends_at > now(), true));

create table app.api_keys (
  id uuid primary key default uuidv7(),
  organization uuid not null references public.organizations,
  user_id uuid not null references auth.users on delete cascade,
  session_id uuid unique references auth.sessions on delete set null,
  name text not null check (length(name) between 1 and 100),
  start text not null,
  hash bytea not null unique check (length(hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  allowed text[] not null default '{}',
  limit_cents bigint not null default 0 check (limit_cents >= 0),
  expires_at timestamptz(3) not null,
  reminders smallint not null default 0 check (reminders between 0 and 2),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  created_by uuid references auth.users on delete set null,
  created_at timestamptz(3) not null default now()
);
create index api_keys__listed on app.api_keys (organization, created_at desc, id desc);
create index api_keys__expiring on app.api_keys (expires_at) where revoked_at is null and reminders < 2;
create index api_keys__user on app.api_keys (user_id);
create index api_keys__created_by on app.api_keys (created_by);
alter table app.api_keys enable row level security;
create policy system_all on app.api_keys to semblance_system using (true) with check (true);
grant all on app.api_keys to semblance_system;
comment on table app.api_keys is E'owner: core/keys\nKeys by which programs act for an organization. The key itself is stored nowhere.';
comment on column app.api_keys.session_id is 'Null once it was revoked, or sessions were ended after a restore.';
comment on column app.api_keys.start is 'The first characters of the key, by which people recognize it.';
comment on column app.api_keys.hash is 'SHA-256 of the key, which is random: no slow hash is needed.';
comment on column app.api_keys.allowed is 'Network addresses in CIDR notation that may use it; empty: all.';
comment on column app.api_keys.limit_cents is 'The most that one act may accept, pay or release.';
comment on column app.api_keys.reminders is 'Mails sent before its end: 14 days before, then 2.';

-- What has happened, for browsers that watch: written with the change itself, read in commit order, kept for a day.

create table app.events (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  organization uuid,
  user_id uuid,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  primary key (xid, id),
  constraint events__one_audience check ((organization is null) <> (user_id is null))
);
comment on column app.events.xid is 'With the snapshot''s xmin it tells which events are final: no event of an earlier transaction can still appear.';
create index events__age on app.events (created_at);
grant all on app.events to semblance_system;

create function app.announce_events() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  notify semblance_events;
  return null;
end $$;
create trigger announce after insert on app.events for each statement execute function app.announce_events();

-- Who is online: streams of any server process prolong it while they are open.
create table public.presence (
  user_id uuid primary key references auth.users on delete cascade,
  organization uuid not null references public.organizations,
  seen_at timestamptz(3) not null,
  online_until timestamptz(3) not null
);
create index presence__of_organization on public.presence (organization, online_until desc);
alter table public.presence enable row level security;
create policy system_all on public.presence to semblance_system using (true) with check (true);
grant all on public.presence to semblance_system;

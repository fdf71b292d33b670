-- Leases of servers: who runs jobs, and whose jobs and scratch files nobody works on anymore.

create table app.workers (
  id uuid primary key,
  process_id uuid not null,
  role text not null check (role in ('all', 'web', 'worker', 'engine')),
  pools text[] not null default '{}',
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
comment on table app.workers is 'owner: platform
The lease of each running server: renewed every few seconds, and ended by any other server once it was not. pools are the names under which its runners lock jobs of the queue; process_id begins the names of its scratch directories.';
alter table app.workers enable row level security;
create policy system_all on app.workers to semblance_system using (true) with check (true);
grant all on app.workers to semblance_system;

-- A database that was brought back from a backup: what it may do at once, and what waits for staff.

create table app.restores (
  id uuid primary key default uuidv7(),
  restored_to timestamptz(3) not null unique,
  started_at timestamptz not null default now(),
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users on delete set null
);
comment on table app.restores is E'owner: platform\nEach time this database was brought back from a backup; money and unsent mail wait while confirmed_at is null.';
comment on column app.restores.restored_to is 'What was written later is lost, or known to others only.';
comment on column app.restores.started_at is 'The first start after the restore.';
create index restores__of_person on app.restores (confirmed_by) where confirmed_by is not null;
create unique index restores__waiting on app.restores (id) where confirmed_at is null;

alter table app.restores enable row level security;
create policy system_all on app.restores to semblance_system using (true) with check (true);
grant select, insert, update on app.restores to semblance_system;

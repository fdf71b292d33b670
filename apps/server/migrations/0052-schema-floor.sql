-- Releases side by side: which servers the schema still allows, and which of them still run.

create table app.schema_floor (
  is_only boolean primary key default true check (is_only),
  level integer not null check (level >= 0),
  raised_by text not null,
  raised_at timestamptz(3) not null default now()
);
comment on table app.schema_floor is E'owner: platform\nThe oldest server that may run on this schema, in one row.';
comment on column app.schema_floor.level is 'The number of a migration; a server that does not have it starts no more, and a running one stops.';
comment on column app.schema_floor.raised_by is 'The migration that takes away what older servers use.';
insert into app.schema_floor (level, raised_by) values (46, '0046-held-deliveries.sql');

alter table app.schema_floor enable row level security;
create policy system_all on app.schema_floor to semblance_system using (true) with check (true);
grant select, update on app.schema_floor to semblance_system;

alter table app.workers add column schema_level integer, add column identity text;
comment on column app.workers.schema_level is 'The number of the newest migration that the server has; null if it is older than 0052.';
comment on column app.workers.identity is 'Boot of the machine, namespace of process IDs, and start of the process, by which a server of the same machine can determine that it has ended; null if the system does not report them.';

-- Connections: warehouses and buckets of vendors that deliveries are measured from where the data is.

create table app.connections (
  id uuid primary key,
  organization uuid not null references public.organizations,
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('postgres', 'trino', 's3')),
  settings jsonb not null,
  secret_sealed text not null,
  can_write boolean,
  tried_at timestamptz(3) not null,
  secret_replaced_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index connections__listed on app.connections (organization, created_at desc, id desc);
alter table app.connections enable row level security;
create policy system_all on app.connections to semblance_system using (true) with check (true);
grant all on app.connections to semblance_system;
comment on table app.connections is E'owner: delivery/connections\nWarehouses and buckets of vendors that are read where they are.';
comment on column app.connections.settings is 'Names the address, and the account that reads there.';
comment on column app.connections.secret_sealed is 'Password, token or key, sealed under the organization''s data key.';
comment on column app.connections.can_write is 'The account could also write, as the warehouse said when it was last tried; null where it does not tell.';

alter table public.deliveries add column is_connected boolean not null default false;
comment on column public.deliveries.is_connected is 'It is measured through a connection of the vendor''s: there is no original here.';

create table app.connected_deliveries (
  delivery_id uuid primary key references public.deliveries on delete cascade,
  vendor uuid not null references public.organizations on delete cascade,
  connection_id uuid references app.connections on delete set null,
  connection_name text not null,
  kind text not null check (kind in ('postgres', 'trino', 's3')),
  objects jsonb not null,
  places text[] not null,
  away_reason text,
  read_at timestamptz(3),
  was_on_disk boolean not null default false,
  ended_at timestamptz(3)
);
create index connected_deliveries__vendor on app.connected_deliveries (vendor);
create index connected_deliveries__connection on app.connected_deliveries (connection_id);
alter table app.connected_deliveries enable row level security;
create policy system_all on app.connected_deliveries to semblance_system using (true) with check (true);
grant all on app.connected_deliveries to semblance_system;
comment on table app.connected_deliveries is E'owner: delivery/deliveries\nWhat deliveries read through a connection, from the choice of its tables to the end.';
comment on column app.connected_deliveries.objects is 'Tables, or objects of a bucket with the version that was reviewed.';
comment on column app.connected_deliveries.places is 'Hashes of where the tables are, by which the same table is known again.';
comment on column app.connected_deliveries.away_reason is 'Why the warehouse was not reached by the latest run; null if it was.';
comment on column app.connected_deliveries.read_at is 'When the run began that the rows were measured by.';
comment on column app.connected_deliveries.was_on_disk is 'A sample or copy may have been in the clear in a directory that is not known to be in memory.';

-- compatible: it allows one value more.
alter table app.source_prints drop constraint source_prints_kind_check,
  add constraint source_prints_kind_check check (kind in ('sha256', 'rows', 'place'));

-- Pushes: destinations of organizations, and what was sent there of deliveries.

create table app.push_destinations (
  id uuid primary key,
  organization uuid not null references public.organizations,
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('sftp', 's3')),
  settings jsonb not null,
  secret_kind text not null check (secret_kind in ('password', 'private_key', 'secret_key')),
  secret_sealed text not null,
  is_automatic boolean not null,
  state text not null default 'enabled' check (state in ('enabled', 'disabled')),
  disabled_as text check (disabled_as in ('by_administrator', 'host_key_differs', 'dead')),
  created_at timestamptz(3) not null default now(),
  constraint push_destinations__disabled_for_a_reason check ((state = 'disabled') = (disabled_as is not null))
);
create index push_destinations__listed on app.push_destinations (organization, created_at desc, id desc);
alter table app.push_destinations enable row level security;
create policy system_all on app.push_destinations to semblance_system using (true) with check (true);
grant all on app.push_destinations to semblance_system;
comment on table app.push_destinations is E'owner: delivery/pushes\nSystems of organizations that deliveries are sent to.';
comment on column app.push_destinations.settings is 'Where it is, and for SFTP the confirmed key of the host.';
comment on column app.push_destinations.secret_sealed is 'Password or key, sealed under the organization''s data key.';

create table app.pushes (
  id uuid primary key default uuidv7(),
  contract_id text not null references public.contracts,
  delivery_id uuid not null references public.deliveries on delete cascade,
  client uuid not null references public.organizations,
  destination uuid references app.push_destinations on delete set null,
  destination_name text not null,
  kind text not null check (kind in ('sftp', 's3')),
  target text not null,
  requested_by uuid,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  sent text[] not null default '{}',
  sent_bytes bigint not null default 0,
  all_files integer,
  failure text,
  attempted_at timestamptz(3),
  next_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint pushes__ended check ((state = 'pending') = (finished_at is null)),
  constraint pushes__failed_for_a_reason check (state <> 'failed' or failure is not null)
);
create unique index pushes__one_per_destination on app.pushes (delivery_id, destination);
create index pushes__listed on app.pushes (contract_id, id desc);
create index pushes__of_destination on app.pushes (destination);
create index pushes__of_client on app.pushes (client);
alter table app.pushes enable row level security;
create policy system_all on app.pushes to semblance_system using (true) with check (true);
grant all on app.pushes to semblance_system;
comment on table app.pushes is E'owner: delivery/pushes\nDeliveries on their way to destinations, and what arrived; kept as long as the delivery''s row.';
comment on column app.pushes.target is 'The address that the files are under, as it was then.';
comment on column app.pushes.requested_by is 'The user who asked for it; null if it goes there by itself.';
comment on column app.pushes.sent is 'Names of files that arrived.';

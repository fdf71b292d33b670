-- Deliveries: a vendor's upload, the synthesis made of it, and the files the client receives.

create table public.uploads (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  contract_id text not null references public.contracts,
  organization uuid not null references public.organizations,
  file_name text not null check (length(file_name) between 1 and 200 and file_name !~ '[/\\]'),
  bytes bigint not null check (bytes >= 0),
  state text not null default 'open' check (state in ('open', 'submitted', 'removed')),
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint uploads__removed check ((state = 'removed') = (removed_at is not null))
);
comment on table public.uploads is 'Original data on its way in; the bytes lie in the data directory under the ID and are gone once state is removed.';
comment on column public.uploads.bytes is 'Announced size; the upload is complete when the file has it.';
create index uploads__of_contract on public.uploads (contract_id);
create index uploads__of_organization on public.uploads (organization);
create index uploads__present on public.uploads (created_at) where state <> 'removed';

create table public.deliveries (
  id uuid primary key default uuidv7(),
  contract_id text not null references public.contracts,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  created_by uuid references auth.users on delete set null,
  upload_id text not null unique references public.uploads,
  file_name text not null,
  file_bytes bigint not null check (file_bytes >= 0),
  notes text check (length(notes) <= 2000),
  status text not null default 'queued' check (status in ('queued', 'processing', 'refused', 'failed', 'ready')),
  attempt integer not null default 0,
  stage text check (stage in ('reading', 'measuring', 'modeling', 'sampling', 'evaluating')),
  progress real not null default 0 check (progress between 0 and 1),
  reason text,
  report jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint deliveries__finished check ((status in ('refused', 'failed', 'ready')) = (finished_at is not null)),
  constraint deliveries__reason check ((status in ('refused', 'failed')) = (reason is not null)),
  constraint deliveries__report check ((status = 'ready') = (report is not null))
);
comment on column public.deliveries.attempt is 'Counts the runs of the job; only the latest run may write to the row.';
comment on column public.deliveries.report is 'The published part of the report; what only the system may see is in app.internal_reports.';
create unique index deliveries__one_live on public.deliveries (contract_id) where status in ('queued', 'processing', 'ready');
create index deliveries__of_contract on public.deliveries (contract_id, id desc);
create index deliveries__client on public.deliveries (client);
create index deliveries__vendor on public.deliveries (vendor);

create table public.delivery_files (
  id uuid primary key default uuidv7(),
  delivery_id uuid not null references public.deliveries on delete cascade,
  name text not null,
  bytes bigint not null check (bytes >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null unique,
  constraint delivery_files__names_unique unique (delivery_id, name)
);

create table app.internal_reports (
  delivery_id uuid primary key references public.deliveries on delete cascade,
  report jsonb not null
);
comment on table app.internal_reports is 'Exact figures about original data, which would weaken its protection if published: readable by the system alone.';

alter table public.uploads enable row level security;
alter table public.deliveries enable row level security;
alter table public.delivery_files enable row level security;
alter table app.internal_reports enable row level security;

create policy vendor_reads on public.uploads for select to authenticated using (organization = any (app.org_ids()));
create policy vendor_opens on public.uploads for insert to authenticated
  with check (organization = any (app.org_ids())
    and exists (select from public.contracts c where c.id = contract_id and c.vendor = organization and c.status = 'in_progress'));
create policy vendor_submits on public.uploads for update to authenticated
  using (organization = any (app.org_ids()) and state = 'open')
  with check (organization = any (app.org_ids()) and state = 'submitted');
create policy system_all on public.uploads to semblance_system using (true) with check (true);
grant select on public.uploads to authenticated;
grant insert (id, contract_id, organization, file_name, bytes) on public.uploads to authenticated;
grant update (state) on public.uploads to authenticated;

create policy vendor_reads on public.deliveries for select to anon, authenticated using (vendor = any (app.org_ids()));
-- The client watches it come into being; what was refused is between the vendor and the platform.
create policy client_reads_live on public.deliveries for select to anon, authenticated
  using (client = any (app.org_ids()) and status in ('queued', 'processing', 'ready'));
create policy staff_read on public.deliveries for select to authenticated using (app.is_staff());
create policy vendor_delivers on public.deliveries for insert to authenticated
  with check (vendor = any (app.org_ids())
    and exists (select from public.contracts c where c.id = contract_id and c.client = deliveries.client
      and c.vendor = deliveries.vendor and c.status = 'in_progress')
    and exists (select from public.uploads u where u.id = upload_id and u.contract_id = deliveries.contract_id
      and u.organization = deliveries.vendor));
create policy system_all on public.deliveries to semblance_system using (true) with check (true);
grant select on public.deliveries to anon, authenticated;
grant insert (contract_id, client, vendor, created_by, upload_id, file_name, file_bytes, notes) on public.deliveries to authenticated;

create policy client_reads_ready on public.delivery_files for select to anon, authenticated
  using (exists (select from public.deliveries d where d.id = delivery_id and d.client = any (app.org_ids()) and d.status = 'ready'));
create policy system_all on public.delivery_files to semblance_system using (true) with check (true);
grant select (id, delivery_id, name, bytes, sha256) on public.delivery_files to anon, authenticated;

create policy system_all on app.internal_reports to semblance_system using (true) with check (true);
grant all on public.uploads, public.deliveries, public.delivery_files, app.internal_reports to semblance_system;

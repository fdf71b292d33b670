-- Synthetic rows to look at in the page: of a delivery before it is paid for, and of a sample that a vendor sends with an offer.

create table public.delivery_previews (
  delivery_id uuid primary key references public.deliveries on delete cascade,
  tables jsonb not null check (jsonb_typeof(tables) = 'array')
);
comment on table public.delivery_previews is 'The first rows of a delivery''s twins; no file of the delivery.';
comment on column public.delivery_previews.tables is '[{name, columns: [{name, kind}], rows, totalRows, csv}], 1 MiB of CSV at most.';

create table public.offer_previews (
  offer_id text primary key references public.offers on delete cascade,
  client uuid not null references public.organizations on delete cascade,
  vendor uuid not null references public.organizations on delete cascade,
  sample_id uuid not null unique,
  file_name text not null check (length(file_name) between 1 and 200),
  file_bytes bigint not null check (file_bytes > 0),
  state text not null default 'making' check (state in ('making', 'ready', 'refused')),
  reason text,
  figures jsonb,
  tables jsonb check (jsonb_typeof(tables) = 'array'),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint offer_previews__finished check ((state = 'making') = (finished_at is null)),
  constraint offer_previews__reason check ((state = 'refused') = (reason is not null)),
  constraint offer_previews__tables check ((state = 'ready') = (tables is not null and figures is not null))
);
create index offer_previews__client on public.offer_previews (client);
create index offer_previews__vendor on public.offer_previews (vendor);
comment on table public.offer_previews is 'Synthetic rows made from a vendor''s sample; for the vendor, and for the client once they are ready.';
comment on column public.offer_previews.sample_id is 'The sample it is made from; another one takes its place under another ID.';
comment on column public.offer_previews.reason is 'Why the sample was refused, in words for the vendor.';
comment on column public.offer_previews.figures is 'Of the main table, from its report: {rows, columns, qualityScore, epsilon}.';
comment on column public.offer_previews.tables is 'As in delivery_previews.';

create table app.offer_samples (
  id uuid primary key,
  offer_id text not null references public.offers on delete cascade,
  vendor uuid not null,
  bytes bigint not null check (bytes > 0),
  sealed_key text not null,
  attempt integer not null default 0
);
comment on table app.offer_samples is 'Samples in sealed blobs, until a preview is made of them; without its row nobody can open one.';
comment on column app.offer_samples.sealed_key is 'The blob''s key, sealed by the vendor''s data key.';
comment on column app.offer_samples.attempt is 'Runs of the job on it so far.';
create index offer_samples__of_offer on app.offer_samples (offer_id);

alter table public.delivery_previews enable row level security;
alter table public.offer_previews enable row level security;
alter table app.offer_samples enable row level security;
create policy client_reads_ready on public.delivery_previews for select to anon, authenticated
  using (exists (select from public.deliveries d
    where d.id = delivery_id and d.client = any ((select app.org_ids())::uuid[]) and d.status = 'ready'));
create policy vendor_reads on public.offer_previews for select to anon, authenticated
  using (vendor = any ((select app.org_ids())::uuid[]));
-- With an offer that is withdrawn or declined its preview leaves the client's sight, too.
create policy client_reads_ready on public.offer_previews for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) and state = 'ready'
    and exists (select from public.offers o where o.id = offer_id and o.status <> 'rejected'));
create policy system_all on public.delivery_previews to semblance_system using (true) with check (true);
create policy system_all on public.offer_previews to semblance_system using (true) with check (true);
create policy system_all on app.offer_samples to semblance_system using (true) with check (true);
grant select on public.delivery_previews, public.offer_previews to anon, authenticated;
grant all on public.delivery_previews, public.offer_previews, app.offer_samples to semblance_system;

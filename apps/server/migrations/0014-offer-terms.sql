-- The terms of an offer, their revisions, and who has looked at them.

alter table public.offers
  add column additional_services_cents bigint not null default 0,
  add column timeline_unit text not null default 'days' check (timeline_unit in ('days', 'weeks', 'months')),
  add column deliverables text[] not null default array['Synthetic dataset'] check (cardinality(deliverables) between 1 and 30),
  add column payment_structure text not null default 'on_delivery'
    check (payment_structure in ('upfront', 'half_upfront', 'third_upfront', 'on_delivery')),
  add column data_formats text[] not null default array['csv']
    check (cardinality(data_formats) > 0 and data_formats <@ array['csv', 'xlsx', 'json']),
  add column delivery_method text not null default 'download' check (delivery_method in ('download', 'sftp', 'api', 'physical')),
  add column support_period text not null default 'none'
    check (support_period in ('none', '7_days', '30_days', '90_days', '6_months')),
  add column sample_description text check (length(sample_description) <= 2000),
  add column sample_records integer check (sample_records between 1 and 100000),
  add column min_accuracy_percent smallint check (min_accuracy_percent between 50 and 100),
  add column privacy_level text not null default 'standard' check (privacy_level in ('standard', 'high', 'maximum')),
  add column revision integer not null default 1 check (revision > 0),
  add column changed_at timestamptz(3),
  add constraint offers__services_within_price check (additional_services_cents >= 0 and additional_services_cents < price_cents);
comment on column public.offers.payment_structure is 'Share of the price released at funding: all, 50 %, 30 % or none; the rest at acceptance.';
comment on column public.offers.sample_description is 'What sample the vendor provides; none when null.';
comment on column public.offers.sample_records is 'Records of a sample before the delivery; the term "samples".';
comment on column public.offers.revision is 'Counts changes of terms. A client accepts the revision it has seen.';
create index offers__sent_by_status on public.offers (vendor, status, created_at desc, id desc);
create index offers__received_by_status on public.offers (client, status, created_at desc, id desc);
create index offers__live_by_price on public.offers (dpr_id, price_cents, id) where status <> 'rejected';
create index offers__live_by_time on public.offers (dpr_id, timeline_days, id) where status <> 'rejected';
grant insert (additional_services_cents, timeline_unit, deliverables, payment_structure, data_formats, delivery_method, support_period,
  sample_description, sample_records, min_accuracy_percent, privacy_level) on public.offers to authenticated;

create table public.offer_revisions (
  offer_id text not null references public.offers,
  revision integer not null check (revision > 0),
  changed_by uuid not null references public.organizations,
  changes jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (offer_id, revision)
);
comment on table public.offer_revisions is 'Each revision after the first: what changed, from what to what, and by whose edit or proposal.';
comment on column public.offer_revisions.changes is 'A list of {field, label, from, to}, as people read them.';
alter table public.offer_revisions enable row level security;
create policy offer_readers_read on public.offer_revisions for select to anon, authenticated
  using (exists (select from public.offers o where o.id = offer_id));
create policy system_all on public.offer_revisions to semblance_system using (true) with check (true);
grant select on public.offer_revisions to anon, authenticated;
grant all on public.offer_revisions to semblance_system;

create table public.offer_views (
  offer_id text not null references public.offers,
  user_id uuid not null references auth.users on delete cascade,
  day date not null,
  vendor uuid not null references public.organizations,
  revision integer not null,
  primary key (offer_id, user_id, day)
);
comment on table public.offer_views is 'One row per offer, day and person of the client who looked at it.';
comment on column public.offer_views.revision is 'The newest revision whose changes the person knows of; a later day takes it over.';
create index offer_views__of_vendor on public.offer_views (vendor, day);
alter table public.offer_views enable row level security;
create policy own_reads on public.offer_views for select to authenticated
  using (user_id = app.user_id() or vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.offer_views to semblance_system using (true) with check (true);
grant select on public.offer_views to authenticated;
grant all on public.offer_views to semblance_system;

-- Subscriptions to listed twins: revisions of the data, each made, paid and delivered under a contract of its own.

create sequence public.data_subscription_number start 301;

create table public.data_subscriptions (
  id text primary key default 'SUB-' || nextval('public.data_subscription_number'),
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  listing_id text not null,
  listing_revision int not null,
  source_id text not null references public.sources,
  title text not null,
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  epsilon double precision not null check (epsilon > 0),
  revisions smallint not null check (revisions > 0),
  status text not null default 'active' check (status in ('active', 'paused', 'ended')),
  paused_as text check (paused_as in ('client', 'unpaid')),
  ended_as text check (ended_as in ('complete', 'client', 'vendor', 'limit', 'taken_down')),
  next_due_at timestamptz(3),
  published_by uuid references auth.users on delete set null,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz(3) not null default now(),
  foreign key (listing_id, listing_revision) references public.listing_revisions,
  check ((status = 'paused') = (paused_as is not null)),
  check ((status = 'ended') = (ended_as is not null))
);
comment on table public.data_subscriptions is E'owner: delivery/subscriptions\nWhat clients subscribed to of listed twins: at most so many revisions on terms that stay.';
comment on column public.data_subscriptions.source_id is 'The source that every revision is charged to.';
comment on column public.data_subscriptions.terms is 'SubscriptionTerms with price and license, as the vendor published them.';
comment on column public.data_subscriptions.epsilon is 'The most that the measurement of one revision costs.';
comment on column public.data_subscriptions.revisions is 'Promised at the start, those included that are over.';
comment on column public.data_subscriptions.next_due_at is 'When the next revision opens, at the earliest; null: when the vendor opens it.';
comment on column public.data_subscriptions.published_by is 'Who consented for the vendor to the terms.';
create unique index data_subscriptions__one_of_a_listing on public.data_subscriptions (client, listing_id) where status <> 'ended';
create index data_subscriptions__client on public.data_subscriptions (client, created_at desc, id desc);
create index data_subscriptions__vendor on public.data_subscriptions (vendor, created_at desc, id desc);
create index data_subscriptions__due on public.data_subscriptions (next_due_at) where status = 'active';
create index data_subscriptions__source on public.data_subscriptions (source_id);
create index data_subscriptions__listing on public.data_subscriptions (listing_id, listing_revision);
create index data_subscriptions__published_by on public.data_subscriptions (published_by) where published_by is not null;
create index data_subscriptions__created_by on public.data_subscriptions (created_by) where created_by is not null;
alter table public.data_subscriptions enable row level security;
create policy party_reads on public.data_subscriptions for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy staff_reads on public.data_subscriptions for select to authenticated using ((select app.is_staff()));
create policy system_all on public.data_subscriptions to semblance_system using (true) with check (true);
grant select on public.data_subscriptions to anon, authenticated;
grant select, insert, update on public.data_subscriptions to semblance_system;
grant usage on sequence public.data_subscription_number to semblance_system;

create table public.data_subscription_revisions (
  subscription_id text not null references public.data_subscriptions,
  number smallint not null check (number > 0),
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  opened_at timestamptz(3) not null,
  pay_by timestamptz(3) not null,
  reminded_at timestamptz(3),
  dpr_id text references public.dprs,
  offer_id text references public.offers,
  ended_as text check (ended_as in ('delivered', 'missed', 'lapsed', 'cancelled')),
  ended_at timestamptz(3),
  primary key (subscription_id, number),
  check ((dpr_id is null) = (offer_id is null)),
  check ((ended_as is null) = (ended_at is null))
);
comment on table public.data_subscription_revisions is E'owner: delivery/subscriptions\nRevisions of subscriptions; one of them is under way at a time.';
comment on column public.data_subscription_revisions.pay_by is 'Without money on its way to escrow by then, the revision lapses.';
comment on column public.data_subscription_revisions.reminded_at is 'When the client was reminded of the payment.';
comment on column public.data_subscription_revisions.offer_id is 'What the client ordered it by; null while it did not.';
create unique index data_subscription_revisions__open on public.data_subscription_revisions (subscription_id) where ended_as is null;
create index data_subscription_revisions__dpr on public.data_subscription_revisions (dpr_id) where dpr_id is not null;
create unique index data_subscription_revisions__offer on public.data_subscription_revisions (offer_id) where offer_id is not null;
create index data_subscription_revisions__client on public.data_subscription_revisions (client);
create index data_subscription_revisions__vendor on public.data_subscription_revisions (vendor);
alter table public.data_subscription_revisions enable row level security;
create policy party_reads on public.data_subscription_revisions for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy staff_reads on public.data_subscription_revisions for select to authenticated using ((select app.is_staff()));
create policy system_all on public.data_subscription_revisions to semblance_system using (true) with check (true);
grant select on public.data_subscription_revisions to anon, authenticated;
grant select, insert, update on public.data_subscription_revisions to semblance_system;

alter table public.dprs add column subscription_id text references public.data_subscriptions;
create index dprs__subscription on public.dprs (subscription_id) where subscription_id is not null;
comment on column public.dprs.subscription_id is 'The subscription whose revision is made for this request, which no other vendor sees; null for all others.';

-- Twins that vendors list for sale, and what was bought of them.

create sequence public.listing_number start 401;

create table public.listings (
  id text primary key default 'LST-' || nextval('public.listing_number'),
  vendor uuid not null references public.organizations,
  delivery_id uuid not null references public.deliveries,
  status text not null default 'draft'
    check (status in ('draft', 'published', 'paused', 'withdrawn', 'taken_down')),
  revision int not null default 0 check (revision >= 0),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  created_by uuid references auth.users on delete set null,
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  taken_down_reason text,
  check ((status = 'taken_down') = (taken_down_reason is not null)),
  check (status = 'draft' or status = 'withdrawn' or revision > 0)
);
comment on table public.listings is E'owner: delivery/listings\nTwins that vendors list for sale, with what the vendor is writing.';
comment on column public.listings.delivery_id is 'The delivery whose twin is copied for each buyer.';
comment on column public.listings.revision is 'The newest published one; 0: none yet.';
comment on column public.listings.content is 'ListingContent as last saved; published as the next revision.';
comment on column public.listings.taken_down_reason is 'Of staff, for the vendor.';
create unique index listings__one_of_a_delivery on public.listings (delivery_id) where status <> 'withdrawn';
create index listings__of_vendor on public.listings (vendor, created_at desc, id desc);
create index listings__created_by on public.listings (created_by) where created_by is not null;
create index listings__delivery on public.listings (delivery_id);
alter table public.listings enable row level security;
create policy vendor_reads on public.listings for select to anon, authenticated
  using (vendor = any ((select app.org_ids())::uuid[]));
create policy staff_reads on public.listings for select to authenticated using ((select app.is_staff()));
create policy system_all on public.listings to semblance_system using (true) with check (true);
grant select on public.listings to anon, authenticated;
grant select, insert, update on public.listings to semblance_system;
grant usage on sequence public.listing_number to semblance_system;

create function app.column_words(names text[]) returns text
language sql immutable parallel safe set search_path to 'pg_catalog', 'pg_temp'
return replace(array_to_string(names, ' '), '_', ' ');
grant execute on function app.column_words(text[]) to anon, authenticated, semblance_system;

create table public.listing_revisions (
  listing_id text not null references public.listings,
  revision int not null check (revision > 0),
  vendor uuid not null references public.organizations,
  delivery_id uuid not null references public.deliveries,
  title text not null,
  category text not null,
  description text not null,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  column_names text[] not null,
  shape double precision[] not null,
  records bigint not null,
  accuracy_tenths smallint not null check (accuracy_tenths between 0 and 1000),
  epsilon double precision not null,
  delta double precision not null,
  lowest_price_cents bigint not null check (lowest_price_cents > 0),
  published_by uuid references auth.users on delete set null,
  published_at timestamptz(3) not null,
  is_live boolean not null,
  search tsvector not null generated always as (
    setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('english', app.column_words(column_names)), 'B')
    || setweight(to_tsvector('english', description), 'C')) stored,
  primary key (listing_id, revision)
);
comment on table public.listing_revisions is E'owner: delivery/listings\nWhat was published of a listing, as it was; one of them is for sale while the listing is published.';
comment on column public.listing_revisions.column_names is 'In lower case.';
comment on column public.listing_revisions.shape is 'Shares of rows in the bins of the first column with a histogram, counted on the twin.';
comment on column public.listing_revisions.records is 'Counts the rows of the largest table.';
comment on column public.listing_revisions.accuracy_tenths is 'The quality score of the least faithful table in tenths of a percent.';
comment on column public.listing_revisions.published_by is 'Who consented for the vendor to what buyers agree on.';
create unique index listing_revisions__live on public.listing_revisions (listing_id) where is_live;
create index listing_revisions__newest on public.listing_revisions (published_at desc, listing_id desc) where is_live;
create index listing_revisions__newest_of_category on public.listing_revisions (category, published_at desc, listing_id desc) where is_live;
create index listing_revisions__price on public.listing_revisions (lowest_price_cents, listing_id) where is_live;
create index listing_revisions__accuracy on public.listing_revisions (accuracy_tenths desc, listing_id desc) where is_live;
create index listing_revisions__records on public.listing_revisions (records desc, listing_id desc) where is_live;
create index listing_revisions__search on public.listing_revisions using gin (search) where is_live;
create index listing_revisions__columns on public.listing_revisions using gin (column_names) where is_live;
create index listing_revisions__vendor on public.listing_revisions (vendor);
create index listing_revisions__delivery on public.listing_revisions (delivery_id);
create index listing_revisions__published_by on public.listing_revisions (published_by) where published_by is not null;
alter table public.listing_revisions enable row level security;
create policy market_reads on public.listing_revisions for select to authenticated using (is_live);
create policy visitor_reads_samples on public.listing_revisions for select to anon
  using (is_live and exists (select from public.companies c where c.id = vendor));
create policy vendor_reads on public.listing_revisions for select to anon, authenticated
  using (vendor = any ((select app.org_ids())::uuid[]));
create policy staff_reads on public.listing_revisions for select to authenticated using ((select app.is_staff()));
create policy system_all on public.listing_revisions to semblance_system using (true) with check (true);
grant select on public.listing_revisions to anon, authenticated;
grant select, insert, update on public.listing_revisions to semblance_system;

alter table public.dprs
  add column listing_id text,
  add column listing_revision int,
  add constraint dprs__listing_revision foreign key (listing_id, listing_revision) references public.listing_revisions,
  add constraint dprs__whole_listing check ((listing_id is null) = (listing_revision is null));
create index dprs__listing on public.dprs (listing_id, created_at desc, id desc) where listing_id is not null;
comment on column public.dprs.listing_id is 'The listing that is bought with this request, which no other vendor sees; null for a request that was posted.';

alter table public.deliveries add column copied_from uuid references public.deliveries;
create index deliveries__copied_from on public.deliveries (copied_from) where copied_from is not null;
comment on column public.deliveries.copied_from is 'The delivery whose twin this one has a copy of, as the listing that was bought; null for what was made for its contract.';

alter table public.agreement_consents
  drop constraint agreement_consents_act_check,
  add constraint agreement_consents_act_check
    check (act in ('submit', 'edit', 'propose', 'approve', 'accept', 'list'));

alter table public.legal_acceptances
  drop constraint legal_acceptances__object,
  add constraint legal_acceptances__object check ((act in ('offer', 'checkout', 'listing')) = (object is not null)),
  drop constraint legal_acceptances_act_check,
  add constraint legal_acceptances_act_check
    check (act in ('sign_up', 'arrival', 'offer', 'checkout', 'listing'));

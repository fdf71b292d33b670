-- Offers of vendors on requests.

create sequence public.offer_number start 301;

create table public.offers (
  id text primary key default 'OFR-' || nextval('public.offer_number'),
  dpr_id text not null references public.dprs,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  created_by uuid references auth.users on delete set null,
  price_cents bigint not null check (price_cents between 100 and 100000000000),
  timeline_days integer not null check (timeline_days between 1 and 365),
  description text not null check (length(btrim(description)) between 1 and 5000),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected')),
  rejected_as text check (rejected_as in ('declined', 'not_selected', 'withdrawn', 'expired')),
  reject_reason text check (length(reject_reason) <= 1000),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  constraint offers__rejected_has_kind check ((status = 'rejected') = (rejected_as is not null)),
  constraint offers__not_own_request check (client <> vendor)
);
comment on column public.offers.client is 'Copied from the request, so that policies and lists need no join.';
create unique index offers__one_live_per_vendor on public.offers (dpr_id, vendor) where status <> 'rejected';
create unique index offers__one_accepted on public.offers (dpr_id) where status = 'accepted';
create index offers__received on public.offers (client, created_at desc, id desc);
create index offers__of_request on public.offers (dpr_id, created_at desc, id desc);
create index offers__sent on public.offers (vendor, created_at desc, id desc);

-- Definer's rights: a policy on offers that read dprs, whose policies read offers, would never end.
create function app.takes_offers(dpr_id text, client uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  return exists (select from public.dprs d
    where d.id = takes_offers.dpr_id and d.client = takes_offers.client and d.status in ('awaiting_offers', 'open'));
grant execute on function app.takes_offers(text, uuid) to authenticated;

alter table public.offers enable row level security;
create policy party_reads on public.offers for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy staff_read on public.offers for select to authenticated using (app.is_staff());
create policy vendor_creates on public.offers for insert to authenticated
  with check (vendor = any ((select app.org_ids())::uuid[]) and app.takes_offers(dpr_id, client));
create policy client_decides on public.offers for update to authenticated using (client = any ((select app.org_ids())::uuid[]));
create policy system_all on public.offers to semblance_system using (true) with check (true);
grant select on public.offers to anon, authenticated;
grant insert (dpr_id, client, vendor, created_by, price_cents, timeline_days, description) on public.offers to authenticated;
grant update (status, rejected_as, reject_reason, decided_at) on public.offers to authenticated;
grant usage on sequence public.offer_number to authenticated, semblance_system;
grant all on public.offers to semblance_system;

-- A vendor keeps sight of the requests it has offered on, whatever becomes of them.
create policy bidder_reads on public.dprs for select to anon, authenticated
  using (exists (select from public.offers o where o.dpr_id = dprs.id and o.vendor = any ((select app.org_ids())::uuid[])));

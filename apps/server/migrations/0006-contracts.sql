-- Contracts: what an accepted offer becomes.

create sequence public.contract_number start 2001;

create table public.contracts (
  id text primary key default 'CTR-' || nextval('public.contract_number'),
  offer_id text not null unique references public.offers,
  dpr_id text not null references public.dprs,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  title text not null,
  price_cents bigint not null check (price_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  timeline_days integer not null check (timeline_days > 0),
  status text not null default 'awaiting_payment'
    check (status in ('awaiting_payment', 'in_progress', 'synthetic_processing', 'pending_review', 'completed', 'disputed', 'cancelled')),
  stage text check (stage in ('data_collection', 'data_submission', 'quality_review')),
  created_at timestamptz(3) not null default now(),
  funded_at timestamptz(3),
  submitted_at timestamptz(3),
  delivered_at timestamptz(3),
  completed_at timestamptz(3),
  constraint contracts__funded check ((status in ('awaiting_payment', 'cancelled')) or funded_at is not null),
  constraint contracts__delivered check (status not in ('pending_review', 'completed') or delivered_at is not null),
  constraint contracts__completed check ((status = 'completed') = (completed_at is not null)),
  constraint contracts__two_parties check (client <> vendor)
);
create index contracts__client on public.contracts (client, created_at desc, id desc);
create index contracts__vendor on public.contracts (vendor, created_at desc, id desc);
create index contracts__earnings on public.contracts (vendor, funded_at desc, id desc) where funded_at is not null;
create unique index contracts__one_live_per_request on public.contracts (dpr_id) where status <> 'cancelled';

alter table public.contracts enable row level security;
create policy party_reads on public.contracts for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy staff_read on public.contracts for select to authenticated using (app.is_staff());
create policy client_signs on public.contracts for insert to authenticated
  with check (client = any ((select app.org_ids())::uuid[])
    and exists (select from public.offers o where o.id = offer_id and o.dpr_id = contracts.dpr_id and o.client = contracts.client
      and o.vendor = contracts.vendor and o.price_cents = contracts.price_cents and o.status = 'accepted'));
create policy system_all on public.contracts to semblance_system using (true) with check (true);
grant select on public.contracts to anon, authenticated;
grant insert (offer_id, dpr_id, client, vendor, title, price_cents, fee_cents, timeline_days) on public.contracts to authenticated;
grant usage on sequence public.contract_number to authenticated, semblance_system;
grant all on public.contracts to semblance_system;

create function app.completed_contracts(company uuid) returns integer
  language sql stable security definer set search_path = pg_catalog
  return (select count(*)::integer from public.contracts c where c.status = 'completed' and c.vendor = company);
comment on function app.completed_contracts(uuid) is 'What anyone may know of a vendor''s contracts: how many it has completed.';
grant execute on function app.completed_contracts(uuid) to anon, authenticated, semblance_system;

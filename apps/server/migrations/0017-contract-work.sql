-- The work on a contract: milestones that the parties add, and changes the client asks for after a delivery.

create table public.contract_milestones (
  id uuid primary key default uuidv7(),
  contract_id text not null references public.contracts,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  added_by uuid not null references public.organizations,
  title text not null check (length(btrim(title)) between 1 and 200),
  description text check (length(description) <= 2000),
  due_on date,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint contract_milestones__by_a_party check (added_by in (client, vendor)),
  constraint contract_milestones__started_first check (completed_at is null or started_at is not null)
);
create index contract_milestones__of_contract on public.contract_milestones (contract_id, id);
alter table public.contract_milestones enable row level security;
create policy party_reads on public.contract_milestones for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.contract_milestones to semblance_system using (true) with check (true);
grant select on public.contract_milestones to anon, authenticated;
grant all on public.contract_milestones to semblance_system;

create table public.change_requests (
  id uuid primary key default uuidv7(),
  contract_id text not null references public.contracts,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  user_id uuid references auth.users on delete set null,
  reason text not null check (length(btrim(reason)) between 1 and 5000),
  created_at timestamptz(3) not null default now(),
  answered_at timestamptz(3)
);
comment on column public.change_requests.answered_at is 'When the next delivery came.';
create index change_requests__of_contract on public.change_requests (contract_id, id desc);
alter table public.change_requests enable row level security;
create policy party_reads on public.change_requests for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.change_requests to semblance_system using (true) with check (true);
grant select on public.change_requests to anon, authenticated;
grant all on public.change_requests to semblance_system;

-- A delivery that the client has sent back stays as history; another one takes its place.
alter table public.deliveries add column superseded_at timestamptz(3),
  add constraint deliveries__superseded check (superseded_at is null or status = 'ready');
comment on column public.deliveries.superseded_at is 'When the client asked for changes: from then on it is history.';
drop index public.deliveries__one_live;
create unique index deliveries__one_live on public.deliveries (contract_id)
  where status in ('queued', 'processing', 'ready') and superseded_at is null;

create unique index change_requests__one_open on public.change_requests (contract_id) where answered_at is null;

create index contracts__client_by_status on public.contracts (client, status, created_at desc, id desc);
create index contracts__vendor_by_status on public.contracts (vendor, status, created_at desc, id desc);

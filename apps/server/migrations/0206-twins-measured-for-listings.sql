-- Twins that vendors have measured for a listing: deliveries that no contract asked for, and that have no client.

alter table public.deliveries
  alter column contract_id drop not null,
  alter column client drop not null;
alter table public.uploads alter column contract_id drop not null;
alter table public.certificates
  alter column contract_id drop not null,
  alter column client drop not null;
-- compatible: servers of the release before write both columns or neither
alter table public.deliveries
  add constraint deliveries__whole_deal check ((contract_id is null) = (client is null)),
  add constraint deliveries__uploaded_for_listing check (contract_id is not null
    or not is_measured_by_vendor and not is_connected and copied_from is null and superseded_at is null);
-- compatible: servers of the release before write both columns
alter table public.certificates
  add constraint certificates__whole_deal check ((contract_id is null) = (client is null));

create table public.measured_twins (
  delivery_id uuid primary key references public.deliveries,
  vendor uuid not null references public.organizations,
  title text not null check (length(title) between 1 and 200),
  category text not null,
  privacy_level text not null check (privacy_level in ('standard', 'high', 'maximum')),
  created_at timestamptz(3) not null
);
comment on table public.measured_twins is E'owner: delivery/deliveries\nTwins that vendors have measured for a listing: what a delivery without a contract is for.';
comment on column public.measured_twins.privacy_level is 'Chosen by the vendor; decides the epsilon.';
create index measured_twins__of_vendor on public.measured_twins (vendor, created_at desc, delivery_id desc);
alter table public.measured_twins enable row level security;
create policy vendor_reads on public.measured_twins for select to anon, authenticated
  using (vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.measured_twins to semblance_system using (true) with check (true);
grant select on public.measured_twins to anon, authenticated;
grant select, insert on public.measured_twins to semblance_system;

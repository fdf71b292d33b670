-- License terms are terms of requests and offers; rows from before have what the Data License says where a contract is silent.

alter table public.dprs add column license jsonb not null
  default '{"purposes": ["internal_analytics", "use_case"], "users": {"kind": "organization"}, "territory": {"kind": "worldwide"}, "termMonths": null, "redistribution": "none", "derivedModels": "internal", "attribution": false, "deletion": true}'
  check (jsonb_typeof(license) = 'object');
grant insert (license) on public.dprs to authenticated;
comment on column public.dprs.license is 'LicenseTerms that the client asks for.';

alter table public.offers add column license jsonb not null
  default '{"purposes": ["internal_analytics", "use_case"], "users": {"kind": "organization"}, "territory": {"kind": "worldwide"}, "termMonths": null, "redistribution": "none", "derivedModels": "internal", "attribution": false, "deletion": true}'
  check (jsonb_typeof(license) = 'object');
grant insert (license) on public.offers to authenticated;
comment on column public.offers.license is 'LicenseTerms that the vendor grants; its contract has the same.';

create table public.licenses (
  id uuid primary key default gen_random_uuid(),
  delivery_id uuid not null unique references public.deliveries,
  contract_id text not null references public.contracts,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  ends_on date,
  policy text not null,
  issued_at timestamptz(3) not null
);
comment on table public.licenses is 'owner: delivery/licenses
One for each delivery that became ready; never changed. Whoever has the ID reads it through the service, without the parties.';
comment on column public.licenses.ends_on is 'Last day of the term; null: no end.';
comment on column public.licenses.policy is 'ODRL 2.2 in JSON-LD, in the canonical form of RFC 8785; names no party.';
create index licenses__of_contract on public.licenses (contract_id, issued_at desc);
create index licenses__client on public.licenses (client);
create index licenses__vendor on public.licenses (vendor);

alter table public.licenses enable row level security;
create policy party_reads on public.licenses for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.licenses to semblance_system using (true) with check (true);
grant select on public.licenses to anon, authenticated;
grant select, insert on public.licenses to semblance_system;

-- Certificates: what the platform states about a delivery under its signature, for anyone to verify.

create table app.certificate_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk_sealed text,
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3),
  constraint certificate_keys__retired_cannot_sign check ((private_jwk_sealed is null) = (retired_at is not null))
);
comment on table app.certificate_keys is 'The keys that sign certificates. Public halves are published for ever, so that what a retired key has signed stays verifiable.';
comment on column app.certificate_keys.private_jwk_sealed is 'Sealed under the master secret; erased when the key is retired.';
create unique index certificate_keys__one_signs on app.certificate_keys ((true)) where private_jwk_sealed is not null;

create table public.certificates (
  id uuid primary key,
  delivery_id uuid not null unique references public.deliveries,
  contract_id text not null references public.contracts,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  jws text not null,
  issued_at timestamptz(3) not null
);
comment on table public.certificates is 'One for each delivery that became ready; never changed. Whoever has the ID reads it through the service.';
comment on column public.certificates.jws is 'Compact JWS, ES256.';
create index certificates__of_contract on public.certificates (contract_id, issued_at desc);
create index certificates__client on public.certificates (client);
create index certificates__vendor on public.certificates (vendor);

alter table app.certificate_keys enable row level security;
alter table public.certificates enable row level security;

create policy system_all on app.certificate_keys to semblance_system using (true) with check (true);
grant select, insert, update on app.certificate_keys to semblance_system;

create policy party_reads on public.certificates for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.certificates to semblance_system using (true) with check (true);
grant select on public.certificates to anon, authenticated;
grant select, insert on public.certificates to semblance_system;

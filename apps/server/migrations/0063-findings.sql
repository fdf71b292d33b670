-- Claims of a dispute that can be measured, and signed findings of what was measured about them.

create table public.dispute_claims (
  id uuid primary key default uuidv7(),
  dispute_id text not null references public.disputes,
  delivery_id uuid not null references public.deliveries,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  claim jsonb not null check (jsonb_typeof(claim) = 'object'),
  made_by uuid references auth.users on delete set null,
  created_at timestamptz(3) not null default now()
);
create index dispute_claims__of_dispute on public.dispute_claims (dispute_id, id);
create index dispute_claims__of_delivery on public.dispute_claims (delivery_id);
create index dispute_claims__author on public.dispute_claims (made_by) where made_by is not null;
comment on table public.dispute_claims is 'owner: delivery/findings';
comment on column public.dispute_claims.delivery_id is 'The delivery that is claimed about: the same for all claims of a dispute.';
comment on column public.dispute_claims.claim is 'Type, and table, column or rule as values.';

create table public.dispute_findings (
  id uuid primary key,
  dispute_id text not null references public.disputes,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  last_claim_id uuid not null references public.dispute_claims,
  jws text not null,
  to_vendor_cents bigint check (to_vendor_cents >= 0),
  measured_at timestamptz(3) not null,
  constraint dispute_findings__once unique (dispute_id, last_claim_id)
);
create index dispute_findings__last_claim on public.dispute_findings (last_claim_id);
comment on table public.dispute_findings is 'owner: delivery/findings';
comment on column public.dispute_findings.last_claim_id is 'All claims of the dispute up to this one were measured; the finding with the newest counts.';
comment on column public.dispute_findings.jws is 'Compact JWS, ES256: files with their hashes, engine, outcome and figures of each claim, and the proposed split.';
comment on column public.dispute_findings.to_vendor_cents is 'What the split in the JWS gives the vendor; null: none is proposed.';

alter table public.dispute_claims enable row level security;
alter table public.dispute_findings enable row level security;
create policy party_reads on public.dispute_claims for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy party_reads on public.dispute_findings for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.dispute_claims to semblance_system using (true) with check (true);
create policy system_all on public.dispute_findings to semblance_system using (true) with check (true);
grant select on public.dispute_claims, public.dispute_findings to anon, authenticated;
grant select, insert on public.dispute_claims, public.dispute_findings to semblance_system;

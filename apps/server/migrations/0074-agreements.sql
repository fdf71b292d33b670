-- The agreement of a contract as a document: drawn once for each revision of its terms, and never changed.

create table public.agreement_documents (
  contract_id text not null references public.contracts,
  revision integer not null check (revision > 0),
  kind text not null check (kind in ('agreement', 'fee_annex')),
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  terms_sha256 text not null check (terms_sha256 ~ '^[0-9a-f]{64}$'),
  document_sha256 text not null,
  pdf bytea not null,
  drawn_at timestamptz(3) not null,
  primary key (contract_id, revision, kind),
  constraint agreement_documents__hash check (document_sha256 = encode(sha256(pdf), 'hex'))
);
alter table public.agreement_documents alter column pdf set storage external;
comment on table public.agreement_documents is 'owner: market/contracts';
comment on column public.agreement_documents.revision is 'The revision of the offer whose terms it states.';
comment on column public.agreement_documents.kind is 'agreement: for both parties, without the fee; fee_annex: the fee, for the client alone.';
comment on column public.agreement_documents.terms_sha256 is 'SHA-256 of the terms as RFC 8785 JSON, in lower-case hexadecimal.';

alter table public.agreement_documents enable row level security;
create policy party_reads on public.agreement_documents for select to anon, authenticated
  using (kind = 'agreement'
    and (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[])));
create policy client_reads on public.agreement_documents for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]));
create policy system_all on public.agreement_documents to semblance_system using (true) with check (true);
grant select on public.agreement_documents to anon, authenticated;
grant select, insert on public.agreement_documents to semblance_system;

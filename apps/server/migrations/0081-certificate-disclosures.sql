-- What certificates disclose to their parties alone, and who cosigns the transparency log.

create table public.certificate_disclosures (
  certificate_id uuid not null references public.certificates,
  claim text not null check (claim in ('agreement', 'price', 'escrow', 'fee')),
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  disclosure text not null,
  primary key (certificate_id, claim)
);
comment on table public.certificate_disclosures is 'owner: delivery/certificates
The salted claims to which a certificate commits; never changed. Both parties read them, the fee its client alone.';
comment on column public.certificate_disclosures.disclosure is 'Salt, name and value in base64url (RFC 9901), as the digest in the signed text has it.';
comment on column public.certificates.jws is 'Compact JWS, ES256; of an SD-JWT the part that is signed.';

alter table public.certificate_disclosures enable row level security;
create policy party_reads on public.certificate_disclosures for select to anon, authenticated
  using (claim <> 'fee'
    and (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[])));
create policy client_reads on public.certificate_disclosures for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]));
create policy system_all on public.certificate_disclosures to semblance_system using (true) with check (true);
grant select on public.certificate_disclosures to anon, authenticated;
grant select, insert on public.certificate_disclosures to semblance_system;

create table transparency.witnesses (
  verifier_key text primary key,
  failing_since timestamptz(3),
  alerted_at timestamptz(3),
  last_error text,
  constraint witnesses__failing check (failing_since is not null or (alerted_at is null and last_error is null))
);
comment on table transparency.witnesses is E'owner: platform\nThe witnesses that were asked so far. One that fails has a time since when; staff are told once.';

create table transparency.cosignatures (
  log integer not null,
  size bigint not null,
  witness text not null references transparency.witnesses,
  line text not null,
  stated_at timestamptz(0) not null,
  stored_at timestamptz(3) not null default now(),
  primary key (log, size, witness),
  foreign key (log, size) references transparency.checkpoints
);
create index cosignatures__of_witness on transparency.cosignatures (log, witness, size desc);
comment on table transparency.cosignatures is E'owner: platform\nWhat witnesses signed about published heads: that each tree they saw continues the one before.';
comment on column transparency.cosignatures.line is 'The signature line of the note, as it is published.';
comment on column transparency.cosignatures.stated_at is 'The time that the witness states.';
create trigger append_only before update or delete or truncate on transparency.cosignatures
  for each statement execute function transparency.forbid();

alter table transparency.witnesses enable row level security;
alter table transparency.cosignatures enable row level security;
create policy system_all on transparency.witnesses to semblance_system using (true) with check (true);
create policy system_all on transparency.cosignatures to semblance_system using (true) with check (true);
grant select, insert, update on transparency.witnesses to semblance_system;
grant select, insert on transparency.cosignatures to semblance_system;

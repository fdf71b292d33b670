-- Signing keys: public halves of keys by which an organization signs what it measures on its own premises.

create table app.signing_keys (
  id uuid primary key default uuidv7(),
  organization uuid not null references public.organizations on delete cascade,
  name text not null check (length(name) between 1 and 100),
  kid text not null check (length(kid) = 43),
  jwk jsonb not null,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  constraint signing_keys__once unique (organization, kid)
);
create index signing_keys__listed on app.signing_keys (organization, created_at desc, id desc);
create index signing_keys__created_by on app.signing_keys (created_by);
alter table app.signing_keys enable row level security;
create policy system_all on app.signing_keys to semblance_system using (true) with check (true);
grant all on app.signing_keys to semblance_system;
comment on table app.signing_keys is E'owner: people/signing-keys\nPublic keys by which an organization signs; a revoked one stays, so that it never returns.';
comment on column app.signing_keys.kid is 'The thumbprint of the key (RFC 7638).';
comment on column app.signing_keys.jwk is 'The public half (RFC 7517); the private one never reaches the platform.';

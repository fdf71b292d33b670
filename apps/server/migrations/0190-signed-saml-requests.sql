-- Requests to SAML providers that we sign, by keys of our own.

create table auth.saml_keys (
  id uuid primary key default uuidv7(),
  certificate bytea not null,
  private_key_sealed text not null,
  signs_from timestamptz(3) not null,
  not_after timestamptz(3) not null
);
alter table auth.saml_keys enable row level security;
create policy system_all on auth.saml_keys to semblance_system using (true) with check (true);
grant select, insert, update, delete on auth.saml_keys to semblance_system;
comment on table auth.saml_keys is E'owner: core/auth\nKeys that sign requests to SAML providers of companies.';
comment on column auth.saml_keys.certificate is 'X.509, signed by the key itself; published in our metadata.';
comment on column auth.saml_keys.signs_from is 'Before this time the certificate is published and does not sign.';

alter table app.sso_connections add column signs_requests boolean not null default false;
comment on column app.sso_connections.signs_requests is 'Whether requests to the SAML provider are signed, because its metadata or an administrator asks for it.';

-- Single sign-on: domains that organizations prove, and the identity provider of each.

create table app.sso_domains (
  id uuid primary key default uuidv7(),
  organization uuid not null references public.organizations,
  domain text not null check (domain = lower(domain) and length(domain) between 3 and 253),
  token text not null,
  proved_at timestamptz(3),
  checked_at timestamptz(3),
  missing_since timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint sso_domains__claimed_once unique (organization, domain),
  constraint sso_domains__missing_after_proof check (missing_since is null or proved_at is not null)
);
create unique index sso_domains__proved_once on app.sso_domains (domain) where proved_at is not null;
create index sso_domains__due on app.sso_domains (checked_at) where proved_at is not null;
alter table app.sso_domains enable row level security;
create policy system_all on app.sso_domains to semblance_system using (true) with check (true);
grant all on app.sso_domains to semblance_system;
comment on table app.sso_domains is E'owner: people/single-sign-on\nDomains of e-mail addresses that organizations claim, and prove by a DNS record.';
comment on column app.sso_domains.token is 'What the TXT record says.';
comment on column app.sso_domains.missing_since is 'Since when the name servers answer without the record; the proof ends a week later.';

create table app.sso_connections (
  id uuid primary key,
  organization uuid not null unique references public.organizations,
  kind text not null check (kind in ('oidc', 'saml')),
  issuer text not null check (length(issuer) between 1 and 2000),
  client_id text,
  secret_sealed text,
  entry_point text,
  certificates text[] not null default '{}',
  key_count integer not null,
  group_claim text not null default 'groups',
  is_required boolean not null default false,
  creates_members boolean not null default true,
  break_glass uuid references auth.users on delete set null,
  read_at timestamptz(3) not null,
  signed_in_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint sso_connections__settings_of_kind check (
    case kind
      when 'oidc' then client_id is not null and entry_point is null
      else client_id is null and secret_sealed is null and entry_point is not null and cardinality(certificates) between 1 and 4
    end
  )
);
create index sso_connections__break_glass on app.sso_connections (break_glass);
alter table app.sso_connections enable row level security;
create policy system_all on app.sso_connections to semblance_system using (true) with check (true);
grant all on app.sso_connections to semblance_system;
comment on table app.sso_connections is E'owner: people/single-sign-on\nThe identity provider at which members of an organization sign in.';
comment on column app.sso_connections.id is 'Names the provider in auth.identities; another issuer gets another one, as its subjects are other people.';
comment on column app.sso_connections.secret_sealed is 'Sealed under the organization''s data key; null: a public client.';
comment on column app.sso_connections.break_glass is 'The administrator who signs in with a password and a second factor although single sign-on is required.';
comment on column app.sso_connections.read_at is 'When the provider''s description was last read.';
comment on column app.sso_connections.signed_in_at is 'When a person last came by it.';

create table app.sso_members (
  user_id uuid primary key references auth.users on delete cascade,
  organization uuid not null references public.organizations,
  groups text[] not null default '{}',
  signed_in_at timestamptz(3) not null
);
create index sso_members__organization on app.sso_members (organization);
alter table app.sso_members enable row level security;
create policy system_all on app.sso_members to semblance_system using (true) with check (true);
grant all on app.sso_members to semblance_system;
comment on table app.sso_members is E'owner: people/single-sign-on\nMembers who have come by their organization''s provider.';
comment on column app.sso_members.groups is 'The groups that the provider named at the last sign-in.';

alter table auth.oauth_flows add column answer_sealed text;
comment on column auth.oauth_flows.answer_sealed is 'What a provider posted without the browser''s cookie, checked; the browser ends the visit with it.';

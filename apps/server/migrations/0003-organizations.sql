-- Organizations, the people in them and the applications they came from.

create table public.business_applications (
  id uuid primary key default uuidv7(),
  business_name text not null check (btrim(business_name) <> ''),
  business_website text,
  business_email text not null check (business_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  registration_number text,
  business_address text not null check (btrim(business_address) <> ''),
  city text not null check (btrim(city) <> ''),
  country text not null check (country in ('US', 'CA', 'UK', 'DE', 'FR', 'JP', 'AU', 'other')),
  industry text not null check (industry in ('finance', 'healthcare', 'retail', 'technology', 'manufacturing', 'education', 'government', 'other')),
  business_description text not null check (btrim(business_description) <> ''),
  contact_person text not null check (btrim(contact_person) <> ''),
  contact_phone text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  decision_reason text,
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint business_applications__decided check ((status = 'pending') = (decided_at is null)),
  constraint business_applications__lengths check (
    length(business_name) <= 200 and length(business_email) <= 320 and length(business_description) <= 5000
    and length(business_address) <= 1000 and length(city) <= 200 and length(contact_person) <= 200
    and length(coalesce(business_website, '')) <= 500 and length(coalesce(registration_number, '')) <= 100
    and length(coalesce(contact_phone, '')) <= 50)
);
create index business_applications__queue on public.business_applications (status, id desc);

create table public.organizations (
  id uuid primary key default uuidv7(),
  organization_id text not null unique check (organization_id ~ '^ORG-[0-9]{5}-[A-Z]{5}$'),
  name text not null,
  email text not null,
  website text,
  phone text,
  address text,
  city text not null,
  country text not null,
  industry text not null,
  description text not null default '',
  registration_number text,
  is_client boolean not null,
  is_vendor boolean not null,
  is_active boolean not null default true,
  is_sample boolean not null default false,
  application_id uuid unique references public.business_applications,
  created_at timestamptz not null default now(),
  constraint organizations__some_role check (is_client or is_vendor)
);
comment on column public.organizations.organization_id is 'The ID employees sign up with; works as a join secret, so it is never listed.';

create table public.profiles (
  user_id uuid primary key references auth.users on delete cascade,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  company_name text not null default '',
  job_title text,
  phone text,
  organization uuid references public.organizations,
  membership text not null default 'pending' check (membership in ('pending', 'active', 'deactivated', 'rejected')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles__members on public.profiles (organization, membership);

create table public.user_roles (
  user_id uuid not null references auth.users on delete cascade,
  role text not null check (role in ('client', 'vendor', 'admin', 'super_admin')),
  primary key (user_id, role)
);

-- What any signed-in member of the marketplace may know about a company.
create view public.companies with (security_barrier) as
  select id, name, industry, city, country, website, description, is_client, is_vendor, is_sample, created_at
  from public.organizations
  where is_active and (is_sample or current_user <> 'anon');

alter table public.business_applications enable row level security;
alter table public.organizations enable row level security;
alter table public.profiles enable row level security;
alter table public.user_roles enable row level security;

create policy anyone_applies on public.business_applications for insert to anon, authenticated
  with check (status = 'pending');
create policy staff_read on public.business_applications for select to authenticated using (app.is_staff());
create policy staff_decide on public.business_applications for update to authenticated using (app.is_staff());
create policy system_all on public.business_applications to semblance_system using (true) with check (true);
grant insert (business_name, business_website, business_email, registration_number, business_address, city, country,
  industry, business_description, contact_person, contact_phone, status) on public.business_applications to anon, authenticated;
grant select on public.business_applications to authenticated;
grant update (status, decision_reason, decided_by, decided_at) on public.business_applications to authenticated;

create function app.looked_up_organization_id() returns text
  language sql stable
  return nullif(current_setting('request.organization_id', true), '');
grant execute on function app.looked_up_organization_id() to anon, authenticated, semblance_system;

create policy known_id_reads on public.organizations for select to anon, authenticated
  using (is_active and organization_id = app.looked_up_organization_id());
create policy member_reads on public.organizations for select to authenticated using (id = any (app.org_ids()) or app.is_staff());
create policy staff_creates on public.organizations for insert to authenticated with check (app.is_staff());
create policy system_all on public.organizations to semblance_system using (true) with check (true);
grant select (organization_id, name, is_active) on public.organizations to anon;
grant select, insert on public.organizations to authenticated;

create policy own_reads on public.profiles for select to authenticated
  using (user_id = app.user_id() or organization = any (app.org_ids()) or app.is_staff());
create policy own_updates on public.profiles for update to authenticated using (user_id = app.user_id());
create policy system_all on public.profiles to semblance_system using (true) with check (true);
grant select on public.profiles to authenticated;
grant update (first_name, last_name, job_title, phone, updated_at) on public.profiles to authenticated;

create policy own_reads on public.user_roles for select to authenticated using (user_id = app.user_id() or app.is_staff());
create policy system_all on public.user_roles to semblance_system using (true) with check (true);
grant select on public.user_roles to authenticated;

grant select on public.companies to anon, authenticated, semblance_system;
grant all on public.business_applications, public.organizations, public.profiles, public.user_roles to semblance_system;

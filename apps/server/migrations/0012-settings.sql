-- What people choose for themselves, who is invited, and what administrators and staff decide.

create function app.admin_org_id() returns uuid
  language sql stable
  return (app.claims() ->> 'admin_org_id')::uuid;
comment on function app.admin_org_id() is 'The organization the caller administers; null for everyone else.';
grant execute on function app.admin_org_id() to anon, authenticated, semblance_system;

alter table public.organizations
  add column is_terminated boolean not null default false,
  add column status_reason text,
  add column status_changed_at timestamptz,
  add column status_changed_by uuid references auth.users on delete set null,
  add constraint organizations__terminated_is_inactive check (not (is_active and is_terminated)),
  add constraint organizations__lengths check (
    length(btrim(name)) between 1 and 200 and length(email) <= 320 and length(coalesce(website, '')) <= 500
    and length(coalesce(address, '')) <= 1000 and length(coalesce(phone, '')) <= 50 and length(description) <= 5000);
comment on column public.organizations.is_active is 'Neither suspended nor terminated: its members act for it.';
comment on column public.organizations.is_terminated is 'For good; what is neither active nor terminated is suspended.';
create index organizations__status_changed_by on public.organizations (status_changed_by);

create policy admin_updates on public.organizations for update to authenticated using (id = app.admin_org_id());
grant update (name, email, website, address, phone, industry, description) on public.organizations to authenticated;

alter table public.profiles add column joined_at timestamptz(3) not null default now();
comment on column public.profiles.joined_at is 'When the person asked to join; from the admission on, when that was.';
drop index public.profiles__members;
create index profiles__members on public.profiles (organization, membership, joined_at desc, user_id desc);

create function app.has_proven_contact(account uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog
  return coalesce((select u.email_confirmed_at is not null or u.phone_confirmed_at is not null from auth.users u where u.id = account), false);
comment on function app.has_proven_contact(uuid) is 'Requests of people who never answered the confirmation mail are nobody''s business.';
grant execute on function app.has_proven_contact(uuid) to authenticated, semblance_system;

create policy colleagues_read on public.user_roles for select to authenticated
  using (exists (select from public.profiles p
    where p.user_id = user_roles.user_id and p.organization = any ((select app.org_ids())::uuid[])));

create table public.invitations (
  id uuid primary key default uuidv7(),
  organization uuid not null references public.organizations,
  email text not null,
  invited_by uuid references auth.users on delete set null,
  sent_at timestamptz(3) not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  constraint invitations__one_per_address unique (organization, email),
  constraint invitations__email_lower_case check (email = lower(email) and length(email) <= 320)
);
comment on table public.invitations is 'E-mail addresses whose owners may join without waiting for approval.';
comment on column public.invitations.sent_at is 'When the last mail went out.';
create index invitations__address on public.invitations (email) where accepted_at is null;
create index invitations__open on public.invitations (organization, sent_at desc, id desc) where accepted_at is null;
create index invitations__invited_by on public.invitations (invited_by);

alter table public.invitations enable row level security;
create policy admin_all on public.invitations to authenticated
  using (organization = app.admin_org_id()) with check (organization = app.admin_org_id());
create policy system_all on public.invitations to semblance_system using (true) with check (true);
grant select, delete on public.invitations to authenticated;
grant insert (organization, email, invited_by, expires_at) on public.invitations to authenticated;
grant update (invited_by, sent_at, expires_at, accepted_at) on public.invitations to authenticated;
grant all on public.invitations to semblance_system;

create table public.notification_preferences (
  user_id uuid primary key references auth.users on delete cascade,
  email_notifications boolean not null default true,
  push_notifications boolean not null default false,
  marketing_emails boolean not null default true,
  security_alerts boolean not null default true,
  updated_at timestamptz not null default now()
);
comment on table public.notification_preferences is 'Rows of people who chose; everyone else has the defaults.';

alter table public.notification_preferences enable row level security;
create policy own_all on public.notification_preferences to authenticated
  using (user_id = app.user_id()) with check (user_id = app.user_id());
create policy system_all on public.notification_preferences to semblance_system using (true) with check (true);
grant select on public.notification_preferences to authenticated;
grant insert (user_id, email_notifications, push_notifications, marketing_emails, security_alerts),
  update (email_notifications, push_notifications, marketing_emails, security_alerts, updated_at)
  on public.notification_preferences to authenticated;
grant all on public.notification_preferences to semblance_system;

alter table app.mails
  add column failed_at timestamptz,
  add column failure text,
  add constraint mails__sent_or_failed check (sent_at is null or failed_at is null);
comment on column app.mails.failed_at is 'When the recipient''s server refused it for good; other failures are tried again.';
create index mails__sent on app.mails (sent_at) where sent_at is not null;

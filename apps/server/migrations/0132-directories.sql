-- Users and groups that an organization's directory provisions by SCIM 2.0.

create table app.directory_tokens (
  organization uuid primary key references public.organizations,
  token_hash text not null unique,
  made_at timestamptz(3) not null default now(),
  used_at timestamptz(3)
);
alter table app.directory_tokens enable row level security;
create policy system_all on app.directory_tokens to semblance_system using (true) with check (true);
grant all on app.directory_tokens to semblance_system;
comment on table app.directory_tokens is E'owner: people/single-sign-on\nThe token by which the directory of an organization provisions, hashed.';

create table app.directory_users (
  id uuid primary key default uuidv7(),
  organization uuid not null references public.organizations,
  user_id uuid references auth.users on delete set null,
  user_name text not null,
  email text not null check (email = lower(email)),
  external_id text,
  attributes jsonb not null,
  is_active boolean not null,
  held_at timestamptz(3),
  ended_at timestamptz(3),
  removed_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  constraint directory_users__named_once unique (organization, email),
  constraint directory_users__held_inactive check (held_at is null or not is_active)
);
create unique index directory_users__user_name on app.directory_users (organization, lower(user_name)) where removed_at is null;
create index directory_users__listed on app.directory_users (organization, id);
create index directory_users__external on app.directory_users (organization, external_id);
create index directory_users__ended on app.directory_users (organization, ended_at) where ended_at is not null;
create index directory_users__held on app.directory_users (organization) where held_at is not null;
create index directory_users__account on app.directory_users (user_id);
alter table app.directory_users enable row level security;
create policy system_all on app.directory_users to semblance_system using (true) with check (true);
grant all on app.directory_users to semblance_system;
comment on table app.directory_users is E'owner: people/single-sign-on\nPeople whom a directory provisions. They become members when they first sign in.';
comment on column app.directory_users.user_id is 'The member, once there is one.';
comment on column app.directory_users.held_at is 'When the directory deactivated a member whose access goes on until an administrator confirms, because there were too many at once.';
comment on column app.directory_users.removed_at is 'When the directory deleted the user; the row stays for the member behind it.';
comment on column app.directory_users.ended_at is 'When the directory ended the membership, which it may begin again.';

create table app.directory_groups (
  id uuid primary key default uuidv7(),
  organization uuid not null references public.organizations,
  name text not null check (length(name) between 1 and 200),
  external_id text,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  constraint directory_groups__named_once unique (organization, name)
);
create index directory_groups__listed on app.directory_groups (organization, id);
alter table app.directory_groups enable row level security;
create policy system_all on app.directory_groups to semblance_system using (true) with check (true);
grant all on app.directory_groups to semblance_system;
comment on table app.directory_groups is E'owner: people/single-sign-on\nGroups of a directory.';

create table app.directory_group_members (
  group_id uuid not null references app.directory_groups on delete cascade,
  member uuid not null references app.directory_users on delete cascade,
  primary key (group_id, member)
);
create index directory_group_members__member on app.directory_group_members (member);
alter table app.directory_group_members enable row level security;
create policy system_all on app.directory_group_members to semblance_system using (true) with check (true);
grant all on app.directory_group_members to semblance_system;
comment on table app.directory_group_members is E'owner: people/single-sign-on\nThe users of a directory in its groups.';

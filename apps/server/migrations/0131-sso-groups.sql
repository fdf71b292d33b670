-- Groups of identity providers that give members their roles.

create table app.sso_group_roles (
  organization uuid not null references public.organizations,
  group_name text not null check (length(group_name) between 1 and 200),
  role text not null check (role in ('requester', 'seller', 'approver', 'finance', 'data_engineer')),
  primary key (organization, group_name, role)
);
alter table app.sso_group_roles enable row level security;
create policy system_all on app.sso_group_roles to semblance_system using (true) with check (true);
grant all on app.sso_group_roles to semblance_system;
comment on table app.sso_group_roles is E'owner: people/single-sign-on\nThe role that a group of the provider gives. Without any, roles are chosen here; with some, a member of none of the groups only reads.';

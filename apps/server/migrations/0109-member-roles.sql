-- Roles of members within their organization, and of people who are invited.

-- compatible: the default is what members could do before; servers of the release before write neither column
alter table public.profiles
  add column work_roles text[] not null default '{requester,seller,data_engineer}'
    constraint profiles__known_work_roles
    check (work_roles <@ '{requester,seller,approver,finance,data_engineer}'::text[]);
comment on column public.profiles.work_roles is 'What an administrator lets the member do; a member without a role reads. Says nothing of administrators, who may do everything.';

alter table public.invitations
  add column work_roles text[] not null default '{requester,seller,data_engineer}'
    constraint invitations__known_work_roles
    check (work_roles <@ '{requester,seller,approver,finance,data_engineer}'::text[]);
comment on column public.invitations.work_roles is 'The roles of who accepts.';

grant insert (work_roles), update (work_roles) on public.invitations to authenticated;

create function app.may(wanted text[]) returns boolean
language sql stable
return coalesce((app.claims() -> 'may') ?| wanted, true);
comment on function app.may is 'True if the caller has one of these permissions within its organization. Servers of before there were roles state none, and their callers may do what members could.';
grant execute on function app.may to anon, authenticated, semblance_system;

create policy role_writes on public.dprs as restrictive for insert to authenticated
  with check (app.may('{request}'));
create policy role_writes on public.data_contracts as restrictive for insert to authenticated
  with check (app.may('{request}'));
create policy role_inserts on public.dpr_drafts as restrictive for insert to authenticated
  with check (app.may('{request}'));
create policy role_updates on public.dpr_drafts as restrictive for update to authenticated
  using (app.may('{request}'));
create policy role_deletes on public.dpr_drafts as restrictive for delete to authenticated
  using (app.may('{request}'));
create policy role_writes on public.dpr_invitations as restrictive for insert to authenticated
  with check (app.may('{request}'));
create policy role_asks on public.dpr_questions as restrictive for insert to authenticated
  with check (app.may('{sell}'));
create policy role_answers on public.dpr_questions as restrictive for update to authenticated
  using (app.may('{request}'));
create policy role_sends on public.offers as restrictive for insert to authenticated
  with check (app.may('{sell}'));
create policy role_decides on public.offers as restrictive for update to authenticated
  using (app.may('{request,buy}'));
create policy role_signs on public.contracts as restrictive for insert to authenticated
  with check (app.may('{buy}'));
create policy role_opens on public.uploads as restrictive for insert to authenticated
  with check (app.may('{data}'));
create policy role_drafts on public.deliveries as restrictive for insert to authenticated
  with check (app.may('{data}'));

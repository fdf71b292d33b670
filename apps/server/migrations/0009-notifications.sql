-- Notices to people, and the mails the platform has sent.

create table public.notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  type text not null check (type in ('offer', 'contract', 'payment', 'system')),
  title text not null,
  message text not null,
  path text check (path like '/%'),
  read_at timestamptz,
  created_at timestamptz not null default now()
);
comment on column public.notifications.path is 'Where a click leads, inside the web application.';
create index notifications__own on public.notifications (user_id, id desc);

alter table public.notifications enable row level security;
create policy own_reads on public.notifications for select to authenticated using (user_id = app.user_id());
create policy own_updates on public.notifications for update to authenticated using (user_id = app.user_id());
create policy own_deletes on public.notifications for delete to authenticated using (user_id = app.user_id());
create policy system_all on public.notifications to semblance_system using (true) with check (true);
grant select, delete on public.notifications to authenticated;
grant update (read_at) on public.notifications to authenticated;
grant all on public.notifications to semblance_system;

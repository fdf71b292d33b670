-- Downloads: links that end with their session, archives that resume, a log of what was fetched.

create function app.user_of_session(session uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog
  return (select user_id from auth.sessions where id = session);
comment on function app.user_of_session is 'Null once the session has ended.';
revoke execute on function app.user_of_session from public;
grant execute on function app.user_of_session to semblance_system;

alter table public.delivery_files
  add column crc32 bigint check (crc32 between 0 and 4294967295);
comment on column public.delivery_files.crc32 is 'What an archive states of it; null for files from before archives could resume.';

create table public.downloads (
  id uuid primary key default uuidv7(),
  delivery_id uuid not null references public.deliveries on delete cascade,
  person uuid references auth.users on delete set null,
  file_name text not null,
  bytes bigint not null check (bytes >= 0),
  created_at timestamptz(3) not null default now()
);
comment on table public.downloads is 'What members of the client have begun to fetch; what goes on after a break is not counted again.';
create index downloads__of_delivery on public.downloads (delivery_id, created_at desc, id desc);
create index downloads__person on public.downloads (person);
alter table public.downloads enable row level security;
create policy client_reads on public.downloads for select to anon, authenticated
  using (exists (select from public.deliveries d where d.id = delivery_id and d.client = any (app.org_ids())));
create policy system_all on public.downloads to semblance_system using (true) with check (true);
grant select on public.downloads to anon, authenticated;
grant all on public.downloads to semblance_system;

-- Legal documents: every version that was in force stays readable, and who accepted which one, when, where and for what.

create table public.legal_versions (
  document text not null check (document in ('terms', 'privacy', 'dpa', 'license')),
  version text not null,
  dated date not null,
  text text not null,
  published_at timestamptz(3) not null default now(),
  primary key (document, version),
  constraint legal_versions__hash check (version = encode(sha256(convert_to(text, 'UTF8')), 'hex'))
);
create index legal_versions__newest on public.legal_versions (document, published_at desc, version desc);
comment on table public.legal_versions is 'owner: people/legal';
comment on column public.legal_versions.version is 'SHA-256 of the text in UTF-8, in lower-case hexadecimal.';
comment on column public.legal_versions.dated is 'The date that names the file it was made from.';
comment on column public.legal_versions.published_at is 'When a server first had it in force.';

create table public.legal_acceptances (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete set null,
  organization uuid references public.organizations on delete cascade,
  document text not null,
  version text not null,
  act text not null check (act in ('sign_up', 'arrival', 'offer', 'checkout')),
  object text,
  session_id uuid,
  aal text check (aal in ('aal1', 'aal2')),
  address text,
  at timestamptz(3) not null default now(),
  foreign key (document, version) references public.legal_versions,
  constraint legal_acceptances__object check ((act in ('offer', 'checkout')) = (object is not null))
);
create index legal_acceptances__person on public.legal_acceptances (user_id, at desc, id desc);
create index legal_acceptances__version on public.legal_acceptances (user_id, document, version);
create index legal_acceptances__organization on public.legal_acceptances (organization, at desc, id desc);
comment on table public.legal_acceptances is 'owner: people/legal';
comment on column public.legal_acceptances.user_id is 'Null once the account is deleted; then session and address are, too.';
comment on column public.legal_acceptances.organization is 'For which it was accepted; null until an organization admits the person.';
comment on column public.legal_acceptances.object is 'ID of the offer or contract.';
comment on column public.legal_acceptances.session_id is 'Null at sign-up, which has no session yet.';
comment on column public.legal_acceptances.address is 'Network address from which the session was last used, or the sign-up came.';

create function app.forget_acceptor() returns trigger language plpgsql as $$
begin
  if new.user_id is null then
    new.session_id := null;
    new.address := null;
  end if;
  return new;
end $$;
create trigger forget_acceptor before update of user_id on public.legal_acceptances
  for each row execute function app.forget_acceptor();

alter table public.legal_versions enable row level security;
alter table public.legal_acceptances enable row level security;
create policy all_read on public.legal_versions for select to anon, authenticated using (true);
create policy person_reads on public.legal_acceptances for select to authenticated
  using (user_id = (select app.user_id()));
create policy administrator_reads on public.legal_acceptances for select to authenticated
  using (organization = (select app.admin_org_id()));
create policy system_all on public.legal_versions to semblance_system using (true) with check (true);
create policy system_all on public.legal_acceptances to semblance_system using (true) with check (true);
grant select on public.legal_versions to anon, authenticated;
grant select on public.legal_acceptances to authenticated;
grant select, insert on public.legal_versions to semblance_system;
grant select, insert, update on public.legal_acceptances to semblance_system;

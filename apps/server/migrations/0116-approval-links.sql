-- Links of approval mails, each of which opens one sign-up with the address that it was sent to.

create table app.approval_links (
  token_sha256 bytea primary key check (length(token_sha256) = 32),
  organization uuid not null references public.organizations on delete cascade,
  email text not null check (length(email) between 3 and 320),
  contact_person text not null check (length(contact_person) <= 200),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index approval_links__organization on app.approval_links (organization);
alter table app.approval_links enable row level security;
create policy system_all on app.approval_links to semblance_system using (true) with check (true);
grant all on app.approval_links to semblance_system;
comment on table app.approval_links is E'owner: people/applications\nThe links of approval mails, of which only a hash is kept. Whoever has one has read the mail.';
comment on column app.approval_links.used_at is 'When an account was made by the link, which is of no more use then.';

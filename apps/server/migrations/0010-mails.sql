-- Every mail is a row in the transaction that asked for it; a job delivers it.

create table app.mails (
  id uuid primary key default uuidv7(),
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table app.mails is 'Outgoing mail. Bodies hold one-time links: rows are readable by the system alone.';
create index mails__recipient on app.mails (recipient, id desc);

alter table app.mails enable row level security;
create policy system_all on app.mails to semblance_system using (true) with check (true);
grant all on app.mails to semblance_system;

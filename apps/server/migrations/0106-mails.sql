-- Documents attached to mails, weekly summaries that one click ends, and addresses that refuse mail.

alter table app.mails
  add column document text,
  add column unsubscribe_url text;
comment on column app.mails.document is 'Number of the invoice, statement or credit note that is attached; its PDF is drawn when the mail is sent.';
comment on column app.mails.unsubscribe_url is 'Where one POST without a session ends mails of this kind for the recipient.';

create table app.refusing_addresses (
  address text primary key check (address = lower(address)),
  refused_at timestamptz(3) not null,
  reply text not null check (length(reply) between 1 and 500)
);
alter table app.refusing_addresses enable row level security;
create policy system_all on app.refusing_addresses to semblance_system using (true) with check (true);
grant all on app.refusing_addresses to semblance_system;
comment on table app.refusing_addresses is E'owner: platform\nAddresses whose server refused the recipient for good at the last try; the next mail that it takes removes the row.';

create table app.digests (
  week date not null check (extract(isodow from week) = 1),
  user_id uuid not null references auth.users on delete cascade,
  primary key (week, user_id)
);
create index digests__user on app.digests (user_id);
alter table app.digests enable row level security;
create policy system_all on app.digests to semblance_system using (true) with check (true);
grant all on app.digests to semblance_system;
comment on table app.digests is E'owner: overview/digests\nWho was considered for the summary of a week, by its Monday: sent one, or had nothing to be told.';

alter table public.business_applications add column acknowledged_at timestamptz(3);
comment on column public.business_applications.acknowledged_at is 'When the mail with the reference was written; null without one.';
create index business_applications__acknowledged on public.business_applications (lower(business_email), acknowledged_at)
  where acknowledged_at is not null;

create function app.acknowledge_application() returns trigger
language plpgsql security definer set search_path to 'pg_catalog' as $$
begin
  perform app.add_job_at('application.acknowledge', json_build_object('id', new.id), null, 10, null, null);
  return null;
end $$;
comment on function app.acknowledge_application is 'Queues the mail to an applicant; not for applications that are entered with a date of the past.';
create trigger acknowledge after insert on public.business_applications
  for each row when (new.created_at = now()) execute function app.acknowledge_application();

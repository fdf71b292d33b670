-- Questions to applicants, which stop the clock of the review, and events for staff about what waits for them.

create function app.business_days_after(start timestamptz, days integer) returns timestamptz
language sql immutable set search_path to 'pg_catalog' as $$
  select start + make_interval(days => (
    select d from generate_series(1, days * 2 + 5) d
    where extract(isodow from (start at time zone 'UTC') + make_interval(days => d)) < 6
    order by d offset days - 1 limit 1))
$$;
comment on function app.business_days_after is 'Counts Monday to Friday in UTC; public holidays count as any other day.';

-- compatible: servers of the release before never write the new status, and the default fills the new column for them.
alter table public.business_applications
  drop constraint business_applications_status_check,
  drop constraint business_applications__decided,
  add column due_at timestamptz(3) not null default app.business_days_after(now(), 5),
  add column waiting_since timestamptz(3),
  add constraint business_applications_status_check check (status in ('pending', 'waiting', 'approved', 'declined')),
  add constraint business_applications__decided check ((status in ('pending', 'waiting')) = (decided_at is null)),
  add constraint business_applications__waiting check ((status = 'waiting') = (waiting_since is not null));
comment on column public.business_applications.due_at is 'When the review is to be done: five business days, longer by the time that the applicant took to answer.';
comment on column public.business_applications.waiting_since is 'Since when the applicant owes an answer, which stops the clock.';
update public.business_applications set due_at = app.business_days_after(created_at, 5);
create index business_applications__due on public.business_applications (status, due_at, id);
create index business_applications__by_email on public.business_applications (lower(business_email));
create index business_applications__by_number on public.business_applications (registration_number) where registration_number is not null;
create index organizations__by_email on public.organizations (lower(email));
grant update (waiting_since) on public.business_applications to authenticated;

create table app.application_questions (
  id uuid primary key default uuidv7(),
  application_id uuid not null references public.business_applications on delete cascade,
  question text not null check (length(btrim(question)) between 1 and 2000),
  asked_by uuid references auth.users on delete set null,
  asked_at timestamptz(3) not null,
  token_sha256 bytea unique check (length(token_sha256) = 32),
  answer text check (length(btrim(answer)) between 1 and 5000),
  answered_at timestamptz(3),
  constraint application_questions__answered check ((answer is null) = (answered_at is null)),
  constraint application_questions__token_is_used_once check (answer is null or token_sha256 is null)
);
create index application_questions__of_application on app.application_questions (application_id, id);
create index application_questions__asked_by on app.application_questions (asked_by);
alter table app.application_questions enable row level security;
create policy system_all on app.application_questions to semblance_system using (true) with check (true);
grant all on app.application_questions to semblance_system;
comment on table app.application_questions is E'owner: people/applications\nWhat staff asked an applicant by mail, and the answer that came by the link in it.';
comment on column app.application_questions.token_sha256 is 'Of the token in the link; null once it is used, replaced or of no more use.';

create table app.application_notes (
  id uuid primary key default uuidv7(),
  application_id uuid not null references public.business_applications on delete cascade,
  note text not null check (length(btrim(note)) between 1 and 2000),
  written_by uuid references auth.users on delete set null,
  written_at timestamptz(3) not null
);
create index application_notes__of_application on app.application_notes (application_id, id);
create index application_notes__written_by on app.application_notes (written_by);
alter table app.application_notes enable row level security;
create policy system_all on app.application_notes to semblance_system using (true) with check (true);
grant all on app.application_notes to semblance_system;
comment on table app.application_notes is E'owner: people/applications\nWhat staff wrote down for each other about an application; the applicant never reads it.';

create index user_roles__staff on public.user_roles (user_id) where role = 'super_admin';
grant execute on function app.business_days_after to anon, authenticated, semblance_system;

create function app.tell_staff() returns trigger
language plpgsql security definer set search_path to 'pg_catalog' as $$
begin
  insert into app.events (user_id, topic, payload)
    select user_id, 'staff.changed', '{}' from public.user_roles where role = 'super_admin';
  return null;
end $$;
comment on function app.tell_staff is 'Tells open pages of staff that what waits for them has changed.';
create trigger tell_staff after insert or update of status on public.business_applications
  for each statement execute function app.tell_staff();
create trigger tell_staff after insert or update of status on public.support_tickets
  for each statement execute function app.tell_staff();
create trigger tell_staff after insert or update of status on public.disputes
  for each statement execute function app.tell_staff();
create trigger tell_staff after insert or update of status on public.dispute_rulings
  for each statement execute function app.tell_staff();
create trigger tell_staff after insert or update of state on public.adjustments
  for each statement execute function app.tell_staff();
create trigger tell_staff after insert or update of state on public.bank_statement_breaks
  for each statement execute function app.tell_staff();
create trigger tell_staff after insert or delete on app.held_deliveries
  for each statement execute function app.tell_staff();
create trigger tell_staff_of_payout after update of state on public.payouts
  for each row when ((old.state = 'needs_attention') <> (new.state = 'needs_attention')) execute function app.tell_staff();
create trigger tell_staff_of_mail after update of failed_at on app.mails
  for each row when ((old.failed_at is null) <> (new.failed_at is null)) execute function app.tell_staff();

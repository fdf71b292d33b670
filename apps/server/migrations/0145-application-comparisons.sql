-- What an applicant's names were compared with when staff decided.

create table app.application_comparisons (
  application_id uuid primary key references public.business_applications on delete cascade,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  is_seen boolean not null,
  result jsonb not null,
  compared_at timestamptz(3) not null
);
alter table app.application_comparisons enable row level security;
create policy system_all on app.application_comparisons to semblance_system using (true) with check (true);
grant all on app.application_comparisons to semblance_system;
comment on table app.application_comparisons is E'owner: people/applications\nHow the names of a decided application compared with the lists of sanctions, at the decision.';
comment on column app.application_comparisons.digest is 'SHA-256 of the result without the times of the files; the audit log''s row of the decision has it, too.';
comment on column app.application_comparisons.is_seen is 'True if the page of who decided had shown this result.';

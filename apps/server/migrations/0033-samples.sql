-- How often the sample marketplace was restored, and by whom.

create table app.sample_resets (
  id uuid primary key default uuidv7(),
  asked_by uuid references auth.users on delete set null,
  asked_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  failed boolean not null default false,
  constraint sample_resets__fails_at_its_end check (not failed or ended_at is not null)
);
comment on table app.sample_resets is 'Each time somebody asked for the sample marketplace to be restored; unfinished while ended_at is null.';
comment on column app.sample_resets.asked_by is 'Null: a command of the operator, or a person who has left.';
create unique index sample_resets__one_at_a_time on app.sample_resets ((true)) where ended_at is null;
create index sample_resets__of_person on app.sample_resets (asked_by) where asked_by is not null;

alter table app.sample_resets enable row level security;
create policy system_all on app.sample_resets to semblance_system using (true) with check (true);
grant select, insert, update on app.sample_resets to semblance_system;

-- What belongs to the samples, to a set of them that has been replaced included.
create index organizations__samples on public.organizations (id) where is_sample;

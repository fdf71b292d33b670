-- A fault of the platform delays a delivery and never destroys its original.

alter table public.deliveries
  add column takeovers integer not null default 0 check (takeovers >= 0),
  add column fault_since timestamptz(3),
  add column held_ms bigint not null default 0 check (held_ms >= 0),
  drop constraint deliveries_status_check,
  add constraint deliveries_status_check check (status in
    ('draft', 'inspecting', 'review', 'queued', 'processing', 'held', 'refused', 'failed', 'cancelled', 'ready'));
comment on column public.deliveries.attempt is 'Runs that a defect of the platform ended since the status last changed on purpose.';
comment on column public.deliveries.takeovers is 'Runs that ended without a word, as with the death of their server, since the status last changed on purpose.';
comment on column public.deliveries.fault_since is 'Since when something that the platform needs keeps the delivery from being processed; null while nothing does.';
comment on column public.deliveries.held_ms is 'How long it has been held in total, in milliseconds; the lifetime of its uploads is longer by as much.';
drop index public.deliveries__one_live;
create unique index deliveries__one_live on public.deliveries (contract_id)
  where status in ('draft', 'inspecting', 'review', 'queued', 'processing', 'held', 'ready') and superseded_at is null;

drop policy client_reads_live on public.deliveries;
create policy client_reads_live on public.deliveries for select to anon, authenticated
  using (client = any (app.org_ids()) and status in ('queued', 'processing', 'held', 'ready'));

alter table public.contracts add column held_ms bigint not null default 0 check (held_ms >= 0);
comment on column public.contracts.held_ms is 'How long the platform held its deliveries, in milliseconds; the delivery is due later by as much.';

create table app.held_deliveries (
  delivery_id uuid primary key references public.deliveries on delete cascade,
  resumes_as text not null check (resumes_as in ('inspecting', 'queued')),
  cause text not null,
  held_at timestamptz(3) not null default now()
);
comment on table app.held_deliveries is 'owner: delivery/deliveries
Deliveries that the platform could not process, until staff retry them or give them up. The cause is for staff alone.';
comment on column app.held_deliveries.resumes_as is 'The status that a retry gives the delivery.';
alter table app.held_deliveries enable row level security;
create policy system_all on app.held_deliveries to semblance_system using (true) with check (true);
grant all on app.held_deliveries to semblance_system;

create table app.job_faults (
  job_id bigint primary key,
  dependency text not null,
  since timestamptz(3) not null,
  count integer not null check (count > 0)
);
comment on table app.job_faults is 'owner: platform
Jobs of the queue that wait because something that they need does not answer.';
create table app.incidents (
  id uuid primary key default uuidv7(),
  dependency text not null,
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  faults integer not null default 1 check (faults > 0),
  last_error text not null,
  alerted_at timestamptz(3),
  end_alerted_at timestamptz(3)
);
comment on table app.incidents is 'owner: platform
Times in which something that jobs need did not answer: from the first fault until a job that had failed succeeds.';
comment on column app.incidents.alerted_at is 'When staff were told that it lasts.';
create unique index incidents__one_open on app.incidents (dependency) where closed_at is null;
alter table app.job_faults enable row level security;
alter table app.incidents enable row level security;
create policy system_all on app.job_faults to semblance_system using (true) with check (true);
create policy system_all on app.incidents to semblance_system using (true) with check (true);
grant all on app.job_faults, app.incidents to semblance_system;

create function app.postpone_job(p_id bigint, p_run_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog
  as $$ update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0),
    run_at = p_run_at - exp(least(greatest(attempts - 1, 0), 10)) * interval '1 second' where id = p_id $$;
comment on function app.postpone_job is 'Takes back the attempt of a running job that is about to fail, and has it run again at that time: the wait that the queue adds is subtracted.';
create function app.exhaust_job(p_id bigint) returns void
  language sql security definer set search_path = pg_catalog
  as $$ update graphile_worker._private_jobs set attempts = max_attempts where id = p_id $$;
comment on function app.exhaust_job is 'Makes a running job that is about to fail count as failed: it waits for staff.';
revoke all on function app.postpone_job(bigint, timestamptz), app.exhaust_job(bigint) from public;
grant execute on function app.postpone_job(bigint, timestamptz), app.exhaust_job(bigint) to semblance_system;

alter table app.offer_samples drop column attempt;

-- Deliveries that their vendor measures: no original reaches the platform, but a model, reports and a signed statement.

-- compatible: it allows one status more, which servers of the release before neither write nor take up.
alter table public.deliveries
  drop constraint deliveries_status_check,
  add constraint deliveries_status_check check (status in
    ('draft', 'inspecting', 'review', 'measuring', 'queued', 'processing', 'held', 'refused', 'failed', 'cancelled', 'ready')),
  add column is_measured_by_vendor boolean not null default false;
comment on column public.deliveries.is_measured_by_vendor is 'The vendor measured on its own premises: there is no original here.';
drop index public.deliveries__one_live;
-- compatible: the index refuses a second delivery only beside one of the new status, and older inserts still match it.
create unique index deliveries__one_live on public.deliveries (contract_id)
  where status in ('draft', 'inspecting', 'review', 'measuring', 'queued', 'processing', 'held', 'ready') and superseded_at is null;

-- compatible: it allows one value more.
alter table app.held_deliveries
  drop constraint held_deliveries_resumes_as_check,
  add constraint held_deliveries_resumes_as_check check (resumes_as in ('inspecting', 'queued', 'measuring'));

create table app.measurements (
  id uuid primary key,
  delivery_id uuid not null unique references public.deliveries on delete cascade,
  contract_id text not null references public.contracts on delete cascade,
  vendor uuid not null references public.organizations on delete cascade,
  source_id text not null references public.sources on delete cascade,
  epsilon double precision not null check (epsilon > 0),
  seed bigint not null check (seed between 0 and 4294967295),
  schema jsonb,
  engine_version text not null,
  state text not null default 'reserved'
    check (state in ('reserved', 'measuring', 'stated', 'delivered', 'refused', 'abandoned', 'expired')),
  model_sha256 text check (model_sha256 ~ '^[0-9a-f]{64}$'),
  statement text,
  signing_key uuid references app.signing_keys,
  reports jsonb,
  refusal text,
  announced_rows text[],
  created_at timestamptz(3) not null default now(),
  begun_at timestamptz(3),
  stated_at timestamptz(3),
  ended_at timestamptz(3),
  constraint measurements__begun check (state in ('reserved', 'abandoned', 'expired') or begun_at is not null),
  constraint measurements__stated check ((stated_at is null) = (statement is null) and (stated_at is null) = (signing_key is null)),
  constraint measurements__stated_in_full check (state not in ('stated', 'delivered') or (stated_at is not null and model_sha256 is not null)),
  constraint measurements__ended check ((state in ('delivered', 'refused', 'abandoned', 'expired')) = (ended_at is not null)),
  constraint measurements__refusal check (refusal is null or state = 'refused')
);
create index measurements__contract on app.measurements (contract_id);
create index measurements__vendor on app.measurements (vendor);
create index measurements__source on app.measurements (source_id);
create index measurements__signing_key on app.measurements (signing_key);
create unique index measurements__model on app.measurements (model_sha256) where model_sha256 is not null;
create index measurements__open on app.measurements (created_at) where state in ('reserved', 'measuring');
alter table app.measurements enable row level security;
create policy system_all on app.measurements to semblance_system using (true) with check (true);
grant all on app.measurements to semblance_system;
comment on table app.measurements is E'owner: delivery/deliveries\nWhat vendors measure on their own premises, from the reservation to the end.';
comment on column app.measurements.seed is 'Of the twin, drawn before anything was measured; public.';
comment on column app.measurements.schema is 'The agreed declarations, in the form of the engine; null where there are none.';
comment on column app.measurements.engine_version is 'Of the caller, which draws the twin that is stated; fixed once counting begins.';
comment on column app.measurements.statement is 'The vendor''s signed statement (JWS), as it was accepted.';
comment on column app.measurements.reports is 'The published reports that it hashes; null once the delivery has ended.';
comment on column app.measurements.announced_rows is 'Hashes of the tables, as they were announced before the first count; none of a database, null before.';
comment on column app.measurements.refusal is 'The code of a refusal of the model; null for one that missed agreed terms.';

alter policy client_reads_live on public.deliveries
  using (client = any (app.org_ids()) and status in ('measuring', 'queued', 'processing', 'held', 'ready'));

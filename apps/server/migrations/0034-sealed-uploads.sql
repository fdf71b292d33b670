-- Originals are sealed as they arrive, many to a delivery; a delivery begins as a draft and is reviewed before it is made.

drop policy vendor_delivers on public.deliveries;
drop policy vendor_opens on public.uploads;
drop policy vendor_submits on public.uploads;
revoke update (state) on public.uploads from authenticated;
revoke insert (upload_id) on public.deliveries from authenticated;

alter table public.deliveries
  add column file_count integer not null default 1 check (file_count > 0),
  add column run_id uuid,
  add column other_reports jsonb not null default '[]',
  drop constraint deliveries_status_check,
  drop constraint deliveries__finished,
  drop constraint deliveries__reason,
  alter column status set default 'draft',
  add constraint deliveries_status_check check (status in
    ('draft', 'inspecting', 'review', 'queued', 'processing', 'refused', 'failed', 'cancelled', 'ready')),
  add constraint deliveries__finished
    check ((status in ('refused', 'failed', 'cancelled', 'ready')) = (finished_at is not null)),
  add constraint deliveries__reason check (case
    when status in ('refused', 'failed') then reason is not null
    when status in ('draft', 'review') then true
    else reason is null end);
comment on column public.deliveries.file_name is 'Of its first file.';
comment on column public.deliveries.file_bytes is 'Of all its files together.';
comment on column public.deliveries.run_id is 'The latest run of a job on it; only that one may write to the row.';
comment on column public.deliveries.attempt is 'Runs since the status last changed on purpose.';
comment on column public.deliveries.reason is 'Why it was refused or failed; of a draft or a review, what has to be put right.';
comment on column public.deliveries.report is 'The published part of the main table''s report; what only the system may see is in app.internal_reports.';
comment on column public.deliveries.other_reports is 'Of the delivery''s further tables: [{name, report}].';
drop index public.deliveries__one_live;
create unique index deliveries__one_live on public.deliveries (contract_id)
  where status in ('draft', 'inspecting', 'review', 'queued', 'processing', 'ready') and superseded_at is null;

alter table public.uploads
  drop constraint uploads_file_name_check,
  drop constraint uploads_state_check,
  add column delivery_id uuid references public.deliveries on delete cascade,
  add column received bigint not null default 0,
  add column fingerprint text check (length(fingerprint) <= 100),
  add column announced_sha256 text check (announced_sha256 ~ '^[0-9a-f]{64}$'),
  add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$');
update public.uploads u set delivery_id = d.id from public.deliveries d where d.upload_id = u.id;
update public.uploads set state = 'removed', removed_at = now() where delivery_id is null and state <> 'removed';
update public.uploads set state = 'open' where state = 'submitted';
alter table public.uploads
  add constraint uploads_file_name_check check (length(file_name) between 1 and 400 and file_name !~ '\\'),
  add constraint uploads_state_check check (state in ('open', 'removed')),
  add constraint uploads_received_check check (received between 0 and bytes),
  add constraint uploads__delivery check (delivery_id is not null or state = 'removed');
comment on table public.uploads is 'Original data on its way in, sealed in a blob under the ID; nobody can open it once state is removed.';
comment on column public.uploads.file_name is 'The path that it had in the folder it was chosen with, or its bare name.';
comment on column public.uploads.received is 'How much of it is in the blob.';
comment on column public.uploads.bytes is 'Announced size; the upload is complete when it has been received.';
comment on column public.uploads.fingerprint is 'By which a browser recognizes the file when it is chosen again.';
comment on column public.uploads.announced_sha256 is 'What the sender says of the whole file; `sha256` is what the platform has found.';
create index uploads__of_delivery on public.uploads (delivery_id);
create unique index uploads__names on public.uploads (delivery_id, file_name) where state = 'open';
alter table public.deliveries drop column upload_id;

create table app.delivery_keys (
  id uuid primary key default uuidv7(),
  delivery_id uuid not null references public.deliveries on delete cascade,
  upload_id text unique references public.uploads on delete cascade,
  wrapping integer not null,
  wrapped_key text,
  created_at timestamptz(3) not null default now(),
  destroyed_at timestamptz(3),
  constraint delivery_keys__destroyed check ((wrapped_key is null) = (destroyed_at is not null))
);
comment on table app.delivery_keys is 'Data keys of uploaded originals, each its own, and of a delivery''s files, one for all of them.';
comment on column app.delivery_keys.upload_id is 'The original it seals; null for the delivery''s own files.';
comment on column app.delivery_keys.wrapping is 'Which of the master secret''s key-encryption keys wraps it.';
comment on column app.delivery_keys.wrapped_key is 'Null once it is destroyed: what it sealed can be opened by nobody.';
create unique index delivery_keys__of_files on app.delivery_keys (delivery_id) where upload_id is null;
create index delivery_keys__of_delivery on app.delivery_keys (delivery_id);

create table app.delivery_reviews (
  delivery_id uuid primary key references public.deliveries on delete cascade,
  tables jsonb not null,
  choices jsonb not null default '[]'
);
comment on table app.delivery_reviews is 'What the engine takes the tables of a delivery for; exact, so for the vendor alone, through the service.';
comment on column app.delivery_reviews.choices is 'What the vendor has decided about columns: [{table, column, kind, drop}].';

alter table public.delivery_files add column key_id uuid references app.delivery_keys;
create index delivery_files__key on public.delivery_files (key_id);
comment on column public.delivery_files.key_id is 'Which key seals the blob `storage_key`; null for a file that lies unsealed in the data directory.';

alter table app.delivery_keys enable row level security;
alter table app.delivery_reviews enable row level security;
create policy system_all on app.delivery_keys to semblance_system using (true) with check (true);
create policy system_all on app.delivery_reviews to semblance_system using (true) with check (true);
grant all on app.delivery_keys, app.delivery_reviews to semblance_system;

create policy vendor_drafts on public.deliveries for insert to authenticated
  with check (vendor = any (app.org_ids()) and status = 'draft'
    and exists (select from public.contracts c where c.id = contract_id and c.client = deliveries.client
      and c.vendor = deliveries.vendor and c.status = 'in_progress'));
create policy vendor_opens on public.uploads for insert to authenticated
  with check (organization = any (app.org_ids())
    and exists (select from public.deliveries d where d.id = delivery_id and d.contract_id = uploads.contract_id
      and d.vendor = organization and d.status = 'draft'));
grant insert (delivery_id, fingerprint) on public.uploads to authenticated;

-- Files of messages and statements are sealed blobs, as originals and twins are: found by every server.

create table app.blob_keys (
  id uuid primary key default uuidv7(),
  owner_kind text not null check (owner_kind in ('conversation', 'contract')),
  owner_id text not null,
  wrapping integer not null check (wrapping > 0),
  wrapped_key text,
  created_at timestamptz(3) not null default now(),
  destroyed_at timestamptz(3),
  constraint blob_keys__destroyed check ((wrapped_key is null) = (destroyed_at is not null))
);
comment on table app.blob_keys is E'owner: core/attachments\nData keys of attachments, one per conversation, and of evidence, one per contract; the master secret wraps them.';
comment on column app.blob_keys.owner_id is 'Row of conversations or contracts; evidence is uploaded before its dispute exists.';
create unique index blob_keys__one_live on app.blob_keys (owner_kind, owner_id) where wrapped_key is not null;

alter table app.blob_keys enable row level security;
create policy system_all on app.blob_keys to semblance_system using (true) with check (true);
grant select, insert, update on app.blob_keys to semblance_system;

-- A file that an older server stored has a storage_key until the server that has it seals it.
alter table public.message_attachments
  add column blob_id text unique,
  add column key_id uuid references app.blob_keys,
  alter column storage_key drop not null,
  add constraint message_attachments__stored_once check (num_nonnulls(storage_key, blob_id) = 1),
  add constraint message_attachments__sealed check ((blob_id is null) = (key_id is null));
comment on column public.message_attachments.storage_key is 'Path of a file in the clear, in the data directory of the server that took it.';

alter table public.dispute_files
  add column blob_id text unique,
  add column key_id uuid references app.blob_keys,
  alter column storage_key drop not null,
  add constraint dispute_files__stored_once check (num_nonnulls(storage_key, blob_id) = 1),
  add constraint dispute_files__sealed check ((blob_id is null) = (key_id is null));
comment on column public.dispute_files.storage_key is 'Path of a file in the clear, in the data directory of the server that took it.';

-- Keys of originals outside the database, and a record of how each was destroyed.

create table app.key_store (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  is_replaceable boolean not null default false,
  made_at timestamptz(3) not null default now()
);
comment on table app.key_store is E'owner: platform\nThe directory below KEY_DIR with the keys of this database''s originals, in one row; none before the first server made it.';
comment on column app.key_store.id is 'The name of the directory.';
comment on column app.key_store.is_replaceable is 'True once the originals of a lost directory have ended: the next start may make another one.';

create table app.destructions (
  original text primary key,
  delivery_id uuid references public.deliveries on delete cascade,
  offer_id text references public.offers on delete cascade,
  bytes bigint not null check (bytes >= 0),
  key_store text not null check (key_store in ('files', 'database')),
  why text not null,
  asked_at timestamptz(3) not null default now(),
  method text check (method in ('overwritten', 'volatile', 'unlinked')),
  evidence jsonb,
  destroyed_at timestamptz(3),
  constraint destructions__subject check ((delivery_id is null) <> (offer_id is null)),
  constraint destructions__destroyed
    check ((method is null) = (destroyed_at is null) and (method is null) = (evidence is null))
);
comment on table app.destructions is E'owner: delivery/destructions\nOriginals and samples that nothing may open any more: asked for first, then destroyed, then recorded.';
comment on column app.destructions.original is 'The ID of an upload or of a sample.';
comment on column app.destructions.key_store is 'Where its key was: a file in KEY_DIR, or wrapped in this database, as in earlier releases.';
comment on column app.destructions.method is 'What may be claimed of the key; null until it is destroyed.';
create index destructions__of_delivery on app.destructions (delivery_id) where delivery_id is not null;
create index destructions__of_offer on app.destructions (offer_id) where offer_id is not null;
create index destructions__pending on app.destructions (asked_at) where destroyed_at is null;

create table app.sealed_deliveries (
  delivery_id uuid primary key references public.deliveries on delete cascade,
  outcome jsonb not null,
  sealed_at timestamptz(3) not null default now()
);
comment on table app.sealed_deliveries is E'owner: delivery/deliveries\nDeliveries in processing whose twin is sealed and whose originals are being destroyed; no run may claim them, and a row goes when its delivery is ready.';
comment on column app.sealed_deliveries.outcome is 'What the delivery and its certificate state once it is ready.';

alter table public.uploads add column was_on_disk boolean not null default false;
comment on column public.uploads.was_on_disk is 'True once it was decrypted in a work directory that is not known to be in memory; servers before 0065 do not record it.';

alter table app.offer_samples alter column sealed_key drop not null, add column ending jsonb;
comment on column app.offer_samples.sealed_key is 'The wrapped key of a sample of an earlier release; null if the key is in KEY_DIR.';
comment on column app.offer_samples.ending is 'What its preview states once the sample is destroyed; null while it is needed.';

alter table app.key_store enable row level security;
alter table app.destructions enable row level security;
alter table app.sealed_deliveries enable row level security;
create policy system_all on app.key_store to semblance_system using (true) with check (true);
create policy system_all on app.destructions to semblance_system using (true) with check (true);
create policy system_all on app.sealed_deliveries to semblance_system using (true) with check (true);
grant all on app.key_store, app.destructions, app.sealed_deliveries to semblance_system;

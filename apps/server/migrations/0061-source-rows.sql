-- Sources are recognized by their rows: keyed hashes of what was measured, made before it is measured.

create table app.source_keys (
  vendor uuid primary key references public.organizations on delete cascade,
  sealed_key text not null,
  created_at timestamptz(3) not null default now()
);
comment on table app.source_keys is 'owner: delivery/sources';
comment on column app.source_keys.sealed_key is 'The key of all hashes of the vendor''s rows, sealed under its data key; made once, because other keys give other hashes.';
alter table app.source_keys enable row level security;
create policy system_all on app.source_keys to semblance_system using (true) with check (true);
grant select, insert, delete on app.source_keys to semblance_system;

alter table app.source_prints
  drop constraint source_prints_kind_check,
  add constraint source_prints_kind_check check (kind in ('sha256', 'rows'));
comment on column app.source_prints.value is 'The SHA-256 of a measured file, or the sum of its rows'' keyed hashes modulo 2^128, in lower-case hexadecimal.';
grant delete on app.source_prints to semblance_system;

create table app.source_sketches (
  vendor uuid not null references public.organizations on delete cascade,
  rows_print text not null,
  hashes bigint[] not null check (cardinality(hashes) between 1 and 1024),
  primary key (vendor, rows_print)
);
create index source_sketches__hashes on app.source_sketches using gin (hashes);
comment on table app.source_sketches is 'owner: delivery/sources';
comment on column app.source_sketches.rows_print is 'Names a table as the print of kind rows does.';
comment on column app.source_sketches.hashes is 'The least 64-bit keyed hashes of distinct rows, as two''s complement; of all of them where there are fewer than 1,024.';
alter table app.source_sketches enable row level security;
create policy system_all on app.source_sketches to semblance_system using (true) with check (true);
grant select, insert, delete on app.source_sketches to semblance_system;

alter table app.delivery_reviews add column prints jsonb;
comment on column app.delivery_reviews.prints is 'Keyed hashes of the tables found, which count as measured only once they are submitted; null after the originals are destroyed, and in reviews of earlier releases.';

alter table app.offer_samples add column chosen_source text;
comment on column app.offer_samples.chosen_source is 'ID of the source that the vendor chose; null: the platform chooses.';

alter table public.offer_previews
  add column recognized_source text references public.sources on delete cascade,
  add column recognized_match text check (recognized_match in ('file', 'rows', 'some_rows')),
  add constraint offer_previews__recognized check ((recognized_source is null) = (recognized_match is null));
create index offer_previews__recognized on public.offer_previews (recognized_source)
  where recognized_source is not null;
comment on column public.offer_previews.recognized_source is 'The source that data of the sample was accounted for in before.';
comment on column public.offer_previews.recognized_match is 'What the sample was known again by.';

-- What was measured is stored at once: a run goes on from it, and later runs on the same data draw from it.

alter table public.source_spendings
  add column model_rho_billionths bigint check (model_rho_billionths > 0),
  add column drawn_from uuid references public.source_spendings on delete cascade,
  drop constraint source_spendings_delta_check,
  add constraint source_spendings_delta_check
    check (delta < 1 and (delta > 0 or (delta = 0 and drawn_from is not null)));
create index source_spendings__drawn_from on public.source_spendings (drawn_from)
  where drawn_from is not null;
comment on column public.source_spendings.model_rho_billionths is 'What the stored model cost; part of rho_billionths. Null while none is stored.';
comment on column public.source_spendings.drawn_from is 'The measurement whose model the run draws from: it pays for its own report alone.';

create table app.source_models (
  spending_id uuid primary key references public.source_spendings on delete cascade,
  vendor uuid not null references public.organizations on delete cascade,
  recipe_sha256 text check (recipe_sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null unique,
  bytes bigint not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  sealed_key text not null,
  sealed_split text not null,
  created_at timestamptz(3) not null default now()
);
create index source_models__recipe on app.source_models (vendor, recipe_sha256);
comment on table app.source_models is 'owner: delivery/models';
comment on column app.source_models.spending_id is 'The measurement that paid for it.';
comment on column app.source_models.recipe_sha256 is 'Of all that decides what is measured: files, schema, epsilon, engine. Null where a file''s hash was not known.';
comment on column app.source_models.storage_key is 'The blob, sealed under a key of its own. No one can download it.';
comment on column app.source_models.sealed_key is 'That key, sealed under the vendor''s data key.';
comment on column app.source_models.sealed_split is 'Which rows were held out, sealed under the vendor''s data key.';
alter table app.source_models enable row level security;
create policy system_all on app.source_models to semblance_system using (true) with check (true);
grant select, insert, delete on app.source_models to semblance_system;

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

alter table app.delivery_models
  add column spending_id uuid references public.source_spendings on delete set null,
  add column recipe_sha256 text check (recipe_sha256 ~ '^[0-9a-f]{64}$'),
  add column sealed_split text;
create index delivery_models__spending on app.delivery_models (spending_id);
comment on column app.delivery_models.spending_id is 'The measurement that paid for it; null in models of earlier releases, from which no delivery is drawn.';
comment on column app.delivery_models.recipe_sha256 is 'Of all that decides what is measured: files, schema, epsilon, engine.';
comment on column app.delivery_models.sealed_split is 'Which rows were held out, sealed under the vendor''s data key.';

-- A price that depends on the accuracy of the delivery: the terms of an offer, and what a delivery costs by them.

alter table public.offers
  add column target_accuracy_percent smallint check (target_accuracy_percent between 50 and 100),
  add column floor_price_percent smallint check (floor_price_percent between 1 and 100),
  add constraint offers__price_terms check (
    num_nonnulls(target_accuracy_percent, floor_price_percent) = 0
    or (num_nonnulls(target_accuracy_percent, floor_price_percent, min_accuracy_percent) = 3
      and min_accuracy_percent <= target_accuracy_percent)
  );
comment on column public.offers.target_accuracy_percent is 'Accuracy from which on the whole price is due; null: the price is fixed.';
comment on column public.offers.floor_price_percent is 'Share of the price that is due at the minimum accuracy; null: the price is fixed.';
grant insert (target_accuracy_percent, floor_price_percent) on public.offers to authenticated;

alter table public.contracts
  add column due_price_cents bigint,
  add column due_accuracy_tenths smallint check (due_accuracy_tenths between 0 and 1000),
  add constraint contracts__due_price check (
    (due_price_cents is null) = (due_accuracy_tenths is null) and due_price_cents between 1 and price_cents
  );
comment on column public.contracts.due_price_cents is 'Price of the delivery at its accuracy, stored when it is ready; null: the price is fixed, or nothing is delivered.';
comment on column public.contracts.due_accuracy_tenths is 'Published accuracy of the delivery in tenths of a percent, rounded down.';

alter table public.refunds
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check
    check (reason in ('cancellation', 'price_change', 'ruling', 'settlement', 'goodwill', 'accuracy'));

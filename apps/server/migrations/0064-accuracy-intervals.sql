-- The accuracy of a delivery, with its interval, is kept whether or not the price follows it: terms may change later.

alter table public.contracts
  add column due_accuracy_low_tenths smallint check (due_accuracy_low_tenths between 0 and 1000),
  add column due_accuracy_high_tenths smallint check (due_accuracy_high_tenths between 0 and 1000),
  drop constraint contracts__due_price,
  -- compatible: servers of the release before write none of these columns
  add constraint contracts__due_price check (
    (due_price_cents is null or due_accuracy_tenths is not null) and due_price_cents between 1 and price_cents
  ),
  add constraint contracts__due_interval check (
    (due_accuracy_low_tenths is null) = (due_accuracy_high_tenths is null)
    and due_accuracy_tenths between due_accuracy_low_tenths and due_accuracy_high_tenths
  );
comment on column public.contracts.due_accuracy_low_tenths is 'Lower end of the 95 % confidence interval of the published accuracy, in tenths of a percent, rounded down; null: it carries no noise, or none is known.';
comment on column public.contracts.due_accuracy_high_tenths is 'Upper end of that interval, rounded down like the accuracy.';

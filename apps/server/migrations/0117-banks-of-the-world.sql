-- Adds bank accounts by IBAN and BIC and by UK sort code to those of the US, and VAT numbers.

-- compatible: accounts on file keep their kind by the default, and more endings are allowed than before.
alter table public.banking_details
  add column account_kind text not null default 'us' check (account_kind in ('us', 'iban', 'uk')),
  add column account_country text not null default 'US' check (account_country ~ '^[A-Z]{2}$'),
  add column bic text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  add column vat_number text check (vat_number ~ '^[A-Z0-9]{4,20}$'),
  drop constraint banking_details_account_last4_check,
  add constraint banking_details_account_last4_check check (account_last4 ~ '^[0-9A-Z]{4}$'),
  add constraint banking_details__bic check ((account_kind = 'iban') = (bic is not null));
comment on column public.banking_details.account_country is 'ISO 3166; of an IBAN the country that it starts with.';
comment on column public.banking_details.routing_number is 'Nine digits of a US bank, six of a UK sort code; empty for an IBAN, which names its bank.';
comment on column public.banking_details.vat_number is 'With the letters of its country; null for none. Printed on documents, so not sealed.';
grant select (account_kind, account_country, bic, vat_number) on public.banking_details to anon, authenticated;

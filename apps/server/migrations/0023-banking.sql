-- Where vendors are paid and how they are taxed, and the keys that encrypt it.

create table app.data_keys (
  organization uuid not null references public.organizations on delete cascade,
  version integer not null check (version > 0),
  wrapping integer not null check (wrapping > 0),
  wrapped_key text,
  created_at timestamptz(3) not null default now(),
  destroyed_at timestamptz(3),
  primary key (organization, version),
  constraint data_keys__destroyed_is_gone check ((wrapped_key is null) = (destroyed_at is not null))
);
comment on table app.data_keys is 'One key per organization seals its account and tax numbers; the master secret wraps the keys.';
comment on column app.data_keys.wrapping is 'Which key of the master secret wraps it; rewrapping moves every row to the next.';
comment on column app.data_keys.destroyed_at is 'Since when nothing sealed under it can be opened.';
create unique index data_keys__one_live on app.data_keys (organization) where wrapped_key is not null;

create table public.banking_details (
  organization uuid primary key references public.organizations on delete cascade,
  revision integer not null default 1,
  bank_name text not null,
  account_holder_name text not null,
  account_number_sealed text not null,
  account_last4 text not null check (account_last4 ~ '^[0-9]{4}$'),
  account_fingerprint text not null,
  routing_number text not null,
  account_type text not null check (account_type in ('checking', 'savings', 'business-checking', 'business-savings')),
  tax_id_sealed text not null,
  tax_id_last4 text not null check (length(tax_id_last4) = 4),
  tax_id_fingerprint text not null,
  business_type text not null check (business_type in ('sole-proprietorship', 'llc', 'corporation', 'partnership', 's-corp')),
  tax_address text not null,
  tax_city text not null,
  tax_state text not null,
  tax_zip text not null,
  additional_notes text not null default '',
  hold_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  account_changed_at timestamptz(3) not null default now(),
  updated_by uuid references auth.users on delete set null,
  constraint banking_details__lengths check (
    length(bank_name) <= 200 and length(account_holder_name) <= 200 and length(tax_address) <= 500
    and length(tax_city) <= 200 and length(tax_state) <= 200 and length(tax_zip) <= 20 and length(additional_notes) <= 5000)
);
comment on table public.banking_details is 'An organization''s bank account and tax details. Numbers are sealed; callers'' roles see their last four digits.';
comment on column public.banking_details.revision is 'Whoever saves names the one it saw.';
comment on column public.banking_details.account_fingerprint is 'Of routing and account number: the same account elsewhere has the same.';
comment on column public.banking_details.routing_number is 'Names the bank, not the account; printed on every check, and therefore not sealed.';
comment on column public.banking_details.hold_until is 'Payouts wait until then, because the account changed.';
create index banking_details__account_fingerprint on public.banking_details (account_fingerprint);
create index banking_details__tax_id_fingerprint on public.banking_details (tax_id_fingerprint);
create index banking_details__updated_by on public.banking_details (updated_by);

alter table app.data_keys enable row level security;
alter table public.banking_details enable row level security;
create policy system_all on app.data_keys to semblance_system using (true) with check (true);
create policy members_read on public.banking_details for select to anon, authenticated
  using (organization = any ((select app.org_ids())::uuid[]));
create policy system_all on public.banking_details to semblance_system using (true) with check (true);
grant all on app.data_keys, public.banking_details to semblance_system;
grant select (organization, revision, bank_name, account_holder_name, account_last4, routing_number, account_type, tax_id_last4,
  business_type, tax_address, tax_city, tax_state, tax_zip, additional_notes, hold_until, created_at, updated_at, account_changed_at)
  on public.banking_details to anon, authenticated;

-- Stripe's side of our organizations: the accounts it pays vendors into, and the bank accounts that clients pay from.

create table public.stripe_accounts (
  organization uuid primary key references public.organizations,
  account_id text not null unique,
  details_submitted boolean not null default false,
  payouts_enabled boolean not null default false,
  payout_failure_code text,
  created_at timestamptz(3) not null default now(),
  checked_at timestamptz(3) not null default now()
);
comment on table public.stripe_accounts is 'A vendor''s connected account; Stripe keeps its bank account and its papers.';
comment on column public.stripe_accounts.payouts_enabled is 'Stripe lets the account receive transfers and pays them out; without it, payouts wait.';
comment on column public.stripe_accounts.payout_failure_code is 'Why the vendor''s bank refused Stripe''s last payout; null once one arrives.';
comment on column public.stripe_accounts.checked_at is 'When Stripe was last asked.';

create table public.stripe_payers (
  organization uuid primary key references public.organizations,
  customer_id text not null unique,
  payment_method_id text,
  bank_name text,
  last4 text check (length(last4) <= 4),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
comment on table public.stripe_payers is 'A client as Stripe''s customer, with the bank account and mandate it gave there; its numbers never reach us.';

alter table public.stripe_accounts enable row level security;
alter table public.stripe_payers enable row level security;
create policy organization_reads on public.stripe_accounts for select to authenticated using (organization = any ((select app.org_ids())::uuid[]));
create policy system_all on public.stripe_accounts to semblance_system using (true) with check (true);
create policy organization_reads on public.stripe_payers for select to authenticated using (organization = any ((select app.org_ids())::uuid[]));
create policy system_all on public.stripe_payers to semblance_system using (true) with check (true);
grant select (organization, details_submitted, payouts_enabled, payout_failure_code, created_at, checked_at) on public.stripe_accounts to authenticated;
grant select (organization, bank_name, last4, created_at, updated_at) on public.stripe_payers to authenticated;
grant all on public.stripe_accounts, public.stripe_payers to semblance_system;

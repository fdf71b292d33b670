-- Every organization's plan: its monthly periods, the bank account that pays for it, and a charge for each period that is paid for.

create table public.subscriptions (
  organization uuid primary key references public.organizations on delete cascade,
  plan text not null default 'professional' check (plan in ('professional')),
  state text not null default 'active' check (state in ('active', 'ending', 'ended')),
  anchored_at timestamptz(3) not null,
  period_number integer not null default 1 check (period_number > 0),
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  constraint subscriptions__period check (period_start >= anchored_at and period_end > period_start)
);
comment on table public.subscriptions is 'The plan of an organization and the period that runs now; periods are paid for when they are over.';
comment on column public.subscriptions.state is 'ending: the running period is the last that is paid for; ended: periods go on for the sake of usage, and none is paid for.';
comment on column public.subscriptions.anchored_at is 'Periods end so many months after it, on its day of the month or the last one of a shorter month, in UTC.';
comment on column public.subscriptions.period_number is 'Which period since the anchor runs; the first is 1.';
create index subscriptions__due on public.subscriptions (period_end, organization);

create table public.payment_methods (
  organization uuid primary key references public.organizations on delete cascade,
  provider text not null check (provider in ('built_in', 'stripe')),
  bank_name text not null check (length(bank_name) <= 200),
  account_last4 text not null check (length(account_last4) <= 4),
  account_holder_name text not null check (length(account_holder_name) <= 200),
  routing_number text,
  account_type text check (account_type in ('checking', 'savings', 'business-checking', 'business-savings')),
  account_number_sealed text,
  authorized_at timestamptz(3) not null,
  authorized_by uuid references auth.users on delete set null,
  constraint payment_methods__numbers_are_here_or_at_stripe check (num_nonnulls(routing_number, account_type, account_number_sealed)
    = case provider when 'built_in' then 3 else 0 end)
);
comment on table public.payment_methods is 'The bank account that pays for the plan. Its number is sealed; callers'' roles see the last four digits.';
comment on column public.payment_methods.authorized_at is 'When an administrator allowed the debits.';
create index payment_methods__authorized_by on public.payment_methods (authorized_by);

create table public.subscription_charges (
  id uuid primary key default uuidv7(),
  organization uuid not null references public.organizations,
  plan text not null check (plan in ('professional')),
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'submitted' check (state in ('submitted', 'paid', 'failed', 'returned')),
  attempt integer not null default 1 check (attempt > 0),
  bank_name text not null,
  account_last4 text not null,
  failure_code text,
  retry_at timestamptz(3),
  submitted_at timestamptz(3) not null,
  paid_at timestamptz(3),
  ended_at timestamptz(3),
  constraint subscription_charges__one_per_period unique (organization, period_start),
  constraint subscription_charges__retries_follow_failures check (retry_at is null or state = 'failed'),
  constraint subscription_charges__paid check (state not in ('paid', 'returned') or paid_at is not null)
);
comment on table public.subscription_charges is 'What a period of the plan costs, once; further attempts are made of the same row. The bank has it as subscription:<id>:<attempt>.';
comment on column public.subscription_charges.bank_name is 'Of the account at the last attempt, as account_last4.';
comment on column public.subscription_charges.retry_at is 'When the next attempt is made by itself; null where it waits for another account or an administrator.';
create index subscription_charges__of_organization on public.subscription_charges (organization, period_end desc, id desc);
create index subscription_charges__unpaid on public.subscription_charges (organization) where state in ('failed', 'returned');
create index subscription_charges__retries on public.subscription_charges (retry_at) where retry_at is not null;

insert into public.subscriptions (organization, anchored_at, period_start, period_end)
  select o.id, n.at, n.at, ((n.at at time zone 'UTC') + interval '1 month') at time zone 'UTC'
  from public.organizations o, (select date_trunc('milliseconds', now())::timestamptz(3) as at) n;

alter table public.subscriptions enable row level security;
alter table public.payment_methods enable row level security;
alter table public.subscription_charges enable row level security;
create policy members_read on public.subscriptions for select to anon, authenticated
  using (organization = any ((select app.org_ids())::uuid[]));
create policy members_read on public.payment_methods for select to anon, authenticated
  using (organization = any ((select app.org_ids())::uuid[]));
create policy members_read on public.subscription_charges for select to anon, authenticated
  using (organization = any ((select app.org_ids())::uuid[]));
create policy system_all on public.subscriptions to semblance_system using (true) with check (true);
create policy system_all on public.payment_methods to semblance_system using (true) with check (true);
create policy system_all on public.subscription_charges to semblance_system using (true) with check (true);
grant all on public.subscriptions, public.payment_methods, public.subscription_charges to semblance_system;
grant select on public.subscriptions to anon, authenticated;
-- Visitors look at the sample's billing without its bank account.
grant select (organization, provider, authorized_at) on public.payment_methods to anon;
grant select (organization, provider, bank_name, account_last4, account_holder_name, routing_number, account_type, authorized_at)
  on public.payment_methods to authenticated;
grant select (id, organization, plan, period_start, period_end, amount_cents, state, attempt, failure_code, retry_at, submitted_at, paid_at, ended_at)
  on public.subscription_charges to anon;
grant select on public.subscription_charges to authenticated;

-- The plan's income in the ledger.

insert into ledger.chart (kind, normal, subject, meaning, mode) values
  ('subscription_revenue', -1, 'platform', 'Plans paid for', 'deferred');

create or replace view public.money_labels with (security_invoker = true) as
  select object, state, label, earnings
  from (values
    ('funding', 'submitted', 'Pending', null),
    ('funding', 'settled', 'Escrow', null),
    ('funding', 'failed', 'Failed', null),
    ('funding', 'canceled', 'Failed', null),
    ('funding', 'returned', 'Failed', null),
    ('tranche', 'unfunded', 'Pending', null),
    ('tranche', 'pending', 'Pending', null),
    ('tranche', 'held', 'Held', 'pending'),
    ('tranche', 'frozen', 'Held', 'pending'),
    ('tranche', 'released', 'Completed', 'processing'),
    ('tranche', 'refunded', 'Completed', null),
    ('tranche', 'split', 'Completed', 'processing'),
    ('refund', 'submitted', 'Pending', null),
    ('refund', 'paid', 'Completed', null),
    ('refund', 'failed', 'Failed', null),
    ('contract', 'unpaid', 'Pending', null),
    ('contract', 'submitted', 'Pending', null),
    ('contract', 'held', 'Escrow', null),
    ('contract', 'settled', 'Completed', null),
    ('contract', 'failed', 'Failed', null),
    ('payout', 'submitted', 'Pending', 'processing'),
    ('payout', 'paid', 'Paid', 'paid'),
    ('payout', 'failed', 'Pending', 'processing'),
    ('payout', 'needs_attention', 'Failed', 'processing'),
    ('payout', 'returned', 'Failed', 'processing'),
    ('invoice', 'open', 'Pending', null),
    ('invoice', 'paid', 'Paid', null),
    ('invoice', 'void', 'Failed', null),
    ('charge', 'submitted', 'Pending', null),
    ('charge', 'paid', 'Paid', null),
    ('charge', 'failed', 'Failed', null),
    ('charge', 'returned', 'Failed', null)
  ) as l (object, state, label, earnings);

-- Invoices for the plan are about a charge instead of a contract.

alter table public.invoices add column charge_id uuid references public.subscription_charges;
alter table public.invoices alter column contract_id drop not null;
alter table public.invoices drop constraint invoices__subject;
alter table public.invoices add constraint invoices__subject check (
  (contract_id is null) = (charge_id is not null)
  and case kind
    when 'invoice' then num_nonnulls(payment_id, charge_id) = 1 and refund_id is null and credits is null
    when 'statement' then num_nonnulls(payment_id, charge_id, refund_id, credits) = 0 and fee_cents = 0
    else num_nonnulls(payment_id, charge_id, refund_id) = 1 end);
comment on table public.invoices is 'Documents as they were issued: an invoice for each settled payment and each paid period of the plan, a statement for each release, a credit note for each refund and each payment taken back.';
comment on column public.invoices.other_name is 'The other party to the contract, as it was called on the day of issue; for the plan, the platform.';
create unique index invoices__one_per_charge on public.invoices (charge_id) where kind = 'invoice' and state <> 'void';
create index invoices__of_charge on public.invoices (charge_id) where charge_id is not null;

-- What counts as used: files by whom they are kept for. Requests and contracts have their indexes.

create index message_attachments__kept on public.message_attachments (organization) include (bytes);
create index dispute_files__kept on public.dispute_files (organization) include (bytes);

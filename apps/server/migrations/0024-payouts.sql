-- Payouts: what is released to a vendor goes to its bank account, on the days the vendor has chosen.

create table public.payout_settings (
  organization uuid primary key references public.organizations on delete cascade,
  cadence text check (cadence in ('daily', 'weekly', 'monthly')),
  weekday smallint check (weekday between 1 and 5),
  refused_account_since timestamptz(3),
  reminded_at timestamptz(3),
  updated_by uuid references auth.users on delete set null,
  updated_at timestamptz(3) not null default now(),
  constraint payout_settings__weekly_names_a_day check ((cadence is not distinct from 'weekly') = (weekday is not null))
);
comment on table public.payout_settings is 'When a vendor is paid, and what keeps it from being paid.';
comment on column public.payout_settings.cadence is 'Null: the platform''s default.';
comment on column public.payout_settings.weekday is '1 is Monday.';
comment on column public.payout_settings.refused_account_since is 'Since when the account was on file that sent a payout back: nothing more is paid to it, but to one that came later.';
comment on column public.payout_settings.reminded_at is 'When the vendor was last asked for a bank account.';
create index payout_settings__updated_by on public.payout_settings (updated_by);

create table public.payouts (
  id uuid primary key default uuidv7(),
  vendor uuid not null references public.organizations,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'submitted' check (state in ('submitted', 'paid', 'failed', 'needs_attention', 'returned')),
  attempt smallint not null default 1 check (attempt > 0),
  failure_code text,
  account_last4 text not null check (length(account_last4) = 4),
  account_since timestamptz(3) not null,
  bank_name text not null,
  entry_id uuid unique references ledger.entry,
  scheduled_for timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  submitted_at timestamptz(3) not null default now(),
  paid_at timestamptz(3),
  ended_at timestamptz(3)
);
comment on table public.payouts is 'Money on its way to vendors; the bank''s side is the instruction payout:<id>:<attempt>. An attempt takes all that is payable.';
comment on column public.payouts.state is 'submitted: with the bank; failed: tried again at scheduled_for; needs_attention: given up until staff or another account help; returned: sent back after it was paid.';
comment on column public.payouts.account_since is 'Since when the account was on file: tells it from one that came later.';
comment on column public.payouts.entry_id is 'The ledger entry of the latest attempt.';
comment on column public.payouts.ended_at is 'When the bank last said that it failed or sent it back.';
create unique index payouts__one_live on public.payouts (vendor) where state in ('submitted', 'failed', 'needs_attention');
create index payouts__of_vendor on public.payouts (vendor, created_at desc, id desc);
create index payouts__need_attention on public.payouts (created_at desc, id desc) where state = 'needs_attention';

create table public.payout_items (
  payout_id uuid not null references public.payouts,
  entry_id uuid not null,
  leg smallint not null,
  amount_cents bigint not null check (amount_cents <> 0),
  is_ended boolean not null default false,
  primary key (payout_id, entry_id, leg),
  foreign key (entry_id, leg) references ledger.movement
);
comment on table public.payout_items is 'Which releases a payout is for: the legs that made the vendor''s payable what it was. A deduction is below zero.';
comment on column public.payout_items.is_ended is 'The payout came back, so that another one may be for this leg.';
create unique index payout_items__paid_once on public.payout_items (entry_id, leg) where not is_ended;

alter table public.payout_settings enable row level security;
alter table public.payouts enable row level security;
alter table public.payout_items enable row level security;
create policy members_read on public.payout_settings for select to anon, authenticated
  using (organization = any ((select app.org_ids())::uuid[]));
create policy system_all on public.payout_settings to semblance_system using (true) with check (true);
create policy vendor_reads on public.payouts for select to anon, authenticated using (vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.payouts to semblance_system using (true) with check (true);
create policy system_all on public.payout_items to semblance_system using (true) with check (true);
grant select on public.payout_settings, public.payouts to anon, authenticated;
grant all on public.payout_settings, public.payouts, public.payout_items to semblance_system;

-- The platform's side of the bank: what it was told to do, and what it said came of it.

create table public.bank_instructions (
  key text primary key,
  kind text not null check (kind in ('debit', 'credit', 'refund')),
  organization uuid not null references public.organizations,
  amount_cents bigint not null check (amount_cents > 0),
  refund_of text references public.bank_instructions,
  account_sealed text,
  description text not null,
  state text not null default 'queued' check (state in ('queued', 'submitted', 'settled', 'failed', 'returned', 'canceled')),
  provider text not null,
  provider_ref text,
  failure_code text,
  attempts integer not null default 0,
  created_at timestamptz(3) not null default now(),
  submitted_at timestamptz(3),
  settled_at timestamptz(3),
  ended_at timestamptz(3),
  constraint bank_instructions__one_per_reference unique (provider, provider_ref),
  constraint bank_instructions__refunds_name_a_debit check ((kind = 'refund') = (refund_of is not null))
);
comment on table public.bank_instructions is 'Money that the bank is to move; the key, payment:<id>, refund:<id>:<attempt> or payout:<id>:<attempt>, is also the bank''s idempotency key.';
comment on column public.bank_instructions.account_sealed is 'The bank account''s holder and numbers, encrypted; forgotten once the bank has them.';
create index bank_instructions__refund_of on public.bank_instructions (refund_of) where refund_of is not null;
create index bank_instructions__unfinished on public.bank_instructions (created_at) where state in ('queued', 'submitted');

create table public.bank_events (
  provider text not null,
  event_id text not null,
  key text not null,
  type text not null check (type in ('settled', 'failed', 'returned')),
  code text,
  occurred_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  processed_at timestamptz(3),
  primary key (provider, event_id)
);
comment on table public.bank_events is 'The inbox: each event once, however often it comes.';
create index bank_events__unprocessed on public.bank_events (received_at) where processed_at is null;

alter table public.bank_instructions enable row level security;
alter table public.bank_events enable row level security;
create policy system_all on public.bank_instructions to semblance_system using (true) with check (true);
create policy system_all on public.bank_events to semblance_system using (true) with check (true);
grant all on public.bank_instructions, public.bank_events to semblance_system;

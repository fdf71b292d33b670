-- The platform's side of the bank: what it was told to do, what it said came of it, and whether its statements agree.

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
comment on column public.bank_instructions.settled_at is 'By the bank''s clock; ended_at, when it failed, was canceled or came back, likewise.';
create index bank_instructions__refund_of on public.bank_instructions (refund_of) where refund_of is not null;
create index bank_instructions__of_organization on public.bank_instructions (organization);
create index bank_instructions__unfinished on public.bank_instructions (created_at) where state in ('queued', 'submitted');
create index bank_instructions__settled_on on public.bank_instructions (settled_at) where settled_at is not null;
create index bank_instructions__returned_on on public.bank_instructions (ended_at) where state = 'returned';

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
create index bank_events__unprocessed on public.bank_events (key) where processed_at is null;

create table public.bank_statements (
  provider text not null,
  day date not null,
  lines integer not null,
  matched integer not null,
  statement_cents bigint not null,
  ledger_cents bigint not null,
  read_at timestamptz(3) not null default now(),
  primary key (provider, day)
);
comment on table public.bank_statements is 'The bank''s statement of a day (UTC) beside the books: how many lines agree, and what came in less what went out by each.';

create table public.bank_statement_breaks (
  id uuid primary key default uuidv7(),
  provider text not null,
  day date not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount_differs', 'sum_differs')),
  type text check (type in ('settled', 'returned')),
  key text,
  provider_ref text,
  statement_cents bigint not null,
  ledger_cents bigint not null,
  difference_cents bigint not null generated always as (statement_cents - ledger_cents) stored check (difference_cents <> 0),
  entry_id uuid references ledger.entry,
  found_at timestamptz(3) not null default now(),
  state text not null default 'open' check (state in ('open', 'resolved')),
  resolution text,
  resolved_at timestamptz(3),
  foreign key (provider, day) references public.bank_statements,
  constraint bank_statement_breaks__line unique nulls not distinct (provider, day, type, key, provider_ref),
  constraint bank_statement_breaks__resolved check ((state = 'resolved') = (resolved_at is not null) and (state = 'resolved') = (resolution is not null))
);
comment on table public.bank_statement_breaks is 'Where a statement and the books differ; the difference rests in suspense until it is explained.';
comment on column public.bank_statement_breaks.kind is 'missing_here: on the statement alone; missing_there: in the books alone; sum_differs: the ledger moved what no instruction explains.';
comment on column public.bank_statement_breaks.statement_cents is 'What came in, or went out if negative; ledger_cents likewise.';
comment on column public.bank_statement_breaks.entry_id is 'The ledger''s entry that moved the difference to suspense.';
create index bank_statement_breaks__newest on public.bank_statement_breaks (found_at desc, id desc);
create index bank_statement_breaks__open on public.bank_statement_breaks (found_at desc, id desc) where state = 'open';
create index bank_statements__newest on public.bank_statements (day desc, provider desc);

alter table public.bank_instructions enable row level security;
alter table public.bank_events enable row level security;
alter table public.bank_statements enable row level security;
alter table public.bank_statement_breaks enable row level security;
create policy system_all on public.bank_instructions to semblance_system using (true) with check (true);
create policy system_all on public.bank_events to semblance_system using (true) with check (true);
create policy system_all on public.bank_statements to semblance_system using (true) with check (true);
create policy system_all on public.bank_statement_breaks to semblance_system using (true) with check (true);
grant all on public.bank_instructions, public.bank_events, public.bank_statements, public.bank_statement_breaks to semblance_system;

-- The built-in bank's own books. Nothing of the marketplace refers to them, as it could not to a foreign bank's.

create schema built_in_bank;
grant usage on schema built_in_bank to semblance_system;

create table built_in_bank.transfers (
  ref text primary key default 'tr_' || replace(uuidv7()::text, '-', ''),
  key text not null unique,
  kind text not null check (kind in ('debit', 'credit', 'refund')),
  amount_cents bigint not null check (amount_cents > 0),
  account_ending text not null check (length(account_ending) <= 4),
  description text not null,
  accepted_at timestamptz(3) not null,
  settles_at timestamptz(3),
  returns_at timestamptz(3),
  constraint transfers__settles_before_it_returns check (returns_at is null or returns_at > settles_at)
);
comment on table built_in_bank.transfers is 'Each accepted instruction once, with what becomes of it: its account''s last digits decide.';
comment on column built_in_bank.transfers.settles_at is 'Null: it fails.';
create index transfers__settles on built_in_bank.transfers (settles_at);
create index transfers__returns on built_in_bank.transfers (returns_at) where returns_at is not null;

create table built_in_bank.notices (
  id bigint generated always as identity primary key,
  event_id text not null,
  ref text not null references built_in_bank.transfers,
  type text not null check (type in ('settled', 'failed', 'returned')),
  code text,
  occurred_at timestamptz(3) not null,
  deliver_at timestamptz(3) not null,
  delivered_at timestamptz(3)
);
comment on table built_in_bank.notices is 'What it tells the platform, and when; the same event may be told twice.';
create index notices__of_transfer on built_in_bank.notices (ref);
create index notices__undelivered on built_in_bank.notices (deliver_at, id) where delivered_at is null;

alter table built_in_bank.transfers enable row level security;
alter table built_in_bank.notices enable row level security;
create policy system_all on built_in_bank.transfers to semblance_system using (true) with check (true);
create policy system_all on built_in_bank.notices to semblance_system using (true) with check (true);
grant all on built_in_bank.transfers, built_in_bank.notices to semblance_system;

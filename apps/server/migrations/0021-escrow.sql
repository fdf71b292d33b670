-- Escrow: payments that settle or come back, tranches that are held and released, refunds.

insert into ledger.chart (kind, normal, subject, mode, meaning) values
  ('clearing_cash_in', 1, 'platform', 'deferred', 'Debits handed to the bank and not yet settled'),
  ('cash_operating', 1, 'platform', 'deferred', 'The operator''s own money at the bank'),
  ('receivable_client', 1, 'organization', 'strict', 'Released to a vendor, and owed by the client whose bank took the payment back'),
  ('suspense', 1, 'platform', 'deferred', 'Differences between the bank''s statement and the ledger, until staff explain them'),
  ('provider_fees', 1, 'platform', 'deferred', 'What the payment provider charges'),
  ('losses', 1, 'platform', 'deferred', 'Receivables written off'),
  ('escrow_pending', -1, 'contract', 'strict', 'Price and fee that the client''s bank has yet to settle'),
  ('escrow_frozen', -1, 'contract', 'strict', 'Escrow that a dispute is about'),
  ('payout_transit', -1, 'organization', 'strict', 'On its way to a vendor''s bank'),
  ('refund_transit', -1, 'organization', 'strict', 'On its way back to a client''s bank'),
  ('equity', -1, 'platform', 'deferred', 'What the operator has put in');
update ledger.chart set meaning = 'The price of a contract, held until the client accepts the delivery' where kind = 'escrow';

create function app.add_job_at(name text, payload json, queue text, attempts integer, key text, run_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog
  as $$ select graphile_worker.add_job(name, payload, queue_name => queue, max_attempts => attempts, job_key => key, run_at => run_at) $$;
revoke all on function app.add_job_at(text, json, text, integer, text, timestamptz) from public;
grant execute on function app.add_job_at(text, json, text, integer, text, timestamptz) to semblance_system;

alter table public.dprs add column review_days smallint not null default 14 check (review_days between 1 and 30);
comment on column public.dprs.review_days is 'How long the client may review a delivery before silence accepts it; the contract keeps a copy.';
grant insert (review_days), update (review_days) on public.dprs to authenticated;

alter table public.contracts
  add column review_days smallint not null default 14 check (review_days between 1 and 30),
  add column review_ends_at timestamptz(3),
  add column reminded_days smallint,
  add column cancelled_at timestamptz(3),
  add column payment_returned_at timestamptz(3),
  add column resumes_as text check (resumes_as in ('in_progress', 'synthetic_processing', 'pending_review')),
  add column review_left interval;
comment on column public.contracts.review_ends_at is 'When silence accepts the delivery; null while no clock runs.';
comment on column public.contracts.payment_returned_at is 'When the client''s bank took a payment back that is not replaced yet.';
comment on column public.contracts.resumes_as is 'What a disputed or unpaid contract goes on as; review_left is what is left of its review then.';
comment on column public.contracts.reminded_days is 'The last reminder said that so many days are left.';
grant insert (review_days) on public.contracts to authenticated;
create index contracts__review_clock on public.contracts (review_ends_at) where review_ends_at is not null;
update public.contracts set review_ends_at = delivered_at + interval '14 days' where status = 'pending_review';
update public.contracts set cancelled_at = created_at where status = 'cancelled';
alter table public.contracts add constraint contracts__cancelled check ((status = 'cancelled') = (cancelled_at is not null)),
  add constraint contracts__resumes check (resumes_as is null or status in ('disputed', 'awaiting_payment'));

alter table public.payments drop constraint payments_contract_id_key;
alter table public.payments
  add column kind text not null default 'funding' check (kind in ('funding', 'top_up')),
  add column state text not null default 'settled' check (state in ('submitted', 'settled', 'failed', 'canceled', 'returned')),
  add column fee_cents bigint not null default 0 check (fee_cents >= 0),
  add column owed_cents bigint not null default 0 check (owed_cents >= 0),
  add column failure_code text,
  add column settled_at timestamptz(3),
  add column ended_at timestamptz(3);
update public.payments p set settled_at = p.created_at, fee_cents = k.fee_cents from public.contracts k where k.id = p.contract_id;
alter table public.payments alter column state set default 'submitted';
comment on table public.payments is 'What clients pay in: one row per attempt; the bank''s side is the instruction payment:<id>.';
comment on column public.payments.fee_cents is 'The platform''s share of amount_cents.';
comment on column public.payments.owed_cents is 'The part of amount_cents that replaces what was released before the bank took an earlier payment back.';
comment on column public.payments.ended_at is 'When it failed, was canceled or came back.';
create unique index payments__one_live on public.payments (contract_id) where state = 'submitted';
create index payments__of_contract on public.payments (contract_id, id desc);
create index payments__of_client on public.payments (client, created_at desc, id desc);

create table public.tranches (
  contract_id text not null references public.contracts,
  number smallint not null check (number > 0),
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  amount_cents bigint not null check (amount_cents > 0),
  trigger text not null check (trigger in ('on_settlement', 'on_acceptance')),
  state text not null default 'pending' check (state in ('unfunded', 'pending', 'held', 'frozen', 'released', 'refunded', 'split')),
  released_cents bigint not null default 0 check (released_cents >= 0),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  release_at timestamptz(3),
  released_at timestamptz(3),
  primary key (contract_id, number),
  constraint tranches__no_more_than_there_is check (released_cents + refunded_cents <= amount_cents),
  constraint tranches__state_fits_amounts check (case state
    when 'released' then released_cents = amount_cents
    when 'refunded' then refunded_cents = amount_cents
    when 'split' then released_cents > 0 and refunded_cents > 0 and released_cents + refunded_cents = amount_cents
    else released_cents + refunded_cents < amount_cents and (released_cents = 0 or state in ('held', 'frozen', 'unfunded')) end)
);
comment on table public.tranches is 'The parts in which a contract''s price is released: at the start, and when the client accepts.';
comment on column public.tranches.state is 'unfunded: not paid, or taken back by the bank; pending: the bank has yet to settle; held and frozen: in escrow; then released, refunded, or split between both.';
comment on column public.tranches.release_at is 'on_settlement: when the bank can no longer take the payment back within its usual days.';
create index tranches__due on public.tranches (release_at) where state = 'held' and release_at is not null;

create table public.refunds (
  id uuid primary key default uuidv7(),
  contract_id text not null references public.contracts,
  client uuid not null references public.organizations,
  payment_id uuid not null references public.payments,
  entry_id uuid not null references ledger.entry,
  reason text not null check (reason in ('cancellation', 'price_change', 'ruling', 'settlement', 'goodwill')),
  state text not null default 'submitted' check (state in ('submitted', 'paid', 'failed')),
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  attempt smallint not null default 1,
  failure_code text,
  created_at timestamptz(3) not null default now(),
  paid_at timestamptz(3)
);
comment on table public.refunds is 'What goes back to clients; the bank''s side is the instruction refund:<id>:<attempt>.';
comment on column public.refunds.amount_cents is 'Price and fee together.';
create index refunds__of_contract on public.refunds (contract_id, id desc);
create index refunds__of_entry on public.refunds (entry_id);
create index refunds__of_payment on public.refunds (payment_id);
create index refunds__of_client on public.refunds (client, created_at desc, id desc);

alter table public.tranches enable row level security;
alter table public.refunds enable row level security;
create policy party_reads on public.tranches for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.tranches to semblance_system using (true) with check (true);
create policy client_reads on public.refunds for select to authenticated using (client = any ((select app.org_ids())::uuid[]));
create policy vendor_reads on public.refunds for select to authenticated
  using (exists (select from public.contracts k where k.id = contract_id and k.vendor = any ((select app.org_ids())::uuid[])));
create policy system_all on public.refunds to semblance_system using (true) with check (true);
grant select on public.tranches to anon, authenticated;
grant select on public.refunds to authenticated;
grant all on public.tranches, public.refunds to semblance_system;

-- Contracts funded before tranches existed paid everything at acceptance.
insert into public.tranches (contract_id, number, client, vendor, amount_cents, trigger, state, released_cents, released_at)
  select k.id, 1, k.client, k.vendor, k.price_cents, 'on_acceptance',
    case when k.status = 'completed' then 'released' else 'held' end,
    case when k.status = 'completed' then k.price_cents else 0 end, k.completed_at
  from public.contracts k where k.funded_at is not null;

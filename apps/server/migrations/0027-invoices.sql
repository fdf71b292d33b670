-- What money is called, what has happened to it, and the papers about it.

create view public.money_labels with (security_invoker = true) as
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
    ('invoice', 'void', 'Failed', null)
  ) as l (object, state, label, earnings);
comment on view public.money_labels is 'The one place that says what people read for a state of money; earnings is the word of a vendor''s list.';

create function app.contract_releases(contract text)
  returns table (entry_id uuid, amount_cents bigint, fee_cents bigint, at timestamptz)
  language sql stable security definer set search_path = pg_catalog as $$
  select e.id, m.price, m.fee, e.effective_at
  from public.contracts k
  join ledger.entry e on e.contract_id = k.id
  cross join lateral (
    select coalesce(sum(m.amount) filter (where cr.kind = 'payable' and dr.kind in ('escrow', 'escrow_frozen')), 0)::bigint as price,
      coalesce(sum(m.amount) filter (where cr.kind = 'fee_revenue' and dr.kind = 'fee_deferred'), 0)::bigint as fee
    from ledger.movement m join ledger.account dr on dr.id = m.dr join ledger.account cr on cr.id = m.cr
    where m.entry_id = e.id) m
  where k.id = contract and m.price > 0
    and (current_setting('role') = 'semblance_system' or app.is_staff()
      or k.client = any (app.org_ids()::uuid[]) or k.vendor = any (app.org_ids()::uuid[]))
$$;
comment on function app.contract_releases(text) is 'What left a contract''s escrow for its vendor, by the ledger, for its parties.';
revoke all on function app.contract_releases(text) from public;
grant execute on function app.contract_releases(text) to anon, authenticated, semblance_system;

create view public.money_history with (security_invoker = true) as
  select h.*, l.label,
    'TXN-' || upper(right(replace(h.id::text, '-', ''), 8)) as transaction_id
  from (
    select p.id, p.contract_id, p.kind, p.state, 'funding' as object, p.amount_cents, p.fee_cents,
      p.created_at as at, p.method, p.bank_name, p.last4, p.failure_code, p.entry_id
    from public.payments p
    union all
    select p.id, p.contract_id, 'return', p.state, 'funding', p.amount_cents, p.fee_cents,
      p.ended_at, p.method, p.bank_name, p.last4, p.failure_code, p.entry_id
    from public.payments p where p.state = 'returned'
    union all
    select r.entry_id, k.id, 'release', 'released', 'tranche', r.amount_cents, r.fee_cents,
      r.at::timestamptz(3), 'Escrow', null, null, null, r.entry_id
    from public.contracts k cross join lateral app.contract_releases(k.id) r
    union all
    select r.id, r.contract_id, 'refund', r.state, 'refund', r.amount_cents, r.fee_cents,
      r.created_at, 'ACH', null, null, r.failure_code, r.entry_id
    from public.refunds r
  ) h
  left join public.money_labels l on l.object = h.object and l.state = h.state;
comment on view public.money_history is 'What happened to each contract''s money: funding, top_up, release, refund, return. amount_cents holds fee_cents, but for releases, whose fee comes on top.';
grant select on public.money_labels to anon, authenticated, semblance_system;
grant select on public.money_history to authenticated, semblance_system;

create table app.invoice_numbers (
  series text not null check (series in ('INV', 'STM', 'CRN')),
  year smallint not null,
  last integer not null check (last > 0),
  primary key (series, year)
);
comment on table app.invoice_numbers is 'The last number given; its row stays locked until the document''s transaction ends, so none is ever skipped.';

create table public.invoices (
  number text primary key check (number ~ '^(INV|STM|CRN)-\d{4}-\d{6,}$'),
  kind text not null check (kind in ('invoice', 'statement', 'credit_note')),
  organization uuid not null references public.organizations,
  contract_id text not null references public.contracts,
  payment_id uuid references public.payments,
  refund_id uuid unique references public.refunds,
  entry_id uuid not null references ledger.entry,
  credits text references public.invoices,
  state text not null default 'open' check (state in ('open', 'paid', 'void')),
  item text not null,
  price_cents bigint not null check (price_cents >= 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  amount_cents bigint not null generated always as (price_cents + fee_cents) stored check (amount_cents > 0),
  recipient_name text not null,
  recipient_address text not null,
  other_name text not null,
  other_address text not null,
  issued_at timestamptz(3) not null,
  closed_at timestamptz(3),
  constraint invoices__closed check ((state = 'open') = (closed_at is null)),
  constraint invoices__kind_fits_number check (left(number, 3) = case kind when 'invoice' then 'INV' when 'statement' then 'STM' else 'CRN' end),
  constraint invoices__subject check (case kind
    when 'invoice' then payment_id is not null and refund_id is null and credits is null
    when 'statement' then payment_id is null and refund_id is null and credits is null and fee_cents = 0
    else (payment_id is null) <> (refund_id is null) end)
);
comment on table public.invoices is 'Documents as they were issued: an invoice for each settled payment, a statement for each release, a credit note for each refund and each payment taken back.';
comment on column public.invoices.organization is 'Who it is addressed to, and alone may read it.';
comment on column public.invoices.other_name is 'The other party to the contract, as it was called on the day of issue.';
comment on column public.invoices.credits is 'The invoice that a credit note takes back, in part or whole.';
create unique index invoices__one_per_payment on public.invoices (payment_id, kind) where payment_id is not null;
create unique index invoices__one_per_release on public.invoices (entry_id) where kind = 'statement';
create index invoices__of_entry on public.invoices (entry_id);
create index invoices__of_organization on public.invoices (organization, issued_at desc, number desc);
create index invoices__of_contract on public.invoices (contract_id, organization, issued_at desc, number desc);
create index invoices__credits on public.invoices (credits) where credits is not null;

alter table public.invoices enable row level security;
alter table app.invoice_numbers enable row level security;
create policy recipient_reads on public.invoices for select to anon, authenticated
  using (organization = any ((select app.org_ids())::uuid[]));
create policy system_all on public.invoices to semblance_system using (true) with check (true);
create policy system_all on app.invoice_numbers to semblance_system using (true) with check (true);
grant select on public.invoices to anon, authenticated;
grant select, insert, update (state, closed_at) on public.invoices to semblance_system;
grant select, insert, update (last) on app.invoice_numbers to semblance_system;

create function app.next_invoice_number(p_series text, p_at timestamptz) returns text
  language plpgsql set search_path = pg_catalog as $$
declare
  v_year integer := extract(year from p_at at time zone 'UTC');
  v_last integer;
begin
  insert into app.invoice_numbers as n (series, year, last) values (p_series, v_year, 1)
    on conflict (series, year) do update set last = n.last + 1 returning n.last into v_last;
  return format('%s-%s-%s', p_series, v_year, lpad(v_last::text, greatest(6, length(v_last::text)), '0'));
end $$;
revoke all on function app.next_invoice_number(text, timestamptz) from public;
grant execute on function app.next_invoice_number(text, timestamptz) to semblance_system;

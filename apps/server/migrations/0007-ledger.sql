-- The ledger: every cent the platform holds, in double entry, append-only. All amounts are US cents.

create schema ledger;
grant usage on schema ledger to semblance_system;

create table ledger.chart (
  kind text primary key,
  normal smallint not null check (normal in (1, -1)),
  subject text not null check (subject in ('platform', 'contract', 'organization')),
  meaning text not null
);
comment on table ledger.chart is 'The kinds of accounts. Every account is strict: its balance is kept under a row lock and never falls below 0.';
comment on column ledger.chart.normal is '1: debits raise the balance (assets); -1: credits do (liabilities, income).';
comment on column ledger.chart.subject is 'Whom accounts of this kind are kept for.';
insert into ledger.chart (kind, normal, subject, meaning) values
  ('cash_trust', 1, 'platform', 'Money at the bank that belongs to clients and vendors, and fees not yet taken out'),
  ('escrow', -1, 'contract', 'The price of a contract, held until the client accepts the delivery'),
  ('fee_deferred', -1, 'contract', 'The fee on a contract, earned as escrow is released'),
  ('payable', -1, 'organization', 'Released to a vendor, not yet paid out'),
  ('fee_revenue', -1, 'platform', 'Fees earned');

create table ledger.account (
  id bigint generated always as identity primary key,
  code text not null unique,
  kind text not null references ledger.chart,
  contract_id text references public.contracts,
  org_id uuid references public.organizations
);
comment on column ledger.account.code is 'The kind, and after a colon the contract or organization it is kept for: escrow:CTR-2001.';
create unique index account__of_contract on ledger.account (contract_id, kind) where contract_id is not null;
create unique index account__of_organization on ledger.account (org_id, kind) where org_id is not null;

create table ledger.balance (
  account_id bigint primary key references ledger.account,
  normal smallint not null,
  debits bigint not null default 0 check (debits >= 0),
  credits bigint not null default 0 check (credits >= 0),
  version bigint not null default 0,
  constraint balance__no_overdraft check (normal * (debits - credits) >= 0)
) with (fillfactor = 60);
comment on table ledger.balance is 'Hot and narrow, apart from account, so that posting rewrites small rows that nothing refers to.';
comment on column ledger.balance.debits is 'All debits ever, as credits is all credits ever: a balance is their difference.';
comment on column ledger.balance.version is 'Legs posted so far; each leg records the version it made.';

create table ledger.entry (
  id uuid primary key default uuidv7(),
  org_id uuid not null references public.organizations,
  idem_key text not null,
  request_hash bytea not null,
  kind text not null,
  contract_id text references public.contracts,
  effective_at timestamptz(3) not null,
  recorded_at timestamptz not null default clock_timestamp(),
  xact xid8 not null default pg_current_xact_id(),
  constraint entry__one_per_key unique (org_id, idem_key)
);
comment on table ledger.entry is 'One business event that moved money. No personal data: organizations and contracts by their IDs alone.';
comment on column ledger.entry.org_id is 'The organization whose action it is; its keys are its own.';
comment on column ledger.entry.idem_key is 'Posting again under the same key changes nothing.';
comment on column ledger.entry.request_hash is 'SHA-256 of kind, contract and legs: tells a repetition from another request under the same key.';
comment on column ledger.entry.xact is 'The transaction that made it; legs are only taken from the same one.';
create index entry__of_contract on ledger.entry (contract_id, id);

create table ledger.movement (
  entry_id uuid not null references ledger.entry,
  leg smallint not null check (leg between 1 and 32),
  dr bigint not null references ledger.account,
  cr bigint not null references ledger.account,
  amount bigint not null check (amount > 0),
  dr_version bigint not null,
  cr_version bigint not null,
  dr_after bigint not null,
  cr_after bigint not null,
  primary key (entry_id, leg),
  constraint movement__two_accounts check (dr <> cr),
  constraint movement__debit_version unique (dr, dr_version),
  constraint movement__credit_version unique (cr, cr_version)
);
comment on table ledger.movement is 'One leg: one debit, one credit, one amount, so unbalanced money can not be written.';
comment on column ledger.movement.dr_after is 'The debited account''s balance after this leg; cr_after likewise.';

create table ledger.outbox (
  id bigint generated always as identity primary key,
  entry_id uuid not null unique references ledger.entry,
  topic text not null,
  xact xid8 not null default pg_current_xact_id(),
  sent_at timestamptz
);
comment on column ledger.outbox.xact is 'Read rows with xact < pg_snapshot_xmin(pg_current_snapshot()) only: ids are handed out before commits, so polling by id loses rows.';
create index outbox__unsent on ledger.outbox (xact, id) where sent_at is null;

create function ledger.forbid() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  raise exception 'ledger.% is append-only', tg_table_name using errcode = '23L01';
end $$;
create trigger append_only before update or delete or truncate on ledger.entry for each statement execute function ledger.forbid();
create trigger append_only before update or delete or truncate on ledger.movement for each statement execute function ledger.forbid();
create trigger append_only before update or delete or truncate on ledger.account for each statement execute function ledger.forbid();
create trigger never_deleted before delete or truncate on ledger.balance for each statement execute function ledger.forbid();

create function ledger.refuse_late_legs() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if exists (select from new_legs l join ledger.entry e on e.id = l.entry_id where e.xact <> pg_current_xact_id()) then
    raise exception 'this ledger entry is sealed' using errcode = '23L02';
  end if;
  return null;
end $$;
create trigger sealed after insert on ledger.movement referencing new table as new_legs
  for each statement execute function ledger.refuse_late_legs();

create function ledger.open_account(p_code text) returns void
  language plpgsql set search_path = pg_catalog as $$
declare
  v_chart ledger.chart;
  v_subject text := substring(p_code from ':(.+)$');
  v_id bigint;
begin
  select * into v_chart from ledger.chart where kind = split_part(p_code, ':', 1);
  if not found or (v_subject is null) <> (v_chart.subject = 'platform') then
    raise exception 'no such account: %', p_code using errcode = '23L03';
  end if;
  insert into ledger.account (code, kind, contract_id, org_id) values (
    p_code, v_chart.kind,
    case when v_chart.subject = 'contract' then v_subject end,
    case when v_chart.subject = 'organization' then v_subject::uuid end)
    on conflict (code) do nothing returning id into v_id;
  if v_id is not null then
    insert into ledger.balance (account_id, normal) values (v_id, v_chart.normal);
  end if;
end $$;

create function ledger.post_leg(p_entry uuid, p_leg integer, p_dr bigint, p_cr bigint, p_amount bigint) returns void
  language plpgsql set search_path = pg_catalog as $$
declare
  d record;
  c record;
begin
  update ledger.balance set debits = debits + p_amount, version = version + 1
    where account_id = p_dr returning version, normal * (debits - credits) as after into strict d;
  update ledger.balance set credits = credits + p_amount, version = version + 1
    where account_id = p_cr returning version, normal * (debits - credits) as after into strict c;
  insert into ledger.movement (entry_id, leg, dr, cr, amount, dr_version, cr_version, dr_after, cr_after)
    values (p_entry, p_leg, p_dr, p_cr, p_amount, d.version, c.version, d.after, c.after);
end $$;

create function ledger.post(p_org uuid, p_key text, p_kind text, p_contract text, p_effective_at timestamptz, p_legs jsonb)
  returns table (entry_id uuid, replayed boolean)
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  v_hash bytea := sha256(convert_to(jsonb_build_array(p_kind, p_contract, p_legs)::text, 'UTF8'));
  v_entry uuid;
  v_known_hash bytea;
  v_code text;
  v_leg record;
begin
  insert into ledger.entry (org_id, idem_key, request_hash, kind, contract_id, effective_at)
    values (p_org, p_key, v_hash, p_kind, p_contract, p_effective_at)
    on conflict (org_id, idem_key) do nothing returning id into v_entry;
  if v_entry is null then
    select e.id, e.request_hash into strict v_entry, v_known_hash
      from ledger.entry e where e.org_id = p_org and e.idem_key = p_key;
    if v_known_hash <> v_hash then
      raise exception 'this key was used for another entry' using errcode = '23L04', constraint = 'entry__one_body_per_key';
    end if;
    return query select v_entry, true;
    return;
  end if;
  if jsonb_array_length(p_legs) = 0 then
    raise exception 'an entry needs legs' using errcode = '23L03';
  end if;
  insert into ledger.outbox (entry_id, topic) values (v_entry, 'ledger.' || p_kind);

  -- Sorted, here and at the locks below, so that two posts never wait for each other.
  for v_code in
    select code from (select l ->> 'dr' as code from jsonb_array_elements(p_legs) l union select l ->> 'cr' from jsonb_array_elements(p_legs) l) codes
    where not exists (select from ledger.account a where a.code = codes.code) order by code
  loop
    perform ledger.open_account(v_code);
  end loop;
  perform from ledger.balance b
    where b.account_id in (select a.id from ledger.account a, jsonb_array_elements(p_legs) l where a.code in (l ->> 'dr', l ->> 'cr'))
    order by b.account_id for no key update;

  for v_leg in
    select l.ordinality::integer as leg, dr.id as dr, cr.id as cr, (l.value ->> 'amount')::bigint as amount
    from jsonb_array_elements(p_legs) with ordinality l
    join ledger.account dr on dr.code = l.value ->> 'dr'
    join ledger.account cr on cr.code = l.value ->> 'cr'
    order by l.ordinality
  loop
    perform ledger.post_leg(v_entry, v_leg.leg, v_leg.dr, v_leg.cr, v_leg.amount);
  end loop;
  return query select v_entry, false;
end $$;
comment on function ledger.post is 'The only way money moves: one entry with its legs, once per key. Runs at READ COMMITTED. Legs are [{"dr": code, "cr": code, "amount": "cents"}]; accounts open on first use.';

revoke all on all functions in schema ledger from public;
grant execute on function ledger.post(uuid, text, text, text, timestamptz, jsonb) to semblance_system;
alter table ledger.chart enable row level security;
alter table ledger.account enable row level security;
alter table ledger.balance enable row level security;
alter table ledger.entry enable row level security;
alter table ledger.movement enable row level security;
alter table ledger.outbox enable row level security;
create policy system_reads on ledger.chart for select to semblance_system using (true);
create policy system_reads on ledger.account for select to semblance_system using (true);
create policy system_reads on ledger.balance for select to semblance_system using (true);
create policy system_reads on ledger.entry for select to semblance_system using (true);
create policy system_reads on ledger.movement for select to semblance_system using (true);
create policy system_reads on ledger.outbox for select to semblance_system using (true);
create policy system_marks_sent on ledger.outbox for update to semblance_system using (true);
grant select on all tables in schema ledger to semblance_system;
grant update (sent_at) on ledger.outbox to semblance_system;

-- Payments into escrow, as the client made them.

create table public.payments (
  id uuid primary key default uuidv7(),
  contract_id text not null unique references public.contracts,
  client uuid not null references public.organizations,
  entry_id uuid not null unique references ledger.entry,
  amount_cents bigint not null check (amount_cents > 0),
  method text not null check (method in ('ACH')),
  account_holder text not null,
  bank_name text not null,
  last4 text not null check (length(last4) <= 4),
  created_by uuid references auth.users on delete set null,
  created_at timestamptz(3) not null default now()
);
comment on column public.payments.amount_cents is 'Price and fee together.';
comment on column public.payments.last4 is 'Last digits of the account number; the number itself is not kept.';

alter table public.payments enable row level security;
create policy client_reads on public.payments for select to authenticated using (client = any ((select app.org_ids())::uuid[]));
create policy system_all on public.payments to semblance_system using (true) with check (true);
grant select on public.payments to authenticated;
grant all on public.payments to semblance_system;

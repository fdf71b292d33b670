-- Deferred balances: accounts that every entry touches no longer lock one row; their movements are added up in batches.

alter table ledger.chart add column mode text not null default 'strict' check (mode in ('strict', 'deferred'));
update ledger.chart set mode = 'deferred' where kind in ('cash_trust', 'fee_revenue');
comment on table ledger.chart is 'The kinds of accounts.';
comment on column ledger.chart.mode is 'strict: the balance is kept under a row lock and never falls below 0. deferred: no lock and no floor; the balance is what was folded plus the movements since.';

alter table ledger.movement
  add column xact xid8 not null default '0', -- what is there already is counted
  alter column xact set default pg_current_xact_id(),
  alter column dr_version drop not null,
  alter column cr_version drop not null,
  alter column dr_after drop not null,
  alter column cr_after drop not null;
comment on column ledger.movement.dr_version is 'The version of the debited account''s balance that this leg made; null for a deferred account. cr_version likewise.';
comment on column ledger.movement.xact is 'The transaction that wrote it: tells which movements a fold has counted.';
create index movement__debit_tail on ledger.movement (dr, xact) include (amount) where dr_version is null;
create index movement__credit_tail on ledger.movement (cr, xact) include (amount) where cr_version is null;

alter table ledger.balance add column folded_to xid8;
alter table ledger.balance drop constraint balance__no_overdraft;
alter table ledger.balance add constraint balance__no_overdraft check (folded_to is not null or normal * (debits - credits) >= 0);
comment on column ledger.balance.folded_to is 'Deferred accounts: debits and credits count the movements of transactions before this one; null for strict accounts.';
comment on column ledger.balance.version is 'Strict accounts: legs posted so far; each leg records the version it made.';
update ledger.balance b set folded_to = pg_current_xact_id()
  from ledger.account a join ledger.chart c on c.kind = a.kind where a.id = b.account_id and c.mode = 'deferred';

create view ledger.current_balance with (security_invoker) as
  select b.account_id, b.normal, b.debits + coalesce(d.amount, 0)::bigint as debits, b.credits + coalesce(c.amount, 0)::bigint as credits
  from ledger.balance b
  left join lateral (select sum(m.amount) as amount from ledger.movement m
    where m.dr = b.account_id and m.dr_version is null and m.xact >= b.folded_to) d on b.folded_to is not null
  left join lateral (select sum(m.amount) as amount from ledger.movement m
    where m.cr = b.account_id and m.cr_version is null and m.xact >= b.folded_to) c on b.folded_to is not null;
comment on view ledger.current_balance is 'Every account''s debits and credits to this moment.';

create or replace function ledger.open_account(p_code text) returns void
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
    insert into ledger.balance (account_id, normal, folded_to)
      values (v_id, v_chart.normal, case when v_chart.mode = 'deferred' then xid8 '0' end);
  end if;
end $$;

drop function ledger.post_leg(uuid, integer, bigint, bigint, bigint);
create function ledger.open_accounts(p_legs jsonb) returns void
  language plpgsql set search_path = pg_catalog as $$
declare
  v_code text;
begin
  -- Sorted, so that two posts that open the same ones never wait for each other.
  for v_code in
    select l.value ->> 'dr' as code from jsonb_array_elements(p_legs) l union select l.value ->> 'cr' from jsonb_array_elements(p_legs) l
    order by code
  loop
    if not exists (select from ledger.account a where a.code = v_code) then
      perform ledger.open_account(v_code);
    end if;
  end loop;
end $$;

create or replace function ledger.post(p_org uuid, p_key text, p_kind text, p_contract text, p_effective_at timestamptz, p_legs jsonb)
  returns table (entry_id uuid, replayed boolean)
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  v_hash bytea := sha256(convert_to(jsonb_build_array(p_kind, p_contract, p_legs)::text, 'UTF8'));
  v_known_hash bytea;
  v_dr bigint[];
  v_cr bigint[];
  v_amount bigint[];
  v_dr_version bigint;
  v_dr_after bigint;
  v_cr_version bigint;
  v_cr_after bigint;
begin
  insert into ledger.entry (org_id, idem_key, request_hash, kind, contract_id, effective_at)
    values (p_org, p_key, v_hash, p_kind, p_contract, p_effective_at)
    on conflict (org_id, idem_key) do nothing returning id into entry_id;
  replayed := entry_id is null;
  if replayed then
    select e.id, e.request_hash into strict entry_id, v_known_hash
      from ledger.entry e where e.org_id = p_org and e.idem_key = p_key;
    if v_known_hash <> v_hash then
      raise exception 'this key was used for another entry' using errcode = '23L04', constraint = 'entry__one_body_per_key';
    end if;
    return next;
    return;
  end if;
  insert into ledger.outbox (entry_id, topic) values (entry_id, 'ledger.' || p_kind);

  for v_try in 1..2 loop
    select array_agg(dr.id order by l.ordinality), array_agg(cr.id order by l.ordinality),
      array_agg((l.value ->> 'amount')::bigint order by l.ordinality)
    into v_dr, v_cr, v_amount
    from jsonb_array_elements(p_legs) with ordinality l
    left join ledger.account dr on dr.code = l.value ->> 'dr'
    left join ledger.account cr on cr.code = l.value ->> 'cr';
    if v_dr is null then
      raise exception 'an entry needs legs' using errcode = '23L03';
    end if;
    exit when array_position(v_dr || v_cr, null) is null;
    perform ledger.open_accounts(p_legs);
  end loop;

  -- Sorted, so that two posts never wait for each other.
  perform from ledger.balance b where b.account_id = any (v_dr || v_cr) and b.folded_to is null
    order by b.account_id for no key update;
  for v_leg in 1..cardinality(v_dr) loop
    update ledger.balance b set debits = b.debits + v_amount[v_leg], version = b.version + 1
      where b.account_id = v_dr[v_leg] and b.folded_to is null
      returning b.version, b.normal * (b.debits - b.credits) into v_dr_version, v_dr_after;
    update ledger.balance b set credits = b.credits + v_amount[v_leg], version = b.version + 1
      where b.account_id = v_cr[v_leg] and b.folded_to is null
      returning b.version, b.normal * (b.debits - b.credits) into v_cr_version, v_cr_after;
    insert into ledger.movement (entry_id, leg, dr, cr, amount, dr_version, cr_version, dr_after, cr_after)
      values (post.entry_id, v_leg, v_dr[v_leg], v_cr[v_leg], v_amount[v_leg], v_dr_version, v_cr_version, v_dr_after, v_cr_after);
  end loop;
  return next;
end $$;

-- A strict account whose leg has no version would have lost its balance: refused whatever wrote it.
create function ledger.refuse_unversioned() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if exists (select from new_legs l join ledger.balance b on b.account_id in (l.dr, l.cr)
    where (case b.account_id when l.dr then l.dr_version else l.cr_version end is null) <> (b.folded_to is not null)) then
    raise exception 'a leg does not fit the mode of its account' using errcode = '23L05';
  end if;
  return null;
end $$;
create trigger versioned after insert on ledger.movement referencing new table as new_legs
  for each statement execute function ledger.refuse_unversioned();

create function ledger.fold() returns void
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  v_horizon xid8 := pg_snapshot_xmin(pg_current_snapshot()); -- no transaction before it can still write
begin
  perform pg_advisory_xact_lock(7361003); -- one at a time, so that folded_to never goes back
  update ledger.balance b set folded_to = v_horizon,
    debits = b.debits + (select coalesce(sum(m.amount), 0) from ledger.movement m
      where m.dr = b.account_id and m.dr_version is null and m.xact >= b.folded_to and m.xact < v_horizon),
    credits = b.credits + (select coalesce(sum(m.amount), 0) from ledger.movement m
      where m.cr = b.account_id and m.cr_version is null and m.xact >= b.folded_to and m.xact < v_horizon)
  where b.folded_to < v_horizon;
end $$;
comment on function ledger.fold() is 'Adds the movements of finished transactions to the deferred balances. Writes nothing that posting locks.';
revoke all on function ledger.fold(), ledger.open_accounts(jsonb), ledger.refuse_unversioned() from public;
grant execute on function ledger.fold() to semblance_system;
grant select on ledger.current_balance to semblance_system;

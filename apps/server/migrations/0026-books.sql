-- The books: a log of what people did about money, a chain over it and the ledger, and adjustments that two people make.

create table app.audit_log (
  seq bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  actor uuid,
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  object text not null check (length(object) between 1 and 200),
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  xact xid8 not null default pg_current_xact_id()
);
comment on table app.audit_log is 'Who did what to which object, append-only. No personal data but the IDs of users, and no secrets.';
comment on column app.audit_log.actor is 'The user; null: the platform itself. No reference, so that it outlives the account.';
create index audit_log__transactions on app.audit_log (xact, seq);
create index audit_log__of_object on app.audit_log (object, seq desc);
create index audit_log__of_action on app.audit_log (action, seq desc);
create index entry__transactions on ledger.entry (xact, id);

create table app.audit_chain (
  position bigint primary key check (position > 0),
  audit_seq bigint unique references app.audit_log,
  entry_id uuid unique references ledger.entry,
  xact xid8 not null,
  hash bytea not null check (length(hash) = 32),
  constraint audit_chain__links_one check (num_nonnulls(audit_seq, entry_id) = 1)
);
comment on table app.audit_chain is 'One link for each row of the log and each ledger entry: SHA-256 of the link before and the row''s content.';
comment on column app.audit_chain.xact is 'The transaction that wrote the row: everything up to it is linked.';

create trigger append_only before update or delete or truncate on app.audit_log for each statement execute function ledger.forbid();
create trigger append_only before update or delete or truncate on app.audit_chain for each statement execute function ledger.forbid();

create function app.audit_content(p_seq bigint) returns bytea
  language sql stable set search_path = pg_catalog as $$
  select convert_to(jsonb_build_array('audit', seq, extract(epoch from at), actor, action, object, detail)::text, 'UTF8')
  from app.audit_log where seq = p_seq
$$;
create function ledger.entry_content(p_entry uuid) returns bytea
  language sql stable set search_path = pg_catalog as $$
  select convert_to(jsonb_build_array('entry', e.id, e.org_id, e.idem_key, encode(e.request_hash, 'hex'), e.kind, e.contract_id,
    extract(epoch from e.effective_at), extract(epoch from e.recorded_at),
    (select jsonb_agg(jsonb_build_array(m.leg, dr.code, cr.code, m.amount) order by m.leg)
      from ledger.movement m join ledger.account dr on dr.id = m.dr join ledger.account cr on cr.id = m.cr
      where m.entry_id = e.id))::text, 'UTF8')
  from ledger.entry e where e.id = p_entry
$$;
comment on function app.audit_content is 'What the chain vouches for of a row of the log.';
comment on function ledger.entry_content is 'What the chain vouches for of an entry: all of it and its legs.';

create function app.chain_audit() returns bigint
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  v_horizon xid8;
  v_position bigint;
  v_hash bytea;
  v_from xid8;
  v_row record;
begin
  perform pg_advisory_xact_lock(7361004); -- one at a time: each link needs the one before
  v_horizon := pg_snapshot_xmin(pg_current_snapshot()); -- no transaction before it can still write
  select c.position, c.hash, c.xact into v_position, v_hash, v_from from app.audit_chain c order by c.position desc limit 1;
  v_position := coalesce(v_position, 0);
  v_from := coalesce(v_from, '0');
  for v_row in
    select l.xact, l.seq, null::uuid as entry_id from app.audit_log l
      where l.xact > v_from and l.xact < v_horizon
    union all
    select e.xact, null, e.id from ledger.entry e
      where e.xact > v_from and e.xact < v_horizon
    order by xact, entry_id nulls last, seq
  loop
    v_position := v_position + 1;
    v_hash := sha256(coalesce(v_hash, '') ||
      case when v_row.seq is null then ledger.entry_content(v_row.entry_id) else app.audit_content(v_row.seq) end);
    insert into app.audit_chain (position, audit_seq, entry_id, xact, hash)
      values (v_position, v_row.seq, v_row.entry_id, v_row.xact, v_hash);
  end loop;
  return v_position;
end $$;
comment on function app.chain_audit is 'Links what finished transactions have written since the last time; answers the position of the newest link.';
revoke all on function app.audit_content(bigint), ledger.entry_content(uuid), app.chain_audit() from public;
grant execute on function app.audit_content(bigint), ledger.entry_content(uuid), app.chain_audit() to semblance_system;

alter table app.audit_log enable row level security;
alter table app.audit_chain enable row level security;
create policy system_reads on app.audit_log for select to semblance_system using (true);
create policy system_writes on app.audit_log for insert to semblance_system with check (true);
create policy system_reads on app.audit_chain for select to semblance_system using (true);
grant select, insert on app.audit_log to semblance_system;
grant select on app.audit_chain to semblance_system;

-- Entries of the platform itself belong to no organization; their keys are unique among themselves.
alter table ledger.entry alter column org_id drop not null;
alter table ledger.entry drop constraint entry__one_per_key;
alter table ledger.entry add constraint entry__one_per_key unique nulls not distinct (org_id, idem_key);
comment on column ledger.entry.org_id is 'The organization whose action it is; its keys are its own. Null: the platform''s.';

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
    select e.id, e.request_hash into strict entry_id, v_known_hash from ledger.entry e
      where e.idem_key = p_key and (e.org_id = p_org or (p_org is null and e.org_id is null));
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

create index entry__by_time on ledger.entry (effective_at desc, id desc);

create table public.adjustments (
  id uuid primary key default uuidv7(),
  form text not null,
  organization uuid references public.organizations,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null check (length(btrim(reason)) between 1 and 1000),
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected', 'withdrawn')),
  reverses uuid references public.adjustments,
  break_id uuid references public.bank_statement_breaks,
  proposed_by uuid references auth.users on delete set null,
  proposed_at timestamptz(3) not null default now(),
  decided_by uuid references auth.users on delete set null,
  decided_at timestamptz(3),
  decision_note text check (length(decision_note) <= 1000),
  entry_id uuid unique references ledger.entry,
  constraint adjustments__posted_when_approved check ((state = 'approved') = (entry_id is not null)),
  constraint adjustments__decided check ((state = 'proposed') = (decided_at is null)),
  constraint adjustments__four_eyes check (state <> 'approved' or decided_by is null or decided_by is distinct from proposed_by)
);
comment on table public.adjustments is 'Manual entries: one person of staff proposes, another one approves.';
comment on column public.adjustments.form is 'Which accounts it moves money between: contract/books.ts lists the forms.';
comment on column public.adjustments.break_id is 'The difference between the bank''s statement and the ledger that it resolves.';
create index adjustments__by_state on public.adjustments (state, id desc);
create unique index adjustments__reversed_once on public.adjustments (reverses) where reverses is not null and state in ('proposed', 'approved');
create index adjustments__reversals on public.adjustments (reverses);
create index adjustments__of_break on public.adjustments (break_id) where break_id is not null;
create index adjustments__of_organization on public.adjustments (organization) where organization is not null;
create index adjustments__of_proposer on public.adjustments (proposed_by);
create index adjustments__of_decider on public.adjustments (decided_by);
alter table public.adjustments enable row level security;
create policy system_all on public.adjustments to semblance_system using (true) with check (true);
grant all on public.adjustments to semblance_system;

-- Transparency log: every step of a deal, every ledger entry and every row of the audit log is a leaf of a public tree.
-- Servers without it would write rows without leaves; the audit chain, which the log replaces, is closed here.
-- contract: 0070, whose servers record a leaf for each row

-- The last links: the locks wait for what is being written, so that no row is left out.
lock table app.audit_log, ledger.entry in share mode;
do $$
declare
  v_position bigint;
  v_hash bytea;
  v_row record;
begin
  select position, hash into v_position, v_hash from app.audit_chain order by position desc limit 1;
  v_position := coalesce(v_position, 0);
  for v_row in
    select l.xact, l.seq, null::uuid as entry_id from app.audit_log l
      where not exists (select from app.audit_chain c where c.audit_seq = l.seq)
    union all
    select e.xact, null, e.id from ledger.entry e
      where not exists (select from app.audit_chain c where c.entry_id = e.id)
    order by xact, entry_id nulls last, seq
  loop
    v_position := v_position + 1;
    v_hash := sha256(coalesce(v_hash, '') ||
      case when v_row.seq is null then ledger.entry_content(v_row.entry_id) else app.audit_content(v_row.seq) end);
    insert into app.audit_chain (position, audit_seq, entry_id, xact, hash)
      values (v_position, v_row.seq, v_row.entry_id, v_row.xact, v_hash);
  end loop;
end $$;
drop function app.chain_audit();
drop index app.audit_log__transactions;
drop index ledger.entry__transactions;

delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
  where t.id = j.task_id and t.identifier in ('audit.chain', 'audit.publish');
delete from graphile_worker._private_known_crontabs where identifier in ('audit.chain', 'audit.publish');

create schema transparency;
grant usage on schema transparency to semblance_system;

create function transparency.forbid() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  raise exception 'the log is append-only' using errcode = '42501';
end $$;

create table transparency.logs (
  number integer primary key check (number > 0),
  id uuid not null unique default gen_random_uuid(),
  origin text not null unique,
  public_key bytea not null check (length(public_key) = 32),
  private_key_sealed text,
  opened_at timestamptz(3) not null default now(),
  rolled_back_at timestamptz(3),
  closed_at timestamptz(3),
  constraint logs__closed_cannot_sign check ((private_key_sealed is null) = (closed_at is not null))
);
create unique index logs__one_signs on transparency.logs ((true)) where closed_at is null;
comment on table transparency.logs is E'owner: platform\nThe logs, one after the other: the newest one signs, until its history is rolled back.';
comment on column transparency.logs.id is 'Names the file that keeps the newest checkpoint outside the database.';
comment on column transparency.logs.private_key_sealed is 'Ed25519, PKCS #8, sealed under the master secret; erased when the log is closed.';
comment on column transparency.logs.rolled_back_at is 'When the history here was found to lack what was published.';

create table transparency.deals (
  id text primary key,
  seq integer not null default 0 check (seq >= 0),
  head bytea check (length(head) = 32),
  client uuid,
  vendor uuid,
  constraint deals__has_head check ((seq = 0) = (head is null))
);
create index deals__client on transparency.deals (client);
create index deals__vendor on transparency.deals (vendor);
comment on table transparency.deals is E'owner: platform\nThe newest leaf of each chain, locked while leaves are added to it.';

create table transparency.openings (
  id bigint generated always as identity primary key,
  type text not null,
  audience text not null check (audience in ('both', 'client', 'vendor', 'staff', 'public')),
  deal text,
  seq integer,
  commitment bytea not null check (length(commitment) = 32),
  names uuid[],
  audit_seq bigint unique,
  entry_id uuid,
  salt bytea check (length(salt) = 32),
  payload text,
  erased_at timestamptz(3),
  constraint openings__in_chain unique (deal, seq),
  constraint openings__counted check ((deal is null) = (seq is null)),
  constraint openings__erased check ((erased_at is null) = (salt is not null and payload is not null)),
  constraint openings__once_per_entry unique (entry_id, type)
);
create index openings__names on transparency.openings using gin (names) where erased_at is null;
create index openings__erased on transparency.openings (id) where erased_at is not null;
comment on table transparency.openings is E'owner: platform\nWhat each leaf commits to, with the salt that proves it. Erasing both leaves a leaf that reveals nothing.';
comment on column transparency.openings.deal is 'The chain: a request, offer or contract, or one side of it. Null: a leaf on its own.';
comment on column transparency.openings.names is 'The IDs in the content: with a person, the openings that name the person are erased.';
comment on column transparency.openings.payload is 'JSON in the form of RFC 8785, as it was committed to.';

create table transparency.staged (
  id bigint generated always as identity primary key,
  opening bigint not null unique references transparency.openings,
  commitment bytea not null check (length(commitment) = 32),
  staged_at timestamptz(3) not null default now()
);
comment on table transparency.staged is E'owner: platform\nCommitted, and not in the tree yet. Rows leave it in the order of their IDs.';

create table transparency.leaves (
  log integer not null references transparency.logs,
  index bigint not null check (index >= 0),
  opening bigint not null unique references transparency.openings,
  commitment bytea not null check (length(commitment) = 32),
  primary key (log, index)
);
comment on table transparency.leaves is E'owner: platform\nThe entries of the tree, which anyone may read: 32 bytes each.';

create table transparency.tiles (
  log integer not null references transparency.logs,
  level integer not null check (level >= 0),
  index bigint not null check (index >= 0),
  hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
  primary key (log, level, index)
);
comment on table transparency.tiles is E'owner: platform\nThe hashes of the tree in tiles of height 8. A narrower tile is a prefix of its row.';

create table transparency.checkpoints (
  log integer not null references transparency.logs,
  size bigint not null check (size > 0),
  root bytea not null check (length(root) = 32),
  note text not null,
  signed_at timestamptz(3) not null default now(),
  published_at timestamptz(3),
  primary key (log, size)
);
create index checkpoints__published on transparency.checkpoints (log, size desc) where published_at is not null;
comment on table transparency.checkpoints is E'owner: platform\nThe signed heads of the tree. One is published once it is also kept outside the database.';

create table transparency.forgotten (
  organization uuid primary key,
  at timestamptz(3) not null default now()
);
comment on table transparency.forgotten is E'owner: platform\nOrganizations whose openings are erased, together with those of a deal when both its parties are.';

create trigger append_only before update or delete or truncate on transparency.leaves
  for each statement execute function transparency.forbid();
create trigger never_deleted before delete or truncate on transparency.openings
  for each statement execute function transparency.forbid();
create trigger never_deleted before delete or truncate on transparency.checkpoints
  for each statement execute function transparency.forbid();
create trigger never_deleted before delete or truncate on transparency.tiles
  for each statement execute function transparency.forbid();
create trigger never_deleted before delete or truncate on transparency.logs
  for each statement execute function transparency.forbid();

create trigger only_erased before update on transparency.openings for each row
  when (old.erased_at is not null or new.erased_at is null
    or (old.id, old.type, old.audience, old.commitment) is distinct from (new.id, new.type, new.audience, new.commitment)
    or (old.deal, old.seq, old.audit_seq, old.entry_id) is distinct from (new.deal, new.seq, new.audit_seq, new.entry_id))
  execute function transparency.forbid();
create trigger only_published before update on transparency.checkpoints for each row
  when (old.published_at is not null
    or (old.log, old.size, old.root, old.note, old.signed_at) is distinct from (new.log, new.size, new.root, new.note, new.signed_at))
  execute function transparency.forbid();
create trigger only_grown before update on transparency.tiles for each row
  when ((old.log, old.level, old.index) is distinct from (new.log, new.level, new.index)
    or substr(new.hashes, 1, length(old.hashes)) <> old.hashes)
  execute function transparency.forbid();

do $$
declare
  v_table text;
begin
  foreach v_table in array array['logs', 'deals', 'openings', 'staged', 'leaves', 'tiles', 'checkpoints', 'forgotten'] loop
    execute format('alter table transparency.%I enable row level security', v_table);
    execute format('create policy system_all on transparency.%I to semblance_system using (true) with check (true)', v_table);
    execute format('grant select, insert on transparency.%I to semblance_system', v_table);
  end loop;
end $$;
grant update on transparency.logs, transparency.deals, transparency.tiles to semblance_system;
grant update (salt, payload, names, erased_at) on transparency.openings to semblance_system;
grant update (published_at) on transparency.checkpoints to semblance_system;
grant delete on transparency.staged to semblance_system;

-- The first leaf names the last link of the audit chain, which stays as it is for those rows.
with head as (
  select (select jsonb_build_object('hash', encode(hash, 'hex'), 'position', position::text)
    from app.audit_chain order by position desc limit 1) as link
), drawn as (
  select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as salt,
    format('{"at":"%s","body":{"auditChain":%s},"deal":null,"prev":null,"seq":null,"type":"log.opened","v":1}',
      to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      case when link is null then 'null'
        else format('{"hash":"%s","position":"%s"}', link ->> 'hash', link ->> 'position') end) as payload
  from head
), opened as (
  insert into transparency.openings (type, audience, commitment, salt, payload)
  select 'log.opened', 'public',
    sha256(convert_to(E'semblance-log-v1\n', 'UTF8') || salt || convert_to(payload, 'UTF8')), salt, payload
  from drawn returning id, commitment
)
insert into transparency.staged (opening, commitment) select id, commitment from opened;

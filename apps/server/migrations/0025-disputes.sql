-- Disputes about money in escrow: what each party claims, its evidence, settlements between them, and rulings of staff.

create sequence public.dispute_number start 7001;
create table public.disputes (
  id text primary key default 'DSP-' || nextval('public.dispute_number'),
  contract_id text not null references public.contracts,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  opened_by uuid not null references public.organizations,
  title text not null,
  reason text not null check (reason in ('not_as_described', 'quality', 'late', 'scope', 'refused', 'unreachable', 'other')),
  status text not null default 'open' check (status in ('open', 'escalated', 'settled', 'ruled', 'withdrawn', 'void')),
  stake_cents bigint not null check (stake_cents > 0),
  fee_stake_cents bigint not null check (fee_stake_cents >= 0),
  released_cents bigint not null check (released_cents >= 0),
  price_cents bigint not null,
  fee_cents bigint not null,
  fee_earned_cents bigint not null,
  answer_due_at timestamptz(3) not null,
  reminded_at timestamptz(3),
  answered_at timestamptz(3),
  negotiate_until timestamptz(3) not null,
  escalated_at timestamptz(3),
  escalated_by text check (escalated_by in ('client', 'vendor', 'silence', 'time')),
  to_vendor_cents bigint check (to_vendor_cents >= 0),
  to_client_cents bigint check (to_client_cents >= 0),
  fee_kept_cents bigint,
  fee_returned_cents bigint,
  opened_at timestamptz(3) not null default now(),
  moved_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  constraint disputes__two_parties check (client <> vendor and opened_by in (client, vendor)),
  constraint disputes__ended check ((status in ('open', 'escalated')) = (ended_at is null)),
  constraint disputes__escalated check ((escalated_at is null) = (escalated_by is null)),
  constraint disputes__shared_out check ((status in ('settled', 'ruled')) = (to_vendor_cents is not null)),
  constraint disputes__shares_add_up check (to_vendor_cents + to_client_cents = stake_cents)
);
comment on column public.disputes.title is 'The contract''s, copied: what staff search by.';
comment on column public.disputes.stake_cents is 'The price in escrow when it was opened, frozen since; the fee on it is fee_stake_cents.';
comment on column public.disputes.released_cents is 'What the vendor had got before; price, fee and fee earned likewise as they were at the opening: what the shares of the fee come from.';
comment on column public.disputes.negotiate_until is 'When it goes to staff without an agreement.';
comment on column public.disputes.escalated_by is 'Who asked staff to decide; or that the other party did not answer, or that time ran out.';
comment on column public.disputes.moved_at is 'When it came to its status: what the staff''s lists are ordered by.';
create unique index disputes__one_open on public.disputes (contract_id) where status in ('open', 'escalated');
create index disputes__of_contract on public.disputes (contract_id, opened_at desc, id desc);
create index disputes__open on public.disputes (moved_at desc, id desc) where status = 'open';
create index disputes__waiting on public.disputes (moved_at, id) where status = 'escalated';
create index disputes__closed on public.disputes (moved_at desc, id desc) where status not in ('open', 'escalated');
create index disputes__answer_due on public.disputes (answer_due_at) where status = 'open' and answered_at is null;
create index disputes__time_out on public.disputes (negotiate_until) where status = 'open';

create table public.dispute_statements (
  id uuid primary key default uuidv7(),
  dispute_id text not null references public.disputes,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  organization uuid not null references public.organizations,
  user_id uuid references auth.users on delete set null,
  kind text not null check (kind in ('claim', 'answer', 'statement')),
  body text not null check (length(btrim(body)) between 1 and 5000),
  asks text check (asks in ('release', 'full_refund', 'partial_refund')),
  refund_cents bigint check (refund_cents > 0),
  created_at timestamptz(3) not null default now(),
  constraint dispute_statements__by_a_party check (organization in (client, vendor)),
  constraint dispute_statements__asks check ((kind = 'statement') = (asks is null)),
  constraint dispute_statements__part check (coalesce(asks = 'partial_refund', false) = (refund_cents is not null))
);
comment on column public.dispute_statements.kind is 'claim: how it was opened; answer: the other party''s first word.';
comment on column public.dispute_statements.refund_cents is 'Of the price, what should go back.';
create index dispute_statements__of_dispute on public.dispute_statements (dispute_id, id);
create unique index dispute_statements__said_once on public.dispute_statements (dispute_id, kind) where kind <> 'statement';

create table public.dispute_files (
  id uuid primary key default uuidv7(),
  contract_id text not null references public.contracts,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  organization uuid not null references public.organizations,
  statement_id uuid references public.dispute_statements,
  uploaded_by uuid references auth.users on delete set null,
  file_name text not null check (length(file_name) between 1 and 255),
  bytes bigint not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null,
  created_at timestamptz(3) not null default now()
);
comment on column public.dispute_files.statement_id is 'Null until its statement is made; a job removes what never is.';
create index dispute_files__of_statement on public.dispute_files (statement_id);
create index dispute_files__unsent on public.dispute_files (created_at) where statement_id is null;
create index dispute_files__uploader on public.dispute_files (uploaded_by);

create table public.dispute_proposals (
  id uuid primary key default uuidv7(),
  dispute_id text not null references public.disputes,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  proposed_by uuid not null references public.organizations,
  user_id uuid references auth.users on delete set null,
  to_vendor_cents bigint not null check (to_vendor_cents >= 0),
  to_client_cents bigint not null check (to_client_cents >= 0),
  note text check (length(note) <= 2000),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected', 'countered', 'withdrawn', 'lapsed')),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  constraint dispute_proposals__decided check ((status = 'pending') = (decided_at is null)),
  constraint dispute_proposals__by_a_party check (proposed_by in (client, vendor))
);
comment on column public.dispute_proposals.status is 'lapsed: the dispute ended otherwise.';
create unique index dispute_proposals__one_pending on public.dispute_proposals (dispute_id, proposed_by) where status = 'pending';
create index dispute_proposals__of_dispute on public.dispute_proposals (dispute_id, id);

create table public.dispute_rulings (
  id uuid primary key default uuidv7(),
  dispute_id text not null references public.disputes,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  to_vendor_cents bigint not null check (to_vendor_cents >= 0),
  to_client_cents bigint not null check (to_client_cents >= 0),
  reasons text not null check (length(btrim(reasons)) between 1 and 5000),
  status text not null check (status in ('draft', 'replaced', 'final', 'lapsed')),
  needs_two boolean not null,
  drafted_by uuid references auth.users on delete set null,
  confirmed_by uuid references auth.users on delete set null,
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  constraint dispute_rulings__two_people check (confirmed_by <> drafted_by),
  constraint dispute_rulings__decided check ((status = 'draft') = (decided_at is null))
);
comment on column public.dispute_rulings.needs_two is 'The sum is large: somebody else than its drafter confirms it.';
comment on column public.dispute_rulings.status is 'replaced: by a newer draft, which needs a confirmation of its own; lapsed: the parties ended the dispute first.';
create unique index dispute_rulings__one_draft on public.dispute_rulings (dispute_id) where status = 'draft';
create index dispute_rulings__of_dispute on public.dispute_rulings (dispute_id, id);

-- So that an account is deleted without reading every dispute.
create index dispute_statements__author on public.dispute_statements (user_id) where user_id is not null;
create index dispute_proposals__author on public.dispute_proposals (user_id) where user_id is not null;
create index dispute_rulings__drafter on public.dispute_rulings (drafted_by) where drafted_by is not null;
create index dispute_rulings__confirmer on public.dispute_rulings (confirmed_by) where confirmed_by is not null;

alter table public.disputes enable row level security;
alter table public.dispute_statements enable row level security;
alter table public.dispute_files enable row level security;
alter table public.dispute_proposals enable row level security;
alter table public.dispute_rulings enable row level security;
create policy party_reads on public.disputes for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy staff_read on public.disputes for select to authenticated using ((select app.is_staff()));
create policy party_reads on public.dispute_statements for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy staff_read on public.dispute_statements for select to authenticated using ((select app.is_staff()));
create policy party_reads on public.dispute_files for select to anon, authenticated
  using ((statement_id is not null and (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[])))
    or uploaded_by = app.user_id());
create policy staff_read on public.dispute_files for select to authenticated
  using (statement_id is not null and (select app.is_staff()));
create policy party_reads on public.dispute_proposals for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy staff_read on public.dispute_proposals for select to authenticated using ((select app.is_staff()));
create policy party_reads on public.dispute_rulings for select to anon, authenticated
  using (status = 'final' and (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[])));
create policy staff_read on public.dispute_rulings for select to authenticated using ((select app.is_staff()));
create policy system_all on public.disputes to semblance_system using (true) with check (true);
create policy system_all on public.dispute_statements to semblance_system using (true) with check (true);
create policy system_all on public.dispute_files to semblance_system using (true) with check (true);
create policy system_all on public.dispute_proposals to semblance_system using (true) with check (true);
create policy system_all on public.dispute_rulings to semblance_system using (true) with check (true);
grant select on public.disputes, public.dispute_statements, public.dispute_files, public.dispute_proposals, public.dispute_rulings
  to anon, authenticated;
grant all on public.disputes, public.dispute_statements, public.dispute_files, public.dispute_proposals, public.dispute_rulings
  to semblance_system;
grant usage on sequence public.dispute_number to semblance_system;

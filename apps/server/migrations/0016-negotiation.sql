-- Conversations between two organizations about one request: its offers, their terms, and the contract that comes of it.

create table public.conversations (
  id uuid primary key default uuidv7(),
  dpr_id text not null references public.dprs,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  created_at timestamptz(3) not null default now(),
  last_message_at timestamptz(3) not null default now(),
  constraint conversations__one_per_request_and_vendor unique (dpr_id, vendor),
  constraint conversations__two_parties check (client <> vendor)
);
create index conversations__client on public.conversations (client, last_message_at desc, id desc);
create index conversations__vendor on public.conversations (vendor, last_message_at desc, id desc);
alter table public.conversations enable row level security;
create policy party_reads on public.conversations for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.conversations to semblance_system using (true) with check (true);
grant select on public.conversations to anon, authenticated;
grant all on public.conversations to semblance_system;

-- Changes of terms that one party proposes and the other decides.
create table public.proposals (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references public.conversations,
  offer_id text not null references public.offers,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  proposed_by uuid not null references public.organizations,
  user_id uuid references auth.users on delete set null,
  base_revision integer not null,
  changes jsonb not null check (jsonb_typeof(changes) = 'array' and jsonb_array_length(changes) > 0),
  note text check (length(note) <= 2000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'countered', 'withdrawn')),
  reason text check (length(reason) <= 1000),
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint proposals__decided check ((status = 'pending') = (decided_at is null)),
  constraint proposals__by_a_party check (proposed_by in (client, vendor))
);
comment on column public.proposals.base_revision is 'The revision of the offer''s terms that it was written against.';
comment on column public.proposals.changes is 'A list of {term, current, proposed, flags}; flags are the compliance checks it does not meet.';
create unique index proposals__one_pending on public.proposals (offer_id) where status = 'pending';
create index proposals__of_offer on public.proposals (offer_id, id desc);
create index proposals__of_conversation on public.proposals (conversation_id, id desc);
alter table public.proposals enable row level security;
create policy party_reads on public.proposals for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.proposals to semblance_system using (true) with check (true);
grant select on public.proposals to anon, authenticated;
grant all on public.proposals to semblance_system;

create table public.messages (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references public.conversations,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  sender uuid not null references public.organizations,
  user_id uuid references auth.users on delete set null,
  body text not null default '' check (length(body) <= 5000),
  proposal_id uuid references public.proposals,
  created_at timestamptz(3) not null default now(),
  constraint messages__by_a_party check (sender in (client, vendor))
);
comment on column public.messages.proposal_id is 'Set for a contract update; its body is then empty.';
create index messages__thread on public.messages (conversation_id, id desc);
alter table public.messages enable row level security;
create policy party_reads on public.messages for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.messages to semblance_system using (true) with check (true);
grant select on public.messages to anon, authenticated;
grant all on public.messages to semblance_system;

create table public.message_attachments (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references public.conversations,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  message_id uuid references public.messages,
  uploaded_by uuid references auth.users on delete set null,
  organization uuid not null references public.organizations,
  file_name text not null check (length(file_name) between 1 and 255),
  bytes bigint not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null,
  created_at timestamptz(3) not null default now()
);
comment on column public.message_attachments.message_id is 'Null until its message is sent; a job removes what never is.';
create index message_attachments__of_message on public.message_attachments (message_id);
create index message_attachments__unsent on public.message_attachments (created_at) where message_id is null;
alter table public.message_attachments enable row level security;
create policy party_reads on public.message_attachments for select to anon, authenticated
  using ((message_id is not null and (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[])))
    or uploaded_by = app.user_id());
create policy system_all on public.message_attachments to semblance_system using (true) with check (true);
grant select on public.message_attachments to anon, authenticated;
grant all on public.message_attachments to semblance_system;

create table public.conversation_reads (
  conversation_id uuid not null references public.conversations,
  user_id uuid not null references auth.users on delete cascade,
  organization uuid not null references public.organizations,
  last_message_id uuid not null references public.messages,
  read_at timestamptz(3) not null default now(),
  primary key (conversation_id, user_id)
);
alter table public.conversation_reads enable row level security;
create policy party_reads on public.conversation_reads for select to authenticated
  using (exists (select from public.conversations c where c.id = conversation_id));
create policy system_all on public.conversation_reads to semblance_system using (true) with check (true);
grant select on public.conversation_reads to authenticated;
grant all on public.conversation_reads to semblance_system;

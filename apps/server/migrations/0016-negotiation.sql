-- Conversations between two organizations about one request: its offers, their terms, and the contract that comes of it.

create table public.conversations (
  id uuid primary key default uuidv7(),
  dpr_id text not null references public.dprs,
  title text not null default '',
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  client_sort text not null default '',
  vendor_sort text not null default '',
  client_at timestamptz(3),
  vendor_at timestamptz(3),
  last_message_id uuid,
  client_told boolean not null default false,
  vendor_told boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint conversations__one_per_request_and_vendor unique (dpr_id, vendor),
  constraint conversations__two_parties check (client <> vendor)
);
comment on column public.conversations.title is 'The request''s, copied: a vendor that never offered loses sight of a request that closes.';
comment on column public.conversations.client_sort is 'The name in lower case, copied from the organization and kept up with it: what lists are sorted and searched by.';
comment on column public.conversations.client_at is 'Where it stands in the client''s list: at its last message, before that at its opening by the client; null until then. vendor_at likewise.';
comment on column public.conversations.client_told is 'Whether the client, being offline, has a notification of messages it has not read; vendor_told likewise.';
create index conversations__client_recent on public.conversations (client, client_at desc, id desc) where client_at is not null;
create index conversations__vendor_recent on public.conversations (vendor, vendor_at desc, id desc) where vendor_at is not null;
create index conversations__client_by_name on public.conversations (client, vendor_sort, id) where client_at is not null;
create index conversations__vendor_by_name on public.conversations (vendor, client_sort, id) where vendor_at is not null;
create index conversations__contacts_of_client on public.conversations (client, vendor_sort, vendor);
create index conversations__contacts_of_vendor on public.conversations (vendor, client_sort, client);
create index conversations__pair on public.conversations (client, vendor, last_message_id desc nulls last, id desc);
alter table public.conversations enable row level security;
create policy party_reads on public.conversations for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.conversations to semblance_system using (true) with check (true);
grant select on public.conversations to anon, authenticated;
grant all on public.conversations to semblance_system;

create function app.copy_names() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  new.title := (select d.title from public.dprs d where d.id = new.dpr_id);
  new.client_sort := (select lower(o.name) from public.organizations o where o.id = new.client);
  new.vendor_sort := (select lower(o.name) from public.organizations o where o.id = new.vendor);
  return new;
end $$;
create trigger copy_names before insert on public.conversations for each row execute function app.copy_names();

create function app.rename_party() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.conversations set client_sort = lower(new.name) where client = new.id;
  update public.conversations set vendor_sort = lower(new.name) where vendor = new.id;
  return null;
end $$;
create trigger rename_party after update of name on public.organizations
  for each row when (old.name is distinct from new.name) execute function app.rename_party();

-- Whoever offers or is invited has the client among its contacts, and the other way round.
create function app.open_conversation() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into public.conversations (dpr_id, client, vendor) values (new.dpr_id, new.client, new.vendor)
  on conflict do nothing;
  return null;
end $$;
create trigger open_conversation after insert on public.offers for each row execute function app.open_conversation();
create trigger open_conversation after insert on public.dpr_invitations for each row execute function app.open_conversation();
insert into public.conversations (dpr_id, client, vendor) select distinct dpr_id, client, vendor from public.offers;

-- Which offer a conversation is about: the vendor's live or else latest one on the request.
create index offers__of_pair on public.offers (dpr_id, vendor, created_at desc, id desc);

-- Whose contacts are online: the few that are, found without asking after each contact.
create index presence__online on public.presence (online_until);

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
  proposed jsonb not null check (jsonb_typeof(proposed) = 'object'),
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
comment on column public.proposals.proposed is 'The terms as they should become, only those that change; cents as text.';
comment on column public.proposals.changes is 'The same for readers, a list of {id, currentValue, proposedValue, flag}; the flag is the compliance check that is missed.';
create unique index proposals__one_pending on public.proposals (offer_id) where status = 'pending';
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
  key uuid,
  created_at timestamptz(3) not null default now(),
  constraint messages__by_a_party check (sender in (client, vendor))
);
comment on column public.messages.id is 'Made while the conversation''s row is locked: within one conversation, ids rise in the order of the commits.';
comment on column public.messages.proposal_id is 'Set for a contract update; its body is then empty.';
comment on column public.messages.key is 'The sender''s own, so that what is sent again after a lost answer stands once.';
create unique index messages__sent_once on public.messages (conversation_id, user_id, key) where key is not null;
create index messages__thread on public.messages (conversation_id, id desc);
alter table public.messages enable row level security;
create policy party_reads on public.messages for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.messages to semblance_system using (true) with check (true);
grant select on public.messages to anon, authenticated;
grant all on public.messages to semblance_system;
alter table public.conversations add foreign key (last_message_id) references public.messages;

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
create index message_attachments__unsent_by on public.message_attachments (uploaded_by) where message_id is null;
alter table public.message_attachments enable row level security;
create policy party_reads on public.message_attachments for select to anon, authenticated
  using ((message_id is not null and (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[])))
    or uploaded_by = app.user_id());
create policy system_all on public.message_attachments to semblance_system using (true) with check (true);
grant select on public.message_attachments to anon, authenticated;
grant all on public.message_attachments to semblance_system;

-- How far each person has read, and what has come since: counted as messages come, so that lists and badges read few rows.
create table public.conversation_reads (
  conversation_id uuid not null references public.conversations,
  user_id uuid not null references auth.users on delete cascade,
  organization uuid not null references public.organizations,
  side text not null check (side in ('client', 'vendor')),
  last_message_id uuid references public.messages,
  read_at timestamptz(3),
  unread_count integer not null default 0 check (unread_count >= 0),
  unread_at timestamptz(3),
  primary key (conversation_id, user_id),
  constraint conversation_reads__read check ((last_message_id is null) = (read_at is null)),
  constraint conversation_reads__unread check (unread_count = 0 or unread_at is not null)
);
comment on column public.conversation_reads.unread_count is 'Messages of the other party since; of those that came while the person was a member.';
comment on column public.conversation_reads.unread_at is 'When the latest of them came.';
create index conversation_reads__unread on public.conversation_reads (user_id, organization, side, unread_at desc, conversation_id desc)
  include (unread_count) where unread_count > 0;
alter table public.conversation_reads enable row level security;
create policy own_reads on public.conversation_reads for select to authenticated using (user_id = (select app.user_id()));
create policy system_all on public.conversation_reads to semblance_system using (true) with check (true);
grant select on public.conversation_reads to anon, authenticated;
grant all on public.conversation_reads to semblance_system;

-- Questions and reported issues, answered by staff.

create sequence public.ticket_number start 5001;
create table public.support_tickets (
  id text primary key default 'SUP-' || nextval('public.ticket_number'),
  user_id uuid references auth.users on delete set null,
  organization uuid references public.organizations,
  contract_id text references public.contracts,
  name text not null check (length(btrim(name)) between 1 and 200),
  email text not null check (length(email) <= 320),
  subject text not null check (length(btrim(subject)) between 1 and 200),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high', 'urgent')),
  urgency smallint not null generated always as (array_position(array['urgent', 'high', 'medium', 'low'], priority)) stored,
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
comment on column public.support_tickets.urgency is 'The order of priorities, the most urgent first; never changes.';
create index support_tickets__own on public.support_tickets (user_id, updated_at desc, id desc);
create index support_tickets__queue on public.support_tickets (status, urgency, updated_at, id);
create index support_tickets__closed on public.support_tickets (updated_at desc, id desc) where status = 'closed';
create table public.support_messages (
  id uuid primary key default uuidv7(),
  ticket_id text not null references public.support_tickets,
  user_id uuid references auth.users on delete set null,
  from_staff boolean not null,
  body text not null check (length(btrim(body)) between 1 and 5000),
  created_at timestamptz(3) not null default now()
);
create index support_messages__of_ticket on public.support_messages (ticket_id, id);
alter table public.support_tickets enable row level security;
alter table public.support_messages enable row level security;
create policy own_reads on public.support_tickets for select to authenticated using (user_id = app.user_id() or app.is_staff());
create policy ticket_readers_read on public.support_messages for select to authenticated
  using (exists (select from public.support_tickets t where t.id = ticket_id));
create policy system_all on public.support_tickets to semblance_system using (true) with check (true);
create policy system_all on public.support_messages to semblance_system using (true) with check (true);
grant select on public.support_tickets, public.support_messages to authenticated;
grant all on public.support_tickets, public.support_messages to semblance_system;
grant usage on sequence public.ticket_number to semblance_system;

-- Tickets to vendors that their authors asked staff to step into.

alter table public.support_tickets add column escalated_at timestamptz(3);
comment on column public.support_tickets.escalated_at is 'When its author asked staff to step in; null for never. Until then staff only read what a vendor answers.';
-- compatible: servers of the release before write no such column
alter table public.support_tickets add constraint support_tickets__escalated_from_a_vendor
  check (escalated_at is null or vendor is not null);
create index support_tickets__with_vendors on public.support_tickets (status, urgency, updated_at, id)
  where vendor is not null and escalated_at is null;
create index support_tickets__closed_with_vendors on public.support_tickets (updated_at desc, id desc)
  where status = 'closed' and vendor is not null and escalated_at is null;

-- Previews that came with the sample marketplace are told from those of vendors' own samples; sessions are listed in pages; tickets
-- have somebody who sees to them.

alter table public.offer_previews add column is_loaded boolean not null default false;
comment on column public.offer_previews.is_loaded is 'Came with the sample marketplace: no sample was received for it, and none destroyed.';
-- What was loaded was made and finished in one transaction.
update public.offer_previews set is_loaded = true where state = 'ready' and created_at = finished_at;

alter table auth.sessions
  add column used_at timestamptz(3) not null generated always as (coalesce(refreshed_at, created_at)) stored;
comment on column auth.sessions.used_at is 'When it was last used, as people are told.';
drop index auth.sessions__user;
create index sessions__of_user on auth.sessions (user_id, used_at desc, id desc);

alter table public.support_tickets add column assigned_to uuid references auth.users on delete set null;
comment on column public.support_tickets.assigned_to is 'Who of the staff sees to it; null for nobody.';
create index support_tickets__assigned on public.support_tickets (assigned_to, status, urgency, updated_at, id);

-- Higher limits that an administrator asked for, of the organization or of their own, until somebody else confirms them.

create table app.limit_changes (
  id uuid primary key default uuidv7(),
  organization uuid not null references public.organizations,
  member uuid references auth.users on delete cascade,
  takes_back boolean not null default false,
  from_payment_cents bigint check (from_payment_cents >= 0),
  from_month_cents bigint check (from_month_cents >= 0),
  payment_cents bigint check (payment_cents >= 0),
  month_cents bigint check (month_cents >= 0),
  asked_by uuid references auth.users on delete set null,
  state text not null default 'waiting'
    check (state in ('waiting', 'confirmed', 'declined', 'withdrawn', 'superseded', 'expired')),
  decided_by uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint limit_changes__ended check ((state = 'waiting') = (ended_at is null)),
  constraint limit_changes__another check (state <> 'confirmed' or decided_by <> asked_by or asked_by is null)
);
create unique index limit_changes__waiting on app.limit_changes (organization) where state = 'waiting' and member is null;
create unique index limit_changes__waiting_of_member on app.limit_changes (member) where state = 'waiting';
create index limit_changes__organization on app.limit_changes (organization, state);
create index limit_changes__due on app.limit_changes (expires_at) where state = 'waiting';
create index limit_changes__member on app.limit_changes (member);
create index limit_changes__asked_by on app.limit_changes (asked_by);
alter table app.limit_changes enable row level security;
create policy system_all on app.limit_changes to semblance_system using (true) with check (true);
grant all on app.limit_changes to semblance_system;
comment on table app.limit_changes is E'owner: people/spending\nHigher limits that an administrator asked for, and what became of them: one change, from these limits to those.';
comment on column app.limit_changes.member is 'Whose limits: those of the administrator who asked; null: the organization''s.';
comment on column app.limit_changes.takes_back is 'True if it ends limits of the member''s own.';
comment on column app.limit_changes.payment_cents is 'Null: no limit, as in the other amounts.';
comment on column app.limit_changes.decided_by is 'Kept without the account.';

-- Limits on what members and organizations pay, approvals of what is above one, and references of purchases.

create table app.spending_rules (
  organization uuid primary key references public.organizations,
  payment_cents bigint check (payment_cents >= 0),
  month_cents bigint check (month_cents >= 0),
  member_payment_cents bigint check (member_payment_cents >= 0),
  member_month_cents bigint check (member_month_cents >= 0),
  needs_purchase_order boolean not null default false,
  needs_cost_center boolean not null default false,
  updated_by uuid references auth.users on delete set null,
  updated_at timestamptz(3) not null default now()
);
create index spending_rules__updated_by on app.spending_rules (updated_by);
alter table app.spending_rules enable row level security;
create policy system_all on app.spending_rules to semblance_system using (true) with check (true);
grant all on app.spending_rules to semblance_system;
comment on table app.spending_rules is E'owner: people/spending\nWhat an organization lets be paid without an approval; no row: nothing is limited. Its row is locked by each payment, approval and change of a limit.';
comment on column app.spending_rules.payment_cents is 'Above it, a payment with its fee needs an approver and an administrator; null: no limit.';
comment on column app.spending_rules.member_payment_cents is 'For members without limits of their own who may not approve.';

create table app.member_limits (
  user_id uuid primary key references auth.users on delete cascade,
  organization uuid not null references public.organizations,
  payment_cents bigint check (payment_cents >= 0),
  month_cents bigint check (month_cents >= 0),
  updated_at timestamptz(3) not null default now()
);
create index member_limits__organization on app.member_limits (organization);
alter table app.member_limits enable row level security;
create policy system_all on app.member_limits to semblance_system using (true) with check (true);
grant all on app.member_limits to semblance_system;
comment on table app.member_limits is E'owner: people/spending\nA member''s own limits, fee included, in place of the organization''s for members; null: no limit.';

create table app.approvals (
  id uuid primary key default uuidv7(),
  organization uuid not null references public.organizations,
  offer_id text not null references public.offers,
  revision integer not null,
  amount_cents bigint not null check (amount_cents > 0),
  asked_by uuid references auth.users on delete set null,
  note text check (length(note) between 1 and 2000),
  reason text not null check (reason in ('member_payment', 'member_month', 'organization_payment', 'organization_month')),
  limit_cents bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'expired', 'superseded')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint approvals__ended check ((state = 'waiting') = (ended_at is null))
);
create unique index approvals__one_live on app.approvals (offer_id) where state in ('waiting', 'approved');
create index approvals__listed on app.approvals (organization, state, id desc);
create index approvals__due on app.approvals (expires_at) where state = 'waiting';
create index approvals__asked_by on app.approvals (asked_by);
alter table app.approvals enable row level security;
create policy system_all on app.approvals to semblance_system using (true) with check (true);
grant all on app.approvals to semblance_system;
comment on table app.approvals is E'owner: people/spending\nRequests to pay more than a limit: of one revision of an offer, and up to one amount.';
comment on column app.approvals.limit_cents is 'The limit that was met when it was asked for; what counts is the limit at each decision and at the payment.';

create table app.approval_decisions (
  approval uuid not null references app.approvals on delete cascade,
  user_id uuid not null,
  in_place_of uuid,
  is_administrator boolean not null,
  decision text not null check (decision in ('approve', 'decline')),
  comment text check (length(comment) between 1 and 2000),
  decided_at timestamptz(3) not null default now(),
  primary key (approval, user_id)
);
alter table app.approval_decisions enable row level security;
create policy system_all on app.approval_decisions to semblance_system using (true) with check (true);
grant all on app.approval_decisions to semblance_system;
comment on table app.approval_decisions is E'owner: people/spending\nWho decided on an approval; kept without their accounts.';

create table app.approval_stand_ins (
  approver uuid primary key references auth.users on delete cascade,
  organization uuid not null references public.organizations,
  stand_in uuid not null references auth.users on delete cascade,
  until timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  constraint approval_stand_ins__another check (approver <> stand_in)
);
create index approval_stand_ins__stand_in on app.approval_stand_ins (stand_in, until);
create index approval_stand_ins__organization on app.approval_stand_ins (organization);
alter table app.approval_stand_ins enable row level security;
create policy system_all on app.approval_stand_ins to semblance_system using (true) with check (true);
grant all on app.approval_stand_ins to semblance_system;
comment on table app.approval_stand_ins is E'owner: people/spending\nWho decides while an approver is away.';

create table app.purchase_references (
  offer_id text primary key references public.offers,
  organization uuid not null references public.organizations,
  purchase_order text check (length(purchase_order) between 1 and 60),
  cost_center text check (length(cost_center) between 1 and 60),
  updated_at timestamptz(3) not null default now()
);
create index purchase_references__organization on app.purchase_references (organization);
alter table app.purchase_references enable row level security;
create policy system_all on app.purchase_references to semblance_system using (true) with check (true);
grant all on app.purchase_references to semblance_system;
comment on table app.purchase_references is E'owner: people/spending\nThe buyer''s own references of a purchase, which the vendor does not read.';

alter table public.payments add column limit_user uuid;
comment on column public.payments.limit_user is 'Whose monthly limit it counts for: the approver''s, if it was approved; null: created_by''s.';

alter table public.invoices
  add column purchase_order text,
  add column cost_center text;
comment on column public.invoices.purchase_order is 'The buyer''s reference when it was issued.';

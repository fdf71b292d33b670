-- Privacy accounts: what measurements of one body of original data may tell is added up, whichever contracts they serve.

create sequence public.source_number start 8001;

create table public.sources (
  id text primary key default 'SRC-' || nextval('public.source_number'),
  vendor uuid not null references public.organizations on delete cascade,
  name text not null check (length(name) between 1 and 200),
  rho_limit_billionths bigint not null check (rho_limit_billionths > 0),
  rho_reserved_billionths bigint not null default 0 check (rho_reserved_billionths >= 0),
  rho_spent_billionths bigint not null default 0 check (rho_spent_billionths >= 0),
  limit_raised_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint sources__name unique (vendor, name),
  constraint sources__within_limit
    check (rho_reserved_billionths + rho_spent_billionths <= rho_limit_billionths)
);
create index sources__newest on public.sources (vendor, created_at desc, id desc);
comment on table public.sources is 'owner: delivery/sources';
comment on column public.sources.rho_limit_billionths is 'What all measurements together may spend, as zero-concentrated differential privacy; whole numbers add up exactly.';
comment on column public.sources.rho_reserved_billionths is 'Sum of the open reservations in source_spendings.';

create table public.source_spendings (
  id uuid primary key default gen_random_uuid(),
  source_id text not null references public.sources on delete cascade,
  vendor uuid not null references public.organizations on delete cascade,
  purpose text not null check (purpose in ('preview', 'delivery')),
  subject text not null,
  deal text not null,
  state text not null default 'reserved' check (state in ('reserved', 'spent', 'released')),
  rho_billionths bigint not null check (rho_billionths > 0),
  delta float8 not null check (delta > 0 and delta < 1),
  measured_at timestamptz(3),
  rho_before_billionths bigint check (rho_before_billionths >= 0),
  delta_before float8 check (delta_before >= 0 and delta_before < 1),
  limit_then_billionths bigint,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  constraint source_spendings__ended check ((state = 'reserved') = (ended_at is null)),
  constraint source_spendings__measured check ((state = 'spent') <= (measured_at is not null)),
  constraint source_spendings__account check (
    (state = 'spent') = (rho_before_billionths is not null and delta_before is not null and limit_then_billionths is not null)
  ),
  constraint source_spendings__released check ((state = 'released') <= (measured_at is null))
);
create index source_spendings__source on public.source_spendings (source_id, created_at desc, id desc);
create index source_spendings__subject on public.source_spendings (subject);
create index source_spendings__deal on public.source_spendings (deal, created_at desc);
create index source_spendings__vendor on public.source_spendings (vendor);
create unique index source_spendings__one_open on public.source_spendings (purpose, subject)
  where state = 'reserved';
comment on table public.source_spendings is 'owner: delivery/sources';
comment on column public.source_spendings.subject is 'ID of the delivery or sample that is measured.';
comment on column public.source_spendings.deal is 'ID of the contract or offer that it serves.';
comment on column public.source_spendings.rho_before_billionths is 'What the source had spent before; with delta_before and the limit of that moment.';
comment on column public.source_spendings.rho_billionths is 'Reserved, then spent: never more than was reserved.';
comment on column public.source_spendings.measured_at is 'When the first count was about to be made; from then on nothing is released.';

create table app.source_prints (
  vendor uuid not null references public.organizations on delete cascade,
  kind text not null check (kind in ('sha256')),
  value text not null,
  spending_id uuid not null references public.source_spendings on delete cascade,
  primary key (vendor, kind, value, spending_id)
);
create index source_prints__spending on app.source_prints (spending_id);
comment on table app.source_prints is 'owner: delivery/sources';
comment on column app.source_prints.value is 'The SHA-256 of a measured file, in lower-case hexadecimal.';
alter table app.source_prints enable row level security;
create policy system_all on app.source_prints to semblance_system using (true) with check (true);
grant select, insert on app.source_prints to semblance_system;

alter table public.sources enable row level security;
alter table public.source_spendings enable row level security;
create policy vendor_reads on public.sources for select to anon, authenticated
  using (vendor = any ((select app.org_ids())::uuid[]));
create policy vendor_reads on public.source_spendings for select to anon, authenticated
  using (vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.sources to semblance_system using (true) with check (true);
create policy system_all on public.source_spendings to semblance_system using (true) with check (true);
grant select on public.sources, public.source_spendings to anon, authenticated;
grant all on public.sources, public.source_spendings to semblance_system;
grant usage on sequence public.source_number to semblance_system;

-- Groups of like contracts, from which forms say what is realistic: each contract is in one group for good.

create table app.price_groups (
  key text primary key check (length(key) between 1 and 200),
  contracts integer not null check (contracts >= 5),
  vendors integer not null check (vendors >= 3),
  low_cents bigint not null check (low_cents >= 0),
  high_cents bigint not null check (high_cents >= low_cents),
  low_days integer not null check (low_days >= 0),
  high_days integer not null check (high_days >= low_days),
  since timestamptz(3) not null,
  updated_at timestamptz(3) not null default now()
);
alter table app.price_groups enable row level security;
create policy system_all on app.price_groups to semblance_system using (true) with check (true);
grant all on app.price_groups to semblance_system;
comment on table app.price_groups is E'owner: market/price-estimates\nThe rounded middle half of prices and days of a group of completed contracts; no group shares a contract with another.';

create table app.price_group_contracts (
  contract_id text primary key references public.contracts on delete cascade,
  key text not null
);
create index price_group_contracts__of_group on app.price_group_contracts (key);
alter table app.price_group_contracts enable row level security;
create policy system_all on app.price_group_contracts to semblance_system using (true) with check (true);
grant all on app.price_group_contracts to semblance_system;
comment on table app.price_group_contracts is E'owner: market/price-estimates\nThe group of each counted contract; contracts join it in batches of five or more, and never leave.';

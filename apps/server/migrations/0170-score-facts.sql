-- What ended contracts say of their vendors, recorded once, and which companies were ever found to be related.

create table app.score_facts (
  contract_id text primary key references public.contracts on delete cascade,
  place bigint not null generated always as identity,
  vendor uuid not null references public.organizations on delete cascade,
  client uuid not null references public.organizations on delete cascade,
  ended_at timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  accuracy_percent double precision,
  expected_percent double precision,
  accuracy double precision check (accuracy between 0 and 1),
  gate smallint check (gate between 0 and 1),
  punctuality smallint not null check (punctuality between 0 and 1)
);
create unique index score_facts__of_vendor on app.score_facts (vendor, place);
create index score_facts__client on app.score_facts (client);
alter table app.score_facts enable row level security;
create policy system_all on app.score_facts to semblance_system using (true) with check (true);
grant select, insert, delete on app.score_facts to semblance_system;
comment on table app.score_facts is E'owner: market/vendor-scores\nThe shares that ended contracts earn their vendors, as recorded once; copies of listed twins have none.';
comment on column app.score_facts.place is 'The order in which facts form groups: later ones never come before.';
comment on column app.score_facts.expected_percent is 'The greater of what was agreed and what the engine of that day let expect; null without either.';
comment on column app.score_facts.gate is '1: no attempt missed an agreed term; null without a delivery.';

create table app.related_companies (
  vendor uuid not null references public.organizations on delete cascade,
  client uuid not null references public.organizations on delete cascade,
  found_at timestamptz(3) not null,
  primary key (vendor, client)
);
create index related_companies__client on app.related_companies (client);
alter table app.related_companies enable row level security;
create policy system_all on app.related_companies to semblance_system using (true) with check (true);
grant select, insert, delete on app.related_companies to semblance_system;
comment on table app.related_companies is E'owner: market/vendor-scores\nVendors and clients that were recognized as related; for good.';

create index contracts__paid_and_ended on public.contracts (id)
  where status in ('completed', 'cancelled') and funded_at is not null;

-- A copy of a listed twin is no work in its category: it makes no record.
create or replace function app.count_completed() returns trigger
  language plpgsql security definer set search_path = pg_catalog
as $$
begin
  insert into public.vendor_records as r (vendor, category, completed, on_time, price_cents_sum)
  select new.vendor, d.category, 1,
    coalesce((new.delivered_at <= app.delivery_due(new, new.delivered_at))::integer, 0), new.price_cents
  from public.dprs d where d.id = new.dpr_id and d.listing_id is null
  on conflict (vendor, category) do update set completed = r.completed + 1, on_time = r.on_time + excluded.on_time,
    price_cents_sum = r.price_cents_sum + excluded.price_cents_sum;
  return null;
end $$;

-- Tickets that go to a vendor within the support period of a contract, and shipments of physical media.

alter table public.support_tickets add column vendor uuid references public.organizations;
create index support_tickets__received on public.support_tickets (vendor, updated_at desc, id desc) where vendor is not null;
alter table public.support_messages add column from_vendor boolean not null default false;
comment on column public.support_tickets.vendor is 'Who answers it, as the terms of its contract say; null for staff.';

create table app.shipping_addresses (
  contract_id text primary key references public.contracts,
  address text not null check (length(btrim(address)) between 1 and 1000),
  updated_by uuid references auth.users on delete set null,
  updated_at timestamptz(3) not null default now()
);
alter table app.shipping_addresses enable row level security;
create policy system_all on app.shipping_addresses to semblance_system using (true) with check (true);
grant all on app.shipping_addresses to semblance_system;
comment on table app.shipping_addresses is E'owner: delivery/shipments\nWhere the client of a contract wants media shipped to.';

create table app.shipments (
  id uuid primary key default uuidv7(),
  contract_id text not null references public.contracts,
  delivery_id uuid not null references public.deliveries on delete cascade,
  medium text not null check (length(btrim(medium)) between 1 and 200),
  encryption text not null check (length(btrim(encryption)) between 1 and 200),
  carrier text not null check (length(btrim(carrier)) between 1 and 100),
  tracking text check (length(btrim(tracking)) between 1 and 100),
  address text not null,
  sent_on date not null,
  stated_at timestamptz(3) not null default now(),
  stated_by uuid references auth.users on delete set null,
  arrived_as text check (arrived_as in ('intact', 'damaged', 'lost')),
  arrived_on date,
  arrival_stated_at timestamptz(3),
  arrival_stated_by uuid references auth.users on delete set null,
  constraint shipments__arrival check ((arrived_as is null) = (arrival_stated_at is null)),
  constraint shipments__arrived_on check ((arrived_on is null) = (arrived_as is null or arrived_as = 'lost'))
);
create index shipments__listed on app.shipments (contract_id, id desc);
create index shipments__of_delivery on app.shipments (delivery_id);
alter table app.shipments enable row level security;
create policy system_all on app.shipments to semblance_system using (true) with check (true);
grant all on app.shipments to semblance_system;
comment on table app.shipments is E'owner: delivery/shipments\nWhat the parties state about media that a vendor shipped; the platform has seen none of it.';
comment on column app.shipments.address is 'The address as it was when the vendor stated the shipment.';

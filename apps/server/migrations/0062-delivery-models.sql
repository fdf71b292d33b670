-- The model behind each delivery: what was measured of the original once, from which its twin was drawn.

create table app.delivery_models (
  delivery_id uuid primary key references public.deliveries on delete cascade,
  storage_key text not null unique,
  bytes bigint not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  key_id uuid not null references app.delivery_keys,
  created_at timestamptz(3) not null default now()
);
create index delivery_models__key on app.delivery_models (key_id);
comment on table app.delivery_models is 'owner: delivery/deliveries';
comment on column app.delivery_models.storage_key is 'The blob, sealed under the key of the delivery''s files. No one can download it.';
alter table app.delivery_models enable row level security;
create policy system_all on app.delivery_models to semblance_system using (true) with check (true);
grant select, insert, delete on app.delivery_models to semblance_system;

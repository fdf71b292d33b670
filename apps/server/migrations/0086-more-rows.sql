-- A client may draw more rows from what was measured for a delivery where its contract says so.

alter table public.dprs add column more_rows jsonb check (jsonb_typeof(more_rows) = 'object');
grant insert (more_rows) on public.dprs to authenticated;
comment on column public.dprs.more_rows is 'MoreRows that the client asks for; null: none.';

alter table public.offers add column more_rows jsonb check (jsonb_typeof(more_rows) = 'object');
grant insert (more_rows) on public.offers to authenticated;
comment on column public.offers.more_rows is 'MoreRows that the vendor grants; its contract has the same. Null: none.';

create table public.row_draws (
  id uuid primary key default uuidv7(),
  delivery_id uuid not null references public.deliveries,
  contract_id text not null references public.contracts,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  number int not null check (number > 0),
  asked_by uuid references auth.users on delete set null,
  rows int not null check (rows > 0),
  conditions jsonb not null check (jsonb_typeof(conditions) = 'array'),
  seed bigint not null check (seed >= 0 and seed < 4294967296),
  status text not null default 'queued' check (status in ('queued', 'ready', 'refused')),
  reason text,
  jws text,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  unique (contract_id, number),
  check ((status = 'queued') = (finished_at is null)),
  check ((status = 'refused') = (reason is not null)),
  check ((status = 'ready') = (jws is not null))
);
comment on table public.row_draws is 'owner: delivery/draws
Rows that a client has drawn from what was measured for a delivery, free of privacy cost.';
comment on column public.row_draws.number is 'Place among the draws of the contract; in the names of the files.';
comment on column public.row_draws.conditions is 'DrawCondition[]: only rows that meet all of them.';
comment on column public.row_draws.seed is 'Chosen at random and public: with model and engine version it gives the same rows again.';
comment on column public.row_draws.reason is 'Why there are no rows, for the client.';
comment on column public.row_draws.jws is 'The certificate of the draw.';
create unique index row_draws__open on public.row_draws (contract_id) where status = 'queued';
create index row_draws__of_contract on public.row_draws (contract_id, created_at desc, id desc);
create index row_draws__delivery on public.row_draws (delivery_id);
create index row_draws__client on public.row_draws (client);
create index row_draws__vendor on public.row_draws (vendor);
create index row_draws__asked_by on public.row_draws (asked_by) where asked_by is not null;

alter table public.row_draws enable row level security;
create policy party_reads on public.row_draws for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy system_all on public.row_draws to semblance_system using (true) with check (true);
grant select on public.row_draws to anon, authenticated;
grant select, insert, update on public.row_draws to semblance_system;

alter table public.delivery_files add column draw_id uuid references public.row_draws;
create index delivery_files__draw_id on public.delivery_files (draw_id) where draw_id is not null;
comment on column public.delivery_files.draw_id is 'The draw that the file belongs to; null for what was delivered.';
grant select (draw_id) on public.delivery_files to anon, authenticated;

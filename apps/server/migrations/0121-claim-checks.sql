-- Claims that a client has measured before it opens a dispute.

create table app.claim_checks (
  contract_id text primary key references public.contracts on delete cascade,
  id uuid not null unique default uuidv7(),
  delivery_id uuid not null references public.deliveries on delete cascade,
  claims jsonb not null check (jsonb_typeof(claims) = 'array'),
  judged jsonb check (jsonb_typeof(judged) = 'array'),
  created_at timestamptz(3) not null
);
create index claim_checks__delivery on app.claim_checks (delivery_id);
alter table app.claim_checks enable row level security;
create policy system_all on app.claim_checks to semblance_system using (true) with check (true);
grant all on app.claim_checks to semblance_system;
comment on table app.claim_checks is E'owner: delivery/findings\nThe newest claims that the client of a contract had measured for itself alone; another measurement takes their place.';
comment on column app.claim_checks.judged is 'Judgements in the order of the claims; null until they are measured.';

-- Webhooks: endpoints of organizations, and a row for each event that goes to one of them.

create table app.webhook_endpoints (
  id uuid primary key,
  organization uuid not null references public.organizations,
  url text not null check (length(url) between 1 and 2000),
  types text[] not null check (cardinality(types) > 0),
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_until timestamptz(3),
  state text not null default 'enabled' check (state in ('enabled', 'disabled')),
  disabled_as text check (disabled_as in ('by_administrator', 'gone', 'unanswered')),
  failing_since timestamptz(3),
  slow_until timestamptz(3),
  claimed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint webhook_endpoints__disabled_for_a_reason check ((state = 'disabled') = (disabled_as is not null)),
  constraint webhook_endpoints__overlap_ends check ((previous_secret_sealed is null) = (previous_until is null))
);
create index webhook_endpoints__listed on app.webhook_endpoints (organization, created_at desc, id desc);
alter table app.webhook_endpoints enable row level security;
create policy system_all on app.webhook_endpoints to semblance_system using (true) with check (true);
grant all on app.webhook_endpoints to semblance_system;
comment on table app.webhook_endpoints is E'owner: core/webhooks\nWhere events of an organization are sent.';
comment on column app.webhook_endpoints.secret_sealed is 'Sealed under the organization''s data key; signs what is sent.';
comment on column app.webhook_endpoints.previous_secret_sealed is 'Signs too, until previous_until.';
comment on column app.webhook_endpoints.failing_since is 'The first failure since the last success; null if the last attempt succeeded.';
comment on column app.webhook_endpoints.slow_until is 'Until when it gets fewer places, because an attempt took long.';
comment on column app.webhook_endpoints.claimed_at is 'When a server last claimed an event for it: endpoints take turns.';

create table app.webhook_deliveries (
  id uuid primary key default uuidv7(),
  endpoint uuid not null references app.webhook_endpoints on delete cascade,
  event_id uuid not null,
  type text not null,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_at timestamptz(3) default now(),
  sending_until timestamptz(3),
  attempted_at timestamptz(3),
  last_status smallint,
  last_failure text,
  last_answer text,
  last_ms integer,
  created_at timestamptz(3) not null default now(),
  constraint webhook_deliveries__pending_is_due check ((state = 'pending') = (next_at is not null)),
  constraint webhook_deliveries__sent_while_pending check (sending_until is null or state = 'pending')
);
create index webhook_deliveries__listed on app.webhook_deliveries (endpoint, id desc);
create index webhook_deliveries__due on app.webhook_deliveries (endpoint, next_at, id) where state = 'pending';
create index webhook_deliveries__sending on app.webhook_deliveries (endpoint) where sending_until is not null;
alter table app.webhook_deliveries enable row level security;
create policy system_all on app.webhook_deliveries to semblance_system using (true) with check (true);
grant all on app.webhook_deliveries to semblance_system;
comment on table app.webhook_deliveries is E'owner: core/webhooks\nEvents on their way to endpoints, and for 30 days what became of them.';
comment on column app.webhook_deliveries.event_id is 'The header webhook-id, the same for every attempt.';
comment on column app.webhook_deliveries.sending_until is 'Until when the server that claimed it may take; after that another one sends it again.';
comment on column app.webhook_deliveries.last_answer is 'The beginning of the last answer.';

-- Answers of changes that carried an Idempotency-Key, so that a repeated request has one effect.

create table app.idempotency_keys (
  owner uuid not null references auth.users on delete cascade,
  key text not null check (length(key) between 1 and 255),
  operation text not null,
  request_hash bytea not null check (length(request_hash) = 32),
  answer jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (owner, key)
);
create index idempotency_keys__age on app.idempotency_keys (created_at);
alter table app.idempotency_keys enable row level security;
create policy system_all on app.idempotency_keys to semblance_system using (true) with check (true);
grant all on app.idempotency_keys to semblance_system;
comment on table app.idempotency_keys is E'owner: core/api\nThe answer of each change that carried an Idempotency-Key, for 24 hours. Answers with secrets are not stored.';

-- The log of what programs asked for by their keys, which their organization reads.

create table app.api_requests (
  id uuid primary key default uuidv7(),
  organization uuid not null references public.organizations,
  key_id uuid not null references app.api_keys on delete cascade,
  operation text not null,
  status smallint not null,
  code text,
  ms integer not null,
  request_id text not null,
  at timestamptz(3) not null
);
create index api_requests__listed on app.api_requests (organization, id desc);
create index api_requests__of_key on app.api_requests (key_id, id desc);
create index api_requests__refused on app.api_requests (organization, id desc) where status >= 400;
create index api_requests__refused_of_key on app.api_requests (key_id, id desc) where status >= 400;
alter table app.api_requests enable row level security;
create policy system_all on app.api_requests to semblance_system using (true) with check (true);
grant all on app.api_requests to semblance_system;
comment on table app.api_requests is E'owner: core/request-log\nRequests by keys, for 30 days, without their content.';
comment on column app.api_requests.operation is 'The procedure, or method and path of what is none.';
comment on column app.api_requests.code is 'The code of the error; null where there is none.';

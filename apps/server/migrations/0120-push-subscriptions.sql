-- Browsers that show notifications of their user by the Push API.

create table app.push_subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  session_id uuid not null references auth.sessions on delete cascade,
  endpoint text not null unique check (length(endpoint) between 1 and 1000),
  p256dh text not null check (length(p256dh) between 1 and 200),
  auth text not null check (length(auth) between 1 and 100),
  created_at timestamptz(3) not null default now()
);
create index push_subscriptions__user on app.push_subscriptions (user_id, created_at);
create index push_subscriptions__session on app.push_subscriptions (session_id);
alter table app.push_subscriptions enable row level security;
create policy system_all on app.push_subscriptions to semblance_system using (true) with check (true);
grant all on app.push_subscriptions to semblance_system;
comment on table app.push_subscriptions is E'owner: core/notifications\nBrowsers that show the notifications of their user; a row ends with its session, or when the push service says that it is gone.';

-- Commits that announce wait for each other. A server that announces by itself after its commits says so in its
-- sessions; for everybody else the trigger goes on.

create or replace function app.announce_events() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if current_setting('semblance.announces_after_commit', true) is distinct from 'on' then
    notify semblance_events;
  end if;
  return null;
end $$;

-- Roles every request runs as, and the functions by which policies know the caller.

do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
  if not exists (select from pg_roles where rolname = 'semblance_system') then create role semblance_system nologin; end if;
exception when unique_violation or duplicate_object then null; -- another database of the same cluster was faster
end $$;

grant anon, authenticated, semblance_system to current_user;

create schema app;
grant usage on schema app, public to anon, authenticated, semblance_system;
revoke all on schema public from public;

alter default privileges revoke execute on functions from public;

create function app.claims() returns jsonb
  language sql stable
  return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
comment on function app.claims() is 'Claims of the caller, set by the server for one transaction; empty outside a request.';

create function app.user_id() returns uuid
  language sql stable
  return (app.claims() ->> 'sub')::uuid;

create function app.org_ids() returns uuid[]
  language sql stable
  return array(select jsonb_array_elements_text(coalesce(app.claims() -> 'org_ids', '[]'))::uuid);
comment on function app.org_ids() is 'Organizations the caller acts for: one for a member, the sample organizations for a visitor.';

create function app.is_staff() returns boolean
  language sql stable
  return coalesce((app.claims() ->> 'is_staff')::boolean, false);

grant execute on function app.claims(), app.user_id(), app.org_ids(), app.is_staff()
  to anon, authenticated, semblance_system;

-- Jobs are asked for inside the transaction that needs them; the queue's own tables stay out of reach.
create function app.add_job(name text, payload json, queue text, attempts integer, key text) returns void
  language sql security definer set search_path = pg_catalog
  as $$ select graphile_worker.add_job(name, payload, queue_name => queue, max_attempts => attempts, job_key => key) $$;
grant execute on function app.add_job(text, json, text, integer, text) to semblance_system;

create function app.queue_is_ready() returns boolean
  language sql stable security definer set search_path = pg_catalog
  as $$ select exists (select from graphile_worker.migrations) $$;
grant execute on function app.queue_is_ready() to semblance_system;

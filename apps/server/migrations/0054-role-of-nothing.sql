-- A statement that would run outside a transaction, so without a caller, may read and change nothing.

do $$
begin
  if not exists (select from pg_roles where rolname = 'semblance_none') then create role semblance_none nologin; end if;
exception when unique_violation or duplicate_object then null; -- another database of the same cluster was faster
end $$;

grant semblance_none to current_user;

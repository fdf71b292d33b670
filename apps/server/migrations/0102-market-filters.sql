-- Filters of the marketplace: privacy level, and columns that a data contract asks for.

create index dprs__market_privacy on public.dprs (privacy_level, closes_at)
  where status in ('awaiting_offers', 'open');

create function app.contract_columns(content jsonb) returns text[]
  language sql immutable strict parallel safe
  set search_path = pg_catalog, pg_temp
  return array(select jsonb_path_query(content, 'lax $.schema[*].properties[*].name') #>> '{}');
comment on function app.contract_columns is 'The names of all columns of a data contract, in its order.';
grant execute on function app.contract_columns to anon, authenticated, semblance_system;

create index data_contracts__columns on public.data_contracts using gin (app.contract_columns(content));

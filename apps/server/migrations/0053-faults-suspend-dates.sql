-- A fault of the platform suspends the due day while it lasts, in every figure. Expand-only: servers
-- that do not know these columns run on, because triggers keep held_since.

alter table public.contracts add column held_since timestamptz(3);
comment on column public.contracts.held_since is 'Since when the platform holds its delivery; null while it holds none. Kept by a trigger on app.held_deliveries.';

create function app.mark_contract_held() returns trigger
  language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update public.contracts k set held_since = case when tg_op = 'DELETE' then null else new.held_at end
  from public.deliveries d
  where d.id = case when tg_op = 'DELETE' then old.delivery_id else new.delivery_id end and k.id = d.contract_id;
  return null;
end $$;
comment on function app.mark_contract_held is 'Copies the beginning of a hold to its contract, which reads it as part of its due time.';
revoke all on function app.mark_contract_held() from public;
create trigger mark_contract_held after insert or update or delete on app.held_deliveries
  for each row execute function app.mark_contract_held();
update public.contracts k set held_since = h.held_at
  from app.held_deliveries h join public.deliveries d on d.id = h.delivery_id where d.contract_id = k.id;

create function app.delivery_due(k public.contracts, p_at timestamptz) returns timestamptz
  language sql stable set search_path = pg_catalog
  as $$ select k.funded_at + k.timeline_days * interval '1 day' + k.held_ms * interval '1 millisecond'
    + greatest(p_at - coalesce(k.held_since, p_at), interval '0') $$;
comment on function app.delivery_due is 'The time at which a delivery is due, as seen at p_at: the agreed days after funding, later by the time for which the platform has held deliveries; null before funding. deliveryDue in market/contracts says the same of a loaded row.';
revoke all on function app.delivery_due(public.contracts, timestamptz) from public;
grant execute on function app.delivery_due(public.contracts, timestamptz) to anon, authenticated, semblance_system;

create or replace function app.count_completed() returns trigger
  language plpgsql security definer set search_path = pg_catalog
as $$
begin
  insert into public.vendor_records as r (vendor, category, completed, on_time, price_cents_sum)
  select new.vendor, d.category, 1,
    coalesce((new.delivered_at <= app.delivery_due(new, new.delivered_at))::integer, 0), new.price_cents
  from public.dprs d where d.id = new.dpr_id
  on conflict (vendor, category) do update set completed = r.completed + 1, on_time = r.on_time + excluded.on_time,
    price_cents_sum = r.price_cents_sum + excluded.price_cents_sum;
  return null;
end $$;

alter table public.uploads add column writer_process uuid;
comment on column public.uploads.writer_process is 'The process of the writer, by its lease in app.workers; once that lease has ended, another request may take over at once. Null where the writer has none.';

alter table public.offer_previews add column held_since timestamptz(3);
comment on column public.offer_previews.held_since is 'Since when no job makes it, because each has failed; its vendor or staff may try again. Null while one does.';

alter table app.incidents add column last_fault_at timestamptz(3);
comment on column app.incidents.last_fault_at is 'The last fault that a request or a job met; an incident without waiting jobs ends some minutes after it.';

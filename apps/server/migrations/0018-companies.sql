-- What anyone in the market may know of a company: its profile, its record and the reviews of its clients.

alter table public.organizations
  add column slug text,
  add column founded smallint check (founded between 1600 and 2100),
  add column employees text check (employees in ('1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5000+'));

create function app.slug_of(name text) returns text
  language sql immutable set search_path = pg_catalog
  return coalesce(nullif(trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')), ''), 'company');

-- A company keeps the address it was given first; a namesake's ends in digits of its ID.
create function app.give_slug() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  new.slug := app.slug_of(new.name);
  if exists (select from public.organizations o where o.slug = new.slug) then
    new.slug := new.slug || '-' || right(replace(new.id::text, '-', ''), 6);
  end if;
  return new;
end $$;
create trigger give_slug before insert on public.organizations for each row execute function app.give_slug();
update public.organizations o set slug = app.slug_of(o.name)
  || case when exists (select from public.organizations p where p.id < o.id and app.slug_of(p.name) = app.slug_of(o.name))
    then '-' || right(replace(o.id::text, '-', ''), 6) else '' end;
alter table public.organizations alter column slug set not null;
alter table public.organizations add constraint organizations__slug unique (slug);
create index organizations__by_name on public.organizations (lower(name), id) where is_active;
grant update (city, country, founded, employees) on public.organizations to authenticated;

-- Without a barrier, so that joins find a company by its index: callers bring no functions of their own that could look behind it.
create or replace view public.companies with (security_barrier = false) as
  select id, name, industry, city, country, website, description, is_client, is_vendor, is_sample, created_at, slug, founded, employees
  from public.organizations
  where is_active and (is_sample or current_user <> 'anon');

create table public.reviews (
  id uuid primary key default uuidv7(),
  contract_id text not null unique references public.contracts,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  user_id uuid references auth.users on delete set null,
  project text not null,
  rating smallint not null check (rating between 1 and 5),
  comment text not null check (length(btrim(comment)) between 1 and 5000),
  reply text check (length(btrim(reply)) between 1 and 5000),
  replied_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint reviews__replied check ((reply is null) = (replied_at is null))
);
create index reviews__of_vendor on public.reviews (vendor, id desc);
alter table public.reviews enable row level security;
create policy company_readers_read on public.reviews for select to anon, authenticated
  using (exists (select from public.companies c where c.id = vendor));
create policy system_all on public.reviews to semblance_system using (true) with check (true);
grant select on public.reviews to anon, authenticated;
grant all on public.reviews to semblance_system;

-- A vendor's record by category, and its stars: counted as they happen, so that ranking reads a few rows.
create table public.vendor_records (
  vendor uuid not null references public.organizations,
  category text not null,
  completed integer not null default 0,
  on_time integer not null default 0,
  price_cents_sum numeric(20) not null default 0,
  primary key (vendor, category)
);
create index vendor_records__of_category on public.vendor_records (category, completed desc, vendor);
create table public.company_ratings (
  company uuid primary key references public.organizations,
  stars integer[] not null default '{0,0,0,0,0}' check (cardinality(stars) = 5)
);
comment on column public.company_ratings.stars is 'How many reviews gave one star, two, ... five.';

create function app.count_completed() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into public.vendor_records as r (vendor, category, completed, on_time, price_cents_sum)
  select new.vendor, d.category, 1,
    coalesce((new.delivered_at <= new.funded_at + new.timeline_days * interval '1 day')::integer, 0), new.price_cents
  from public.dprs d where d.id = new.dpr_id
  on conflict (vendor, category) do update set completed = r.completed + 1, on_time = r.on_time + excluded.on_time,
    price_cents_sum = r.price_cents_sum + excluded.price_cents_sum;
  return null;
end $$;
create trigger count_completed after update of status on public.contracts
  for each row when (new.status = 'completed' and old.status <> 'completed') execute function app.count_completed();
insert into public.vendor_records (vendor, category, completed, on_time, price_cents_sum)
  select k.vendor, d.category, count(*), count(*) filter (where k.delivered_at <= k.funded_at + k.timeline_days * interval '1 day'),
    sum(k.price_cents)
  from public.contracts k join public.dprs d on d.id = k.dpr_id where k.status = 'completed' group by 1, 2;

create function app.count_stars() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into public.company_ratings (company) values (new.vendor) on conflict do nothing;
  update public.company_ratings set stars[new.rating] = stars[new.rating] + 1 where company = new.vendor;
  return null;
end $$;
create trigger count_stars after insert on public.reviews for each row execute function app.count_stars();

alter table public.vendor_records enable row level security;
alter table public.company_ratings enable row level security;
create policy company_readers_read on public.vendor_records for select to anon, authenticated
  using (exists (select from public.companies c where c.id = vendor));
create policy company_readers_read on public.company_ratings for select to anon, authenticated
  using (exists (select from public.companies c where c.id = company));
create policy system_all on public.vendor_records to semblance_system using (true) with check (true);
create policy system_all on public.company_ratings to semblance_system using (true) with check (true);
grant select on public.vendor_records, public.company_ratings to anon, authenticated;
grant all on public.vendor_records, public.company_ratings to semblance_system;

create or replace function app.completed_contracts(company uuid) returns integer
  language sql stable security definer set search_path = pg_catalog
  return (select coalesce(sum(r.completed), 0)::integer from public.vendor_records r where r.vendor = company);
create function app.rating(company uuid) returns numeric
  language sql stable security definer set search_path = pg_catalog
  return (select round((stars[1] + 2 * stars[2] + 3 * stars[3] + 4 * stars[4] + 5 * stars[5])::numeric
      / nullif(stars[1] + stars[2] + stars[3] + stars[4] + stars[5], 0), 1)
    from public.company_ratings r where r.company = rating.company);
comment on function app.rating(uuid) is 'Mean stars to one decimal; null without reviews.';
grant execute on function app.slug_of(text), app.completed_contracts(uuid), app.rating(uuid) to anon, authenticated, semblance_system;

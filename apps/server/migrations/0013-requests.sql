-- What a request says beyond its first form, its drafts, questions and invitations; who looks for what.

alter table public.dprs
  add column specifications text[] not null default '{}',
  add column technical_requirements text[] not null default '{}',
  add column deliverables text[] not null default '{}',
  add column min_records bigint check (min_records between 1 and 1000000000),
  add column min_accuracy_percent smallint check (min_accuracy_percent between 50 and 100),
  add column sample_records integer check (sample_records between 1 and 100000),
  add column privacy_level text not null default 'standard' check (privacy_level in ('standard', 'high', 'maximum')),
  add column vendor_min_rating numeric(2, 1) check (vendor_min_rating between 1 and 5),
  add column vendor_min_completed integer check (vendor_min_completed between 1 and 10000),
  add column vendor_preferences text check (length(vendor_preferences) <= 2000),
  add column closes_at timestamptz(3) not null default now() + interval '30 days',
  add column closed_at timestamptz(3),
  add column client_name text not null default '';
comment on column public.dprs.closes_at is 'Until when it takes offers; a job then lets it expire.';
comment on column public.dprs.closed_at is 'When it was cancelled or expired.';
comment on column public.dprs.client_name is 'Copied from the organization and kept up with it, so that search and lists need no join.';

create function app.copy_client_name() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  new.client_name := (select o.name from public.organizations o where o.id = new.client);
  return new;
end $$;
create trigger copy_client_name before insert on public.dprs for each row execute function app.copy_client_name();
update public.dprs d set client_name = o.name from public.organizations o where o.id = d.client;

create function app.rename_client() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.dprs set client_name = new.name where client = new.id;
  return null;
end $$;
create trigger rename_client after update of name on public.organizations
  for each row when (old.name is distinct from new.name) execute function app.rename_client();

-- The market: read as the system (its rule is public), so that search may use its index.
alter table public.dprs drop column search;
alter table public.dprs add column search tsvector not null generated always as (
  setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', client_name), 'B')
  || setweight(to_tsvector('english', description || ' ' || use_case), 'C')) stored;

create function app.market_query(search text) returns tsquery
  language sql immutable parallel safe set search_path = pg_catalog
  as $$
    select case
      when search !~ '(^|\s)[^-"\s]\S*[[:alnum:]]$' or (length(search) - length(replace(search, '"', ''))) % 2 = 1 then words
      when numnode(words) = 0 then to_tsquery('simple', quote_literal(substring(search from '[[:alnum:]]+$')) || ':*')
      else (words::text || case when right(words::text, 1) = '''' then ':*' else '' end)::tsquery
    end
    from (select websearch_to_tsquery('english', search) as words) typed
  $$;
comment on function app.market_query(text) is 'What a person typed into the search box, as web searches are written; the last word may be unfinished, from its second letter on.';
grant execute on function app.market_query(text) to anon, authenticated, semblance_system;

drop index public.dprs__market;
drop index public.dprs__market_category;
-- Without a pending list, through which every search would have to read.
create index dprs__market_search on public.dprs using gin (search) with (fastupdate = off) where status in ('awaiting_offers', 'open');
create index dprs__market_newest on public.dprs (created_at desc, id desc) where status in ('awaiting_offers', 'open');
create index dprs__market_budget_high on public.dprs (budget_max_cents desc, id desc)
  include (budget_min_cents, timeline_days, category, closes_at) where status in ('awaiting_offers', 'open');
create index dprs__market_budget_low on public.dprs (budget_min_cents, id)
  include (budget_max_cents, timeline_days, category, closes_at) where status in ('awaiting_offers', 'open');
create index dprs__market_deadline on public.dprs (closes_at, id) where status in ('awaiting_offers', 'open');
create index dprs__market_offers on public.dprs (offers_count desc, id desc) where status in ('awaiting_offers', 'open');
create index dprs__market_category_newest on public.dprs (category, created_at desc, id desc) where status in ('awaiting_offers', 'open');
create index dprs__market_category_budget_high on public.dprs (category, budget_max_cents desc, id desc) where status in ('awaiting_offers', 'open');
create index dprs__market_category_budget_low on public.dprs (category, budget_min_cents, id) where status in ('awaiting_offers', 'open');
create index dprs__market_category_deadline on public.dprs (category, closes_at, id) where status in ('awaiting_offers', 'open');
create index dprs__market_category_offers on public.dprs (category, offers_count desc, id desc) where status in ('awaiting_offers', 'open');
-- Counts under any filter read these alone, or those of the budgets.
create index dprs__market_filters on public.dprs (category, timeline_days, budget_min_cents, budget_max_cents, closes_at)
  where status in ('awaiting_offers', 'open');
create index dprs__market_timeline on public.dprs (timeline_days, closes_at) where status in ('awaiting_offers', 'open');
create index organizations__vendors on public.organizations (industry, id desc) where is_vendor and is_active;

-- The client's own list in each of its orders; the newest read backwards are the oldest.
create index dprs__own_newest on public.dprs (client, created_at desc, id desc);
create index dprs__own_offers on public.dprs (client, offers_count desc, id desc);
create index dprs__own_budget_high on public.dprs (client, budget_max_cents desc, id desc);
create index dprs__own_budget_low on public.dprs (client, budget_min_cents, id);
create index dprs__own_deadline on public.dprs (client, closes_at, id);

grant insert (specifications, technical_requirements, deliverables, min_records, min_accuracy_percent, sample_records,
  privacy_level, vendor_min_rating, vendor_min_completed, vendor_preferences, closes_at) on public.dprs to authenticated;

-- Asked once a query, not once a row.
alter policy staff_read on public.dprs using ((select app.is_staff()));
alter policy staff_read on public.offers using ((select app.is_staff()));
alter policy staff_read on public.contracts using ((select app.is_staff()));

create table public.dpr_drafts (
  id uuid primary key default uuidv7(),
  client uuid not null references public.organizations,
  created_by uuid references auth.users on delete set null,
  title text not null default '' check (length(title) <= 200),
  content jsonb not null check (pg_column_size(content) <= 100000),
  updated_at timestamptz(3) not null default now()
);
comment on column public.dpr_drafts.content is 'The form as typed, however incomplete.';
create index dpr_drafts__own on public.dpr_drafts (client, updated_at desc, id desc);
alter table public.dpr_drafts enable row level security;
create policy client_reads on public.dpr_drafts for select to anon, authenticated using (client = any ((select app.org_ids())::uuid[]));
create policy client_creates on public.dpr_drafts for insert to authenticated with check (client = any ((select app.org_ids())::uuid[]));
create policy client_updates on public.dpr_drafts for update to authenticated using (client = any ((select app.org_ids())::uuid[]));
create policy client_deletes on public.dpr_drafts for delete to authenticated using (client = any ((select app.org_ids())::uuid[]));
create policy system_all on public.dpr_drafts to semblance_system using (true) with check (true);
grant select on public.dpr_drafts to anon, authenticated;
grant insert (client, created_by, title, content), update (title, content, updated_at), delete on public.dpr_drafts to authenticated;
grant all on public.dpr_drafts to semblance_system;

create table public.dpr_questions (
  id uuid primary key default uuidv7(),
  dpr_id text not null references public.dprs,
  client uuid not null references public.organizations,
  vendor uuid not null references public.organizations,
  asked_by uuid references auth.users on delete set null,
  question text not null check (length(btrim(question)) between 1 and 2000),
  answer text check (length(btrim(answer)) between 1 and 5000),
  created_at timestamptz(3) not null default now(),
  answered_at timestamptz(3),
  constraint dpr_questions__answered check ((answer is null) = (answered_at is null)),
  constraint dpr_questions__not_own_request check (client <> vendor)
);
comment on column public.dpr_questions.vendor is 'Who asked; told to the client only.';
create index dpr_questions__of_request on public.dpr_questions (dpr_id, id);
alter table public.dpr_questions enable row level security;
create policy request_readers_read on public.dpr_questions for select to anon, authenticated
  using (exists (select from public.dprs d where d.id = dpr_id));
create policy vendor_asks on public.dpr_questions for insert to authenticated
  with check (vendor = any ((select app.org_ids())::uuid[]) and app.takes_offers(dpr_id, client));
create policy client_answers on public.dpr_questions for update to authenticated using (client = any ((select app.org_ids())::uuid[]));
create policy system_all on public.dpr_questions to semblance_system using (true) with check (true);
grant select on public.dpr_questions to anon, authenticated;
grant insert (dpr_id, client, vendor, asked_by, question), update (answer, answered_at) on public.dpr_questions to authenticated;
grant all on public.dpr_questions to semblance_system;

create table public.dpr_invitations (
  dpr_id text not null references public.dprs,
  vendor uuid not null references public.organizations,
  client uuid not null references public.organizations,
  invited_by uuid references auth.users on delete set null,
  message text check (length(message) <= 2000),
  created_at timestamptz(3) not null default now(),
  primary key (dpr_id, vendor),
  constraint dpr_invitations__not_own_request check (client <> vendor)
);
create index dpr_invitations__of_request on public.dpr_invitations (dpr_id, created_at desc, vendor desc);
create index dpr_invitations__received on public.dpr_invitations (vendor, created_at desc, dpr_id desc);
alter table public.dpr_invitations enable row level security;
create policy party_reads on public.dpr_invitations for select to anon, authenticated
  using (client = any ((select app.org_ids())::uuid[]) or vendor = any ((select app.org_ids())::uuid[]));
create policy client_invites on public.dpr_invitations for insert to authenticated
  with check (client = any ((select app.org_ids())::uuid[]) and app.takes_offers(dpr_id, client));
create policy system_all on public.dpr_invitations to semblance_system using (true) with check (true);
grant select on public.dpr_invitations to anon, authenticated;
grant insert (dpr_id, vendor, client, invited_by, message) on public.dpr_invitations to authenticated;
grant all on public.dpr_invitations to semblance_system;

create table public.saved_searches (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  organization uuid not null references public.organizations,
  name text not null check (length(btrim(name)) between 1 and 100),
  search text not null default '' check (length(search) <= 200),
  category text check (category in ('retail', 'healthcare', 'finance', 'technology', 'iot')),
  sort text not null default 'newest' check (sort in ('newest', 'budget-high', 'budget-low', 'deadline', 'offers')),
  alerts boolean not null default true,
  matched_dpr text references public.dprs,
  matched_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
comment on column public.saved_searches.matched_dpr is 'The request its owner was last told of; a job that runs twice tells once.';
create index saved_searches__own on public.saved_searches (user_id, id desc);
create index saved_searches__alerting on public.saved_searches (category, id) where alerts;
alter table public.saved_searches enable row level security;
create policy own_reads on public.saved_searches for select to authenticated using (user_id = app.user_id());
create policy own_creates on public.saved_searches for insert to authenticated
  with check (user_id = app.user_id() and organization = any ((select app.org_ids())::uuid[]));
create policy own_updates on public.saved_searches for update to authenticated using (user_id = app.user_id());
create policy own_deletes on public.saved_searches for delete to authenticated using (user_id = app.user_id());
create policy system_all on public.saved_searches to semblance_system using (true) with check (true);
grant select, delete on public.saved_searches to authenticated;
grant insert (user_id, organization, name, search, category, sort, alerts), update (name, alerts) on public.saved_searches to authenticated;
grant all on public.saved_searches to semblance_system;

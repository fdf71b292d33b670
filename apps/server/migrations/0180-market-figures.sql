-- Figures of closed calendar quarters about the market: computed once, the same for every reader.

create table app.market_figures (
  market text not null check (market in ('real', 'sample')),
  kind text not null check (kind in ('requests', 'offers')),
  starts_on date not null check (extract(day from starts_on) = 1 and extract(month from starts_on) in (1, 4, 7, 10)),
  figures jsonb not null check (jsonb_typeof(figures) = 'object'),
  computed_at timestamptz(3) not null,
  primary key (market, kind, starts_on)
);
alter table app.market_figures enable row level security;
create policy system_all on app.market_figures to semblance_system using (true) with check (true);
grant select, insert, delete on app.market_figures to semblance_system;
comment on table app.market_figures is E'owner: overview/insights\nWhat is published of a closed quarter, for good; only those of samples are deleted, with their set.';
comment on column app.market_figures.kind is 'requests: posted in the quarter. offers: decided in the quarter.';

create index dprs__posted on public.dprs (created_at) where listing_id is null;
create index offers__decided on public.offers (decided_at) where decided_at is not null;

-- Prices of a group stand on five organizations of each side besides whoever reads them. Groups that do not are
-- shown again once further contracts have joined them.
delete from app.price_groups;
alter table app.price_groups
  add column low_answer_days integer check (low_answer_days >= 0),
  add column high_answer_days integer check (high_answer_days >= low_answer_days);
comment on column app.price_groups.low_answer_days is 'Days from a request to its first offer; null where a release before computed the group.';

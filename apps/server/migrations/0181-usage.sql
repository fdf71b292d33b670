-- Who has opened what a vendor sells: once per organization and day.

create table app.usage (
  kind text not null check (kind in ('listing', 'sample', 'preview')),
  object_id text not null check (length(object_id) between 1 and 60),
  viewer uuid not null references public.organizations on delete cascade,
  day date not null,
  vendor uuid not null references public.organizations on delete cascade,
  primary key (kind, object_id, viewer, day)
);
create index usage__of_vendor on app.usage (vendor, day);
create index usage__viewer on app.usage (viewer);
alter table app.usage enable row level security;
create policy system_all on app.usage to semblance_system using (true) with check (true);
grant select, insert, delete on app.usage to semblance_system;
comment on table app.usage is E'owner: delivery/usage\nDays on which an organization opened a listing, the preview of an offer''s sample, or that of a delivery.';
comment on column app.usage.object_id is 'A listing, an offer or a contract, by kind.';

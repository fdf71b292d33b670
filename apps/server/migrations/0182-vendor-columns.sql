-- Columns that vendors declare on their profile, by which they are suggested for requests.

create table app.vendor_columns (
  vendor uuid not null references public.organizations on delete cascade,
  position smallint not null check (position between 1 and 300),
  name text not null check (length(name) between 1 and 100),
  holds text check (holds in ('number', 'time', 'text', 'boolean')),
  words text not null check (length(words) <= 400),
  primary key (vendor, position)
);
create index vendor_columns__words on app.vendor_columns (words, vendor);
alter table app.vendor_columns enable row level security;
create policy system_all on app.vendor_columns to semblance_system using (true) with check (true);
grant select, insert, delete on app.vendor_columns to semblance_system;
comment on table app.vendor_columns is E'owner: market/declared-columns\nColumns that a vendor says it can supply, in its order.';
comment on column app.vendor_columns.holds is 'What values the column has; null where the vendor does not say.';
comment on column app.vendor_columns.words is 'What the name means: its words by their meaning, sorted.';

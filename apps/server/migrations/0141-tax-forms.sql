-- Tax forms of organizations, W-9 or W-8BEN-E: documents with the day that was stated, and what staff said.

create table app.tax_forms (
  id uuid primary key default uuidv7(),
  organization uuid not null references public.organizations on delete cascade,
  document_id uuid not null unique references app.documents on delete cascade,
  kind text not null check (kind in ('w9', 'w8ben_e')),
  signed_on date not null,
  last_day date,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused')),
  reason text check (length(btrim(reason)) between 1 and 2000),
  decided_at timestamptz(3),
  decided_by uuid references auth.users on delete set null,
  replaced_at timestamptz(3),
  reminders integer not null default 0,
  constraint tax_forms__decided check ((state = 'waiting') = (decided_at is null)),
  constraint tax_forms__refused check ((state = 'refused') = (reason is not null))
);
create index tax_forms__of_organization on app.tax_forms (organization, id) where replaced_at is null;
create index tax_forms__any_of_organization on app.tax_forms (organization);
create index tax_forms__waiting on app.tax_forms (id) where state = 'waiting' and replaced_at is null;
create unique index tax_forms__one_accepted on app.tax_forms (organization) where state = 'accepted' and replaced_at is null;
create index tax_forms__ending on app.tax_forms (last_day) where state = 'accepted' and replaced_at is null;
create index tax_forms__decided_by on app.tax_forms (decided_by) where decided_by is not null;
alter table app.tax_forms enable row level security;
create policy system_all on app.tax_forms to semblance_system using (true) with check (true);
grant all on app.tax_forms to semblance_system;
comment on table app.tax_forms is E'owner: money/tax-forms\nForms that organizations upload about their taxes. Nothing in them is read by the platform.';
comment on column app.tax_forms.signed_on is 'States the day of the signature, as its uploader gave it.';
comment on column app.tax_forms.last_day is 'Of a W-8BEN-E: the end of the third calendar year after its signature.';
comment on column app.tax_forms.replaced_at is 'When a newer form took its place; its document is destroyed some time later.';
comment on column app.tax_forms.reminders is 'Counts the notices of its end: one before it, one after.';
create trigger tell_staff after insert or update of state on app.tax_forms
  for each statement execute function app.tell_staff();

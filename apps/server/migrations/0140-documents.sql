-- Documents of one applicant or organization: sealed, each with a key of its own, read by staff.

-- compatible: servers of the release before never write the new kind.
alter table app.blob_keys
  drop constraint blob_keys_owner_kind_check,
  add constraint blob_keys_owner_kind_check check (owner_kind in ('conversation', 'contract', 'document'));

create table app.documents (
  id uuid primary key,
  application_id uuid references public.business_applications on delete cascade,
  organization uuid references public.organizations on delete cascade,
  uploaded_by uuid references auth.users on delete set null,
  file_name text not null check (length(file_name) between 1 and 200),
  bytes bigint not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  blob_id text not null unique,
  key_id uuid not null unique references app.blob_keys,
  uploaded_at timestamptz(3) not null,
  destroy_after timestamptz(3),
  constraint documents__one_owner check (num_nonnulls(application_id, organization) = 1)
);
create index documents__of_application on app.documents (application_id, uploaded_at, id) where application_id is not null;
create index documents__of_organization on app.documents (organization) where organization is not null;
create index documents__uploaded_by on app.documents (uploaded_by) where uploaded_by is not null;
create index documents__destroyed_next on app.documents (destroy_after) where destroy_after is not null;
alter table app.documents enable row level security;
create policy system_all on app.documents to semblance_system using (true) with check (true);
grant all on app.documents to semblance_system;
comment on table app.documents is E'owner: core/documents\nFiles that an applicant or an organization sends to staff. Their content is in blobs, each sealed under its own key.';
comment on column app.documents.uploaded_by is 'Null for applicants, who have no account, and once the account is gone.';
comment on column app.documents.destroy_after is 'From then on a job destroys key and content; null while the document is of use.';

create function app.destroy_document_key() returns trigger
language plpgsql security definer set search_path to 'pg_catalog' as $$
begin
  update app.blob_keys set wrapped_key = null, destroyed_at = now()
    where id = old.key_id and wrapped_key is not null;
  return null;
end $$;
comment on function app.destroy_document_key is 'A document whose row is gone, in whatever way, can no longer be opened.';
create trigger destroy_document_key after delete on app.documents
  for each row execute function app.destroy_document_key();
create trigger tell_staff after insert or delete on app.documents
  for each statement execute function app.tell_staff();

alter table app.application_questions add column asks_document boolean not null default false;
comment on column app.application_questions.asks_document is 'The question asks for a document, which is added by the link.';

-- Mails that come back after a server took them, and addresses that are known by such reports.

alter table app.mails
  add column returned_at timestamptz(3),
  add column returned text check (length(returned) between 1 and 500);
comment on column app.mails.returned_at is 'When a report said that the mail cannot be delivered; null without one.';
comment on column app.mails.returned is 'Reason of the report.';
create index mails__returned on app.mails (id desc) where returned_at is not null;
create index mails__address on app.mails (lower(recipient), sent_at) where sent_at is not null;
create trigger tell_staff_of_returned_mail after update of returned_at on app.mails
  for each row when ((old.returned_at is null) <> (new.returned_at is null)) execute function app.tell_staff();

alter table app.refusing_addresses add column is_reported boolean not null default false;
comment on column app.refusing_addresses.is_reported is 'A report that came back says so. The server that passes our mail on may take the next mail all the same: the row ends when a later mail has brought no report for six days.';

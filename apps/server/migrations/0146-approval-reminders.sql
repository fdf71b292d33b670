-- Approvers are reminded once a day of what waits.

alter table app.approvals add column reminded_at timestamptz(3);
create index approvals__to_remind on app.approvals ((coalesce(reminded_at, created_at))) where state = 'waiting';
comment on column app.approvals.reminded_at is 'When those who may decide were last reminded; null before the first time.';

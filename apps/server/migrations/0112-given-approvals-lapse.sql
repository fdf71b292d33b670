-- Finds approvals past their expiry, given but unused ones included, by an index.

drop index app.approvals__due;
create index approvals__due on app.approvals (expires_at) where state in ('waiting', 'approved');

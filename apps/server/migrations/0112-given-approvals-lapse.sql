-- Approvals that were given and not used end with their day, as those that nobody decided on.

drop index app.approvals__due;
create index approvals__due on app.approvals (expires_at) where state in ('waiting', 'approved');

-- Rows of the audit log by the organization whose member or key acted.

create index audit_log__of_organization on app.audit_log ((detail ->> 'organization'), seq desc);

-- Documents of undecided applications end 180 days after the last activity; those that are here begin to count now.

update app.documents d set destroy_after = now() + interval '180 days'
from public.business_applications a
where a.id = d.application_id and a.status in ('pending', 'waiting') and d.destroy_after is null;
comment on column app.documents.destroy_after is 'From then on a job destroys key and content; null while the document is of use without an end.';

-- Refusals of a source that had begun to be counted: after a few, the delivery goes back to its vendor.

alter table app.connected_deliveries add column refusals smallint not null default 0;
comment on column app.connected_deliveries.refusals is 'Runs since the review in which the source refused after counting had begun.';

-- How the rows of a delivery's tables hang together, as its vendor says in the review.

alter table app.delivery_reviews add column table_choices jsonb not null default '[]';
comment on column app.delivery_reviews.table_choices is 'What the vendor has said of rows: [{table, entity, series, parent, rules}].';

-- What the page of a preview draws at once, counted on the synthetic rows when they are made.

alter table public.offer_previews
  add column summary jsonb check (jsonb_typeof(summary) = 'array'),
  add column agreed jsonb check (jsonb_typeof(agreed) = 'array');
comment on column public.offer_previews.summary is 'First rows and distributions of each table of the preview; null until it is ready, and for previews of earlier releases.';
comment on column public.offer_previews.agreed is 'How the columns of the request''s data contract compare with the synthetic rows; null without one, and for previews of earlier releases.';

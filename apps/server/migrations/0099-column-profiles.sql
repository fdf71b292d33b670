-- What the owner of an original sees of its columns, sealed under the original's own key.

alter table app.delivery_reviews
  add column profiles bytea,
  add column profiles_original text,
  add constraint delivery_reviews__profiles check ((profiles is null) = (profiles_original is null));
comment on column app.delivery_reviews.profiles is 'Exact distributions and examples of each column, for the vendor alone; sealed under the key of profiles_original, and removed when an original of the delivery ends.';
comment on column app.delivery_reviews.profiles_original is 'The upload under whose key the profiles are sealed.';

alter table public.deliveries
  add column stage_starts jsonb not null default '{}' check (jsonb_typeof(stage_starts) = 'object');
comment on column public.deliveries.stage_starts is 'When the present run entered each of its stages: {reading: time, ...}.';

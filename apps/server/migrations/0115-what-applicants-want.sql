-- What a business wants to do here: an optional answer of the applicant, which staff see before they choose its sides.

alter table public.business_applications add column intent text check (intent in ('buy', 'sell', 'both'));
comment on column public.business_applications.intent is 'What the applicant wants to do; null where it was left open.';
grant insert (intent) on public.business_applications to anon, authenticated;

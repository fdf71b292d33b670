-- Orders of subscriptions are no requests that were posted, and no figure of the market counts them.
drop index public.dprs__posted;
create index dprs__posted on public.dprs (created_at) where listing_id is null and subscription_id is null;

-- The catalog is also narrowed by the privacy of a twin.

create index listing_revisions__epsilon on public.listing_revisions (epsilon) where is_live;

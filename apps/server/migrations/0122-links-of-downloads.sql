-- Keys the log of downloads to links: parts that follow by one link are one download, those by another link are another.
alter table public.downloads add column link text check (length(link) <= 64);
comment on column public.downloads.link is 'The SHA-256 of the signed link that was followed; null for what was logged when its link was made.';

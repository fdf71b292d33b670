-- What staff's search over everything reads: parts of words need trigrams, which PostgreSQL brings as an extension.

create schema extensions;
create extension pg_trgm with schema extensions;

-- Without pending lists, through which every search would have to read.
create index organizations__search on public.organizations
  using gin (lower(' ' || (organization_id || ' ' || name || ' ' || email)) extensions.gin_trgm_ops) with (fastupdate = off);
create index profiles__search on public.profiles
  using gin (lower(' ' || (user_id::text || ' ' || first_name || ' ' || last_name || ' ' || email)) extensions.gin_trgm_ops) with (fastupdate = off);
create index business_applications__search on public.business_applications
  using gin (lower(' ' || (id::text || ' ' || business_name || ' ' || business_email || ' ' || contact_person)) extensions.gin_trgm_ops) with (fastupdate = off);
create index dprs__search on public.dprs
  using gin (lower(' ' || (id || ' ' || title || ' ' || client_name)) extensions.gin_trgm_ops) with (fastupdate = off);
create index contracts__search on public.contracts
  using gin (lower(' ' || (id || ' ' || offer_id || ' ' || dpr_id || ' ' || title)) extensions.gin_trgm_ops) with (fastupdate = off);
create index disputes__search on public.disputes
  using gin (lower(' ' || (id || ' ' || contract_id || ' ' || title)) extensions.gin_trgm_ops) with (fastupdate = off);
create index payments__search on public.payments
  using gin (lower(' ' || (id::text || ' ' || contract_id || ' ' || account_holder)) extensions.gin_trgm_ops) with (fastupdate = off);
create index support_tickets__search on public.support_tickets
  using gin (lower(' ' || (id || ' ' || subject || ' ' || name || ' ' || email || ' ' || coalesce(contract_id, ''))) extensions.gin_trgm_ops) with (fastupdate = off);
create index mails__search on app.mails
  using gin (lower(' ' || (recipient || ' ' || subject)) extensions.gin_trgm_ops) with (fastupdate = off);

-- Every posting adds to it: no more than the key itself.
create index entry__by_key on ledger.entry (idem_key);

-- What the parties of a deal consent to, as one text known by its hash, and who consented when and how;
-- the keys by which the platform seals documents.

create table public.agreement_texts (
  offer_id text not null references public.offers,
  agreement_sha256 text not null,
  revision integer not null check (revision > 0),
  text text not null,
  made_at timestamptz(3) not null,
  primary key (offer_id, agreement_sha256),
  constraint agreement_texts__hash check (agreement_sha256 = encode(sha256(convert_to(text, 'UTF8')), 'hex'))
);
comment on table public.agreement_texts is 'owner: market/contracts';
comment on column public.agreement_texts.revision is 'The revision of the offer that it is, or becomes once the proposal is approved.';
comment on column public.agreement_texts.text is 'The content of an agreement as RFC 8785 JSON.';

create table public.agreement_consents (
  id uuid primary key default uuidv7(),
  offer_id text not null,
  agreement_sha256 text not null,
  side text not null check (side in ('client', 'vendor')),
  act text not null check (act in ('submit', 'edit', 'propose', 'approve', 'accept')),
  statement text not null,
  user_id uuid references auth.users on delete set null,
  session_id uuid,
  key_id uuid,
  aal text check (aal in ('aal1', 'aal2')),
  at timestamptz(3) not null,
  foreign key (offer_id, agreement_sha256) references public.agreement_texts
);
create index agreement_consents__text on public.agreement_consents (offer_id, agreement_sha256, side, id);
create index agreement_consents__person on public.agreement_consents (user_id) where user_id is not null;
comment on table public.agreement_consents is 'owner: market/contracts';
comment on column public.agreement_consents.statement is 'The sentence next to the button.';
comment on column public.agreement_consents.user_id is 'Null once the account is deleted, and then session and key are, too; null for companies of the sample marketplace.';
comment on column public.agreement_consents.key_id is 'The key of the organization that the act was done by.';

create function app.forget_consenter() returns trigger language plpgsql as $$
begin
  if new.user_id is null then
    new.session_id := null;
    new.key_id := null;
  end if;
  return new;
end $$;
create trigger forget_consenter before update of user_id on public.agreement_consents
  for each row execute function app.forget_consenter();

alter table public.offers add column agreement_sha256 text;
comment on column public.offers.agreement_sha256 is 'The text of its revision; null where consents to that were not recorded.';
alter table public.proposals add column agreement_sha256 text;
comment on column public.proposals.agreement_sha256 is 'The text that it proposes; null where consents to that were not recorded.';
alter table public.agreement_documents add column agreement_sha256 text;
comment on column public.agreement_documents.agreement_sha256 is 'The text that both parties have consented to; null where consents were not recorded.';

create table app.seal_keys (
  id uuid primary key default uuidv7(),
  certificate bytea not null,
  private_key_sealed text not null,
  not_after timestamptz(3) not null
);
comment on table app.seal_keys is 'owner: platform';
comment on column app.seal_keys.certificate is 'X.509, signed by the key itself.';

alter table public.agreement_texts enable row level security;
alter table public.agreement_consents enable row level security;
alter table app.seal_keys enable row level security;
create policy system_all on public.agreement_texts to semblance_system using (true) with check (true);
create policy system_all on public.agreement_consents to semblance_system using (true) with check (true);
create policy system_all on app.seal_keys to semblance_system using (true) with check (true);
grant select, insert on public.agreement_texts to semblance_system;
grant select, insert on public.agreement_consents to semblance_system;
grant select, insert, update on app.seal_keys to semblance_system;

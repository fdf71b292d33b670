-- Rules by which the platform answers changes of terms for one party, and marks of what it answered.

create table app.answer_rules (
  dpr_id text not null references public.dprs,
  organization uuid not null references public.organizations,
  side text not null check (side in ('client', 'vendor')),
  offer_id text references public.offers,
  offer_revision integer,
  user_id uuid references auth.users on delete set null,
  opening_cents bigint not null check (opening_cents > 0),
  price_bound_cents bigint not null check (price_bound_cents > 0),
  step_cents bigint not null check (step_cents > 0),
  answers integer not null check (answers between 1 and 10),
  may_approve boolean not null,
  bounds jsonb not null check (jsonb_typeof(bounds) = 'object'),
  stated_at timestamptz(3) not null,
  stopped_at timestamptz(3),
  primary key (dpr_id, organization),
  constraint answer_rules__of_an_offer check ((side = 'vendor') = (offer_id is not null)),
  constraint answer_rules__of_a_revision check ((offer_id is null) = (offer_revision is null))
);
create index answer_rules__organization on app.answer_rules (organization);
create index answer_rules__offer on app.answer_rules (offer_id) where offer_id is not null;
create index answer_rules__member on app.answer_rules (user_id) where user_id is not null;
alter table app.answer_rules enable row level security;
create policy system_all on app.answer_rules to semblance_system using (true) with check (true);
grant all on app.answer_rules to semblance_system;
comment on table app.answer_rules is E'owner: market/answering\nWhat a party lets the platform answer in its name. Nobody but that party may learn the bounds: no other role reads the table, and no log, event or file has them.';
comment on column app.answer_rules.offer_id is 'The vendor''s offer; null for a client, whose rules answer every offer on the request.';
comment on column app.answer_rules.offer_revision is 'The revision that the vendor''s rules were stated for; they answer on no later one.';
comment on column app.answer_rules.user_id is 'The member in whose name is answered; null once the account is deleted, and then nothing is.';
comment on column app.answer_rules.bounds is 'The worst value of each further term that an approval may agree to.';

alter table public.proposals
  add column automatic boolean not null default false,
  add column decided_automatically boolean not null default false,
  add column price_cents bigint;
comment on column public.proposals.price_cents is 'The price with the change; null for proposals of earlier releases.';
comment on column public.proposals.automatic is 'True: made by the rules of the proposer; user_id is the member who stated them.';
create index proposals__of_offer on public.proposals (offer_id, id);

alter table public.conversations
  add column answering_ended_at timestamptz(3),
  add column answering_ended_by uuid references public.organizations;
comment on column public.conversations.answering_ended_at is 'When a party left all further answers to people; no rules of either party answer here after that.';
create index conversations__answering_ended_by on public.conversations (answering_ended_by) where answering_ended_by is not null;

-- compatible: wider than before
alter table public.agreement_consents
  drop constraint agreement_consents_act_check,
  add constraint agreement_consents_act_check
    check (act in ('submit', 'edit', 'propose', 'approve', 'propose_by_rules', 'approve_by_rules', 'accept', 'list'));

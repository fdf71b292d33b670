-- A contract keeps the platform's fee it was drawn up with; what is written about its money states that rate.

alter table public.contracts
  add column fee_bps integer not null default 250 check (fee_bps between 0 and 10000);
alter table public.contracts alter column fee_bps drop default;
comment on column public.contracts.fee_bps is 'The platform''s fee on the price in basis points, as it was when the contract was drawn up; fee_cents follows from it.';
grant insert (fee_bps) on public.contracts to authenticated;

alter table public.disputes add column fee_bps integer check (fee_bps between 0 and 10000);
update public.disputes d set fee_bps = k.fee_bps from public.contracts k where k.id = d.contract_id;
alter table public.disputes alter column fee_bps set not null;
comment on column public.disputes.fee_bps is 'The contract''s rate when it was opened.';

alter table public.invoices add column fee_bps integer check (fee_bps between 0 and 10000);
update public.invoices i set fee_bps = k.fee_bps from public.contracts k where k.id = i.contract_id;
alter table public.invoices add constraint invoices__fee_of_contract check ((contract_id is null) = (fee_bps is null));
comment on column public.invoices.fee_bps is 'The contract''s rate on the day of issue, as the document prints it; null for the plan, which has no fee.';

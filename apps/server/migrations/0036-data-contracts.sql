-- What a client asks of the columns of a delivery, and how a delivery was judged against what was agreed.

create table public.data_contracts (
  dpr_id text primary key references public.dprs on delete cascade,
  content jsonb not null check (jsonb_typeof(content) = 'object' and pg_column_size(content) <= 400000)
);
comment on table public.data_contracts is 'Written with its request and never changed, by nobody: what was asked when an offer is accepted is what its delivery is held to.';
comment on column public.data_contracts.content is 'A document of the Open Data Contract Standard, checked by the service.';

alter table public.data_contracts enable row level security;
-- Whoever may see a request sees its data contract.
create policy reader_reads on public.data_contracts for select to anon, authenticated
  using (exists (select from public.dprs d where d.id = dpr_id));
create policy client_writes on public.data_contracts for insert to authenticated
  with check (exists (select from public.dprs d where d.id = dpr_id
    and d.client = any ((select app.org_ids())::uuid[]) and d.status = 'awaiting_offers'));
create policy system_all on public.data_contracts to semblance_system using (true) with check (true);
grant select on public.data_contracts to anon, authenticated;
grant insert on public.data_contracts to authenticated;
grant select, insert, delete on public.data_contracts to semblance_system;

-- Room for a data contract that is still being written.
alter table public.dpr_drafts
  drop constraint dpr_drafts_content_check,
  add constraint dpr_drafts_content_check check (pg_column_size(content) <= 500000);

alter table public.deliveries
  add column gate jsonb check (jsonb_typeof(gate) = 'array'),
  drop constraint deliveries__report,
  add constraint deliveries__report check (case
    when status = 'ready' then report is not null
    when status = 'refused' then report is null or gate is not null
    else report is null end);
comment on column public.deliveries.gate is 'What was agreed, what was found, and whether that passes: [{id, label, wanted, found, pass, sentence}].';

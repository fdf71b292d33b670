-- Staff read how disputes about the same reason were decided before.

create index disputes__ruled on public.disputes (reason, ended_at) where status = 'ruled';

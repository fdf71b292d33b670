-- Proposals that wait for an answer, for the dashboards of both sides.
create index proposals__pending_of_client on public.proposals (client, created_at) where status = 'pending';
create index proposals__pending_of_vendor on public.proposals (vendor, created_at) where status = 'pending';

-- How many messages a person has sent within the last minute; also what a deleted person leaves behind.
create index messages__sent_by on public.messages (user_id, created_at desc);

-- What staff see and do about the job queue, and indexes for their lists.

create view app.jobs as
  select j.id, t.identifier as task, j.key, q.queue_name, j.payload, j.attempts, j.max_attempts,
    j.created_at, j.run_at, j.locked_at, j.last_error,
    case
      when j.locked_at is not null then 'running'
      when j.attempts >= j.max_attempts then 'failed'
      when j.attempts > 0 then 'retrying'
      else 'waiting'
    end as state
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id;
comment on view app.jobs is 'The queue: what is done is no longer in it. Payloads may hold phone numbers and codes: rows are readable by the system alone.';

create view app.scheduled_tasks as
  select identifier as task, known_since, last_execution as last_run_at
  from graphile_worker._private_known_crontabs;
comment on view app.scheduled_tasks is 'What runs by the clock, and when it last did.';

grant select on app.jobs, app.scheduled_tasks to semblance_system;

create function app.retry_job(p_id bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform from graphile_worker._private_jobs where id = p_id and locked_at is null and attempts > 0 for update;
  if not found then
    return false;
  end if;
  perform graphile_worker.reschedule_jobs(array[p_id], run_at => now(), attempts => 0);
  return true;
end $$;
comment on function app.retry_job is 'Has a job that failed run again at once, with all its tries; false if it is running, or has not failed.';

create function app.cancel_job(p_id bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform from graphile_worker._private_jobs where id = p_id and locked_at is null for update;
  if not found then
    return false;
  end if;
  perform graphile_worker.complete_jobs(array[p_id]);
  return true;
end $$;
comment on function app.cancel_job is 'Takes a job out of the queue for good; false if it is running or gone.';
revoke all on function app.retry_job(bigint), app.cancel_job(bigint) from public;
grant execute on function app.retry_job(bigint), app.cancel_job(bigint) to semblance_system;

create index mails__failed on app.mails (id desc) where failed_at is not null;
create index mails__unsent on app.mails (id desc) where sent_at is null and failed_at is null;
create index audit_log__of_actor on app.audit_log (actor, seq desc);
create index audit_log__by_time on app.audit_log (at);

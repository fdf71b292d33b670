-- Jobs with their priority, by which those that wait are taken.

create or replace view app.jobs as
 SELECT j.id,
    t.identifier AS task,
    j.key,
    q.queue_name,
    j.payload,
    j.attempts,
    j.max_attempts,
    j.created_at,
    j.run_at,
    j.locked_at,
    j.last_error,
        CASE
            WHEN j.locked_at IS NOT NULL THEN 'running'::text
            WHEN j.attempts >= j.max_attempts THEN 'failed'::text
            WHEN j.attempts > 0 THEN 'retrying'::text
            ELSE 'waiting'::text
        END AS state,
    j.priority
   FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id;

/** Queues background jobs in the transaction that needs them, and runs them by graphile-worker. */
import type { JobState } from '@semblance/contract'
import { type CronItem, Logger, runMigrations, type Task, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { type Database, system, type Tx, withSystemRole } from '../database/db.ts'
import { withFaultPolicy } from './fault-policy.ts'
import { logFault } from './incidents.ts'
import { type Lane, type LaneContext, startLane } from './lanes.ts'
import type { Log } from './log.ts'
import { jobSeconds, timed } from './metrics.ts'
import { onBehalfOf, parseRequestId, REQUEST_ID_FIELD, requestId } from './request-ids.ts'

/** Names are `noun.verb`; payloads are JSON. A job may run more than once: it must bear that. */
export type Jobs = TaskList

/** Schedules jobs by the clock: `{ task: 'upload.expire', match: '17 * * * *' }`. */
export type Schedule = CronItem[]

/**
 * Adds a job. Jobs of one `queueName` run in turn; `jobKey` replaces an earlier job of that key;
 * `runAt` is the earliest time.
 */
export async function enqueue(
  tx: Tx,
  name: string,
  payload: object,
  options: { queueName?: string; jobKey?: string; maxAttempts?: number; runAt?: Date } = {},
): Promise<void> {
  const id = requestId()
  const json = JSON.stringify(id === undefined ? payload : { ...payload, [REQUEST_ID_FIELD]: id })
  await withSystemRole(tx, () =>
    sql`select app.add_job_at(${name}, ${json}::json, ${options.queueName ?? null},
      ${options.maxAttempts ?? 10}, ${options.jobKey ?? null}, ${options.runAt ?? null})`.execute(
      tx,
    ),
  )
}

/** Adds jobs of one name, each with its queue and key, by one statement. */
export async function enqueueAll(
  tx: Tx,
  name: string,
  jobs: { payload: object; queueName: string; jobKey: string }[],
): Promise<void> {
  if (jobs.length === 0) return
  const id = requestId()
  const json = JSON.stringify(
    jobs.map(({ payload, queueName, jobKey }) => ({
      payload: id === undefined ? payload : { ...payload, [REQUEST_ID_FIELD]: id },
      ...{ queue: queueName, key: jobKey },
    })),
  )
  await withSystemRole(tx, () =>
    sql`select app.add_job_at(${name}, j.payload, j.queue, 10, j.key, null)
      from json_to_recordset(${json}::json) as j(payload json, queue text, key text)`.execute(tx),
  )
}

/** Finds the job of that key. Undefined if it is done or was never queued. */
export async function findKeyedJob(
  tx: Tx,
  jobKey: string,
): Promise<{ state: JobState } | undefined> {
  return await withSystemRole(tx, () =>
    tx.selectFrom('app.jobs').select('state').where('key', '=', jobKey).executeTakeFirst(),
  )
}

/** Leaves a job time to be taken by a place that is free, here or on another server. */
const TAKEN_WITHIN = '1 minute'

/** Returns true if a job of these tasks is due that no server takes up, as all their places are in use. */
export async function hasWaitingJob(db: Database, tasks: readonly string[]): Promise<boolean> {
  return await db.transaction(system, async (tx) => {
    const waiting = await tx
      .selectFrom('app.jobs as j')
      .select('j.id')
      .where('j.task', 'in', [...tasks])
      .where('j.state', 'in', ['waiting', 'retrying'])
      .where(sql<boolean>`j.run_at < now() - ${TAKEN_WITHIN}::interval`)
      // A job behind another one of its queue waits for that, not for a place.
      .where(
        sql<boolean>`not exists (select from app.jobs r where r.queue_name = j.queue_name and r.state = 'running')`,
      )
      .limit(1)
      .executeTakeFirst()
    return waiting !== undefined
  })
}

/**
 * Counts the jobs of the tasks `rivals` that are due and come before the only job of a task with that value in
 * its payload, by priority and time as the queue takes them. `isAtMost`: some of them wait for others
 * of their queue, so that they may be passed. Null where the place cannot be known: the job runs, is
 * due later, waits for others of its own queue, or is not there. Requires the system role.
 */
export async function placeInQueue(
  tx: Tx,
  task: string,
  { field, value, rivals }: { field: string; value: string; rivals: readonly string[] },
): Promise<{ before: number; isAtMost: boolean } | null> {
  const own = await tx
    .selectFrom('app.jobs')
    .select(['id', 'priority', 'run_at', 'queue_name'])
    .where('task', '=', task)
    .where(sql<boolean>`payload ->> ${field} = ${value}`)
    .where('state', 'in', ['waiting', 'retrying'])
    .where(sql<boolean>`run_at <= now()`)
    .executeTakeFirst()
  if (!own || own.queue_name !== null) return null
  const { before, queued } = await tx
    .selectFrom('app.jobs')
    .select((eb) => [
      eb.fn.countAll<bigint>().as('before'),
      eb.fn.count<bigint>('queue_name').as('queued'),
    ])
    .where('task', 'in', [...rivals])
    .where('state', 'in', ['waiting', 'retrying'])
    .where(
      sql<boolean>`(priority, run_at, id) < (${own.priority}, ${own.run_at}::timestamptz, ${own.id}::bigint)`,
    )
    .executeTakeFirstOrThrow()
  return { before: Number(before), isAtMost: queued > 0n }
}

/** Writes the queue's own lines; an outage of what it needs is one line of the log, as for requests. */
export function jobLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') logFault(log, meta?.error ?? meta?.fatalError, message, { job: meta })
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}

/**
 * Creates the queue's own tables. Run once at start, before the platform's migrations that refer to
 * them.
 */
export async function migrateJobs(db: Database, log: Log): Promise<void> {
  await runMigrations({ pgPool: db.pool, logger: jobLogger(log) })
}

/**
 * Starts working in the lanes; `stop` lets short jobs finish and puts the others back. `schedule`
 * lists the recurring jobs, each with its minute, hour, day, month and weekday; a lane takes those of
 * its tasks.
 */
export function startJobs(
  context: Omit<LaneContext, 'logger'>,
  jobs: Jobs,
  { lanes, schedule }: { lanes: Lane[]; schedule: Schedule },
): { stop: () => Promise<void> } {
  const logger = jobLogger(context.log)
  const started = lanes.map((lane) =>
    startLane({ ...context, logger }, lane, {
      tasks: tasksOf(lane, withFaultPolicy(context, jobs)),
      schedule: schedule.filter(({ task }) => lane.tasks.includes(task)),
    }),
  )
  return {
    stop: async () => {
      await Promise.all(started.map(({ stop }) => stop()))
    },
  }
}

/** Returns the tasks of a lane that exist under these settings, as its runner calls them. */
function tasksOf(lane: Lane, jobs: Jobs): Jobs {
  const own = Object.entries(jobs).flatMap(([name, task]) =>
    task && lane.tasks.includes(name) ? [[name, watched(name, task)]] : [],
  )
  return Object.fromEntries(own)
}

/** Measures a task, and runs it on behalf of the request that queued it. */
function watched(name: string, task: Task): Task {
  return async (payload, helpers) => {
    const id = parseRequestId((payload as Record<string, unknown> | null)?.[REQUEST_ID_FIELD])
    await onBehalfOf(id, () =>
      timed(
        jobSeconds,
        async () => await task(payload, helpers),
        (error) => ({ task: name, outcome: error === null ? 'done' : 'failed' }),
      ),
    )
  }
}

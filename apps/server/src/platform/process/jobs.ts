/** Queues background jobs in the transaction that needs them, and runs them by graphile-worker. */
import type { JobState } from '@semblance/contract'
import {
  type CronItem,
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type TaskList,
} from 'graphile-worker'
import { sql } from 'kysely'
import { type Database, type Tx, withSystemRole } from '../database/db.ts'
import type { Log } from './log.ts'

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
  await withSystemRole(tx, () =>
    sql`select app.add_job_at(${name}, ${JSON.stringify(payload)}::json, ${options.queueName ?? null},
      ${options.maxAttempts ?? 10}, ${options.jobKey ?? null}, ${options.runAt ?? null})`.execute(
      tx,
    ),
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

function jobLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ job: meta }, message)
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

/** Sets the parallel jobs, so that two long syntheses never delay the mail. */
const CONCURRENCY = 4

/**
 * Starts working; `stop` lets running jobs finish. `schedule` lists the recurring jobs, each with
 * its minute, hour, day, month and weekday. A sole worker knows that a job still locked was lost in
 * a crash, and unlocks it at once.
 */
export async function startJobs(
  db: Database,
  jobs: Jobs,
  options: { log: Log; schedule: Schedule; soleWorker: boolean },
): Promise<{ stop: () => Promise<void> }> {
  if (options.soleWorker) await unlockLostJobs(db)
  const runner = await run({
    pgPool: db.pool,
    taskList: jobs,
    parsedCronItems: parseCronItems(options.schedule),
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    pollInterval: 1000,
    logger: jobLogger(options.log),
  })
  return { stop: () => runner.stop() }
}

async function unlockLostJobs(db: Database): Promise<void> {
  await db.pool.query(`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs where locked_by is not null having count(*) > 0`)
}

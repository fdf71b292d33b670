/**
 * Runs jobs in lanes: a lane is one runner with tasks of its own, so that long jobs never delay those
 * of another lane. A runner that ends, as after a restart of the database, is followed by another.
 */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CronItem,
  type Job,
  type JobHelpers,
  type Logger,
  parseCronItems,
  type Runner,
  run,
  type Task,
  type TaskList,
} from 'graphile-worker'
import type { Database } from '../database/db.ts'
import { logFault } from './incidents.ts'
import type { Lease } from './leases.ts'
import type { Log } from './log.ts'
import { untilAnswered } from './until-answered.ts'

export type Lane = { name: string; tasks: readonly string[]; concurrency: number }

export type LaneContext = {
  db: Database
  log: Log
  logger: Logger
  lease: Lease
  /** Sets how long jobs may go on at a stop before their signal aborts. */
  stopPatienceMs?: number
}

type Work = { tasks: TaskList; schedule: CronItem[] }

const POLL_INTERVAL_MS = 1000
const RESTART_DELAY_MS = 1000
const STOP_PATIENCE_MS = 5000

/** Starts a lane; `stop` lets short jobs finish, and puts those it cuts off back into the queue, uncounted. */
export function startLane(
  context: LaneContext,
  lane: Lane,
  work: Work,
): { stop: () => Promise<void> } {
  const { log } = context
  const stopping = new AbortController()
  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      try {
        await runToItsEnd(context, lane, work, stopping.signal)
      } catch (error) {
        if (!stopping.signal.aborted) logFault(log, error, 'a lane failed', { lane: lane.name })
      }
      await sleep(RESTART_DELAY_MS, null, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = keepRunning()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Describes one runner: the name under which it locks jobs, and the jobs that a stop cut off. */
type Tour = { pool: string; lost: AbortSignal; cutOff: Job[] }

async function runToItsEnd(
  context: LaneContext,
  lane: Lane,
  { tasks, schedule }: Work,
  stopping: AbortSignal,
): Promise<void> {
  const { db, log, logger, lease, stopPatienceMs = STOP_PATIENCE_MS } = context
  await untilAnswered(() => db.pool.query('select 1'), stopping)
  const tour: Tour = { pool: '', lost: AbortSignal.abort(), cutOff: [] }
  const events = new EventEmitter()
  // Comes before the first job is taken.
  events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    tour.pool = workerPool.id
    tour.lost = lease.addPool(workerPool.id)
  })
  const taskList = Object.entries(tasks).map(([name, task]) => [
    name,
    task && guard(context, tour, task),
  ])
  const runner = await run({
    pgPool: db.pool,
    taskList: Object.fromEntries(taskList),
    parsedCronItems: parseCronItems(schedule),
    concurrency: lane.concurrency,
    noHandleSignals: true,
    pollInterval: POLL_INTERVAL_MS,
    gracefulShutdownAbortTimeout: stopPatienceMs,
    logger,
    events,
    // Batches: what becomes of a job is written where a failure ends the pool, not the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const ended = runner.promise.catch((error) => {
    logFault(log, error, 'a runner of jobs ended', { lane: lane.name })
  })
  const release = stopOnce(runner, [stopping, tour.lost])
  await Promise.race([ended, whenAborted(tour.lost)])
  release()
  // Its jobs belong to other servers: what still runs of them stops by itself and writes nothing.
  if (tour.lost.aborted) return
  await untilAnswered(() => lease.removePool(tour.pool), stopping)
  for (const { id, attempts } of tour.cutOff)
    await db.pool.query(
      'select graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now(), attempts => $2)',
      [id, attempts - 1],
    )
}

/** Stops the runner once any signal aborts. Returns the function that forgets the signals. */
function stopOnce(runner: Runner, signals: AbortSignal[]): () => void {
  const stop = () => {
    forget()
    runner.stop().catch(() => {}) // it stops already
  }
  const forget = () => {
    for (const signal of signals) signal.removeEventListener('abort', stop)
  }
  for (const signal of signals) signal.addEventListener('abort', stop)
  if (signals.some(({ aborted }) => aborted)) stop()
  return forget
}

/**
 * Wraps a task: it ends only when the database answers, so that its end can be written, and as a
 * failure if its job has been given to another server, because completing a job deletes it.
 */
function guard({ db }: LaneContext, tour: Tour, task: Task): Task {
  return async (payload, helpers) => {
    const abortSignal = AbortSignal.any([helpers.abortSignal, tour.lost])
    try {
      await task(payload, { ...helpers, abortSignal } as JobHelpers)
    } catch (error) {
      await assertLocked(db, tour, helpers)
      if (helpers.abortSignal.aborted) tour.cutOff.push(helpers.job)
      throw error
    }
    await assertLocked(db, tour, helpers)
  }
}

/** Waits until the database answers. Throws if the job is no longer locked by this runner. */
async function assertLocked(
  { pool }: Database,
  { pool: holder, lost }: Tour,
  { job, abortSignal }: JobHelpers,
): Promise<void> {
  const { rowCount } = await untilAnswered(
    () =>
      pool.query('select from graphile_worker._private_jobs where id = $1 and locked_by = $2', [
        job.id,
        holder,
      ]),
    AbortSignal.any([abortSignal, lost]),
  )
  if (rowCount === 0) throw new Error('The job has been given to another server.')
}

async function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  )
}

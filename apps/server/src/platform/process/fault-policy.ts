/**
 * Decides what becomes of a job that fails: a dependency that does not answer delays it and costs no
 * attempt; a defect is left to the queue, which counts it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Task, TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { type Database, system } from '../database/db.ts'
import { classifyFault } from '../faults.ts'
import { backoffMs, LONGEST_FAULT_MS } from './backoff.ts'
import { clearFault, recordFault, restartFault } from './job-faults.ts'
import type { Log } from './log.ts'

type Options = { db: Database; log: Log }

/**
 * Returns the same jobs under the policy. A job that waits keeps its row, so its ID, key, queue and
 * payload; after 72 hours of faults it counts as failed and waits for staff.
 */
export function withFaultPolicy(options: Options, jobs: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).flatMap(([name, task]) => (task ? [[name, guarded(options, task)]] : [])),
  )
}

function guarded(options: Options, task: Task): Task {
  return async (payload, helpers) => {
    const jobId = BigInt(helpers.job.id)
    try {
      await task(payload, helpers)
    } catch (error) {
      await settleFault(options, jobId, error, helpers.abortSignal)
      throw error
    }
    if (helpers.job.last_error === null) return
    await options.db.transaction(system, (tx) => clearFault(tx, jobId, new Date()))
  }
}

/** Sets the wait between two tries to write a fault down while the database is away. */
const WRITE_AGAIN_MS = 1000

/** Records a dependency's fault as soon as the database answers. Never throws; gives up at a stop. */
async function settleFault(
  { db, log }: Options,
  jobId: bigint,
  error: unknown,
  stop: AbortSignal,
): Promise<void> {
  const fault = classifyFault(error)
  if (fault.kind === 'defect') return
  const now = new Date()
  for (;;) {
    try {
      return await writeFault(db, jobId, { ...fault, error, now })
    } catch (unwritten) {
      if (stop.aborted || classifyFault(unwritten).kind === 'defect')
        return log.warn({ err: unwritten, jobId: String(jobId) }, 'a fault was not recorded')
      await sleep(WRITE_AGAIN_MS, null, { signal: stop }).catch(() => {})
    }
  }
}

async function writeFault(
  db: Database,
  jobId: bigint,
  fault: Parameters<typeof recordFault>[2],
): Promise<void> {
  const { now } = fault
  await db.transaction(system, async (tx) => {
    const { since, count } = await recordFault(tx, jobId, fault)
    if (now.getTime() - since.getTime() >= LONGEST_FAULT_MS) {
      await restartFault(tx, jobId, now) // staff may retry it for as long again
      await sql`select app.exhaust_job(${jobId})`.execute(tx)
    } else {
      const runAt = new Date(now.getTime() + backoffMs(count, Math.random()))
      await sql`select app.postpone_job(${jobId}, ${runAt})`.execute(tx)
    }
  })
}

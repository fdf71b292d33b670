import { Logger, runOnce } from 'graphile-worker'
import { vi } from 'vitest'
import { withFaultPolicy } from '../src/platform/process/fault-policy.ts'
import type { Market } from './fixtures/market-fixtures.ts'
import { patienceMs } from './patience.ts'

/** Works off the queue as it stands, or its jobs of some names; a job that failed waits for its next turn. */
export async function runJobs({ platform, app }: Market, jobs = app.jobs): Promise<void> {
  const { pool } = platform.db
  const taskList = withFaultPolicy(platform, jobs)
  const logger = new Logger(() => () => {})
  await runOnce({ pgPool: pool, taskList, noHandleSignals: true, logger })
  // The worker does not wait for what it writes of its last jobs, which would overtake what a test does next.
  await vi.waitFor(
    async () => {
      const { rowCount } = await pool.query(
        'select 1 from graphile_worker._private_jobs where locked_by is not null',
      )
      if (rowCount !== 0) throw new Error('A job is still locked.')
    },
    { timeout: patienceMs, interval: 5 },
  )
}

/** Makes waiting jobs due, so that the next runJobs tries the failed ones again. */
export async function skipBackoff({ platform }: Market): Promise<void> {
  await platform.db.pool.query('update graphile_worker._private_jobs set run_at = now()')
}

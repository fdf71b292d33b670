/** Distinguishes a measurement that runs from one that failed, also while it ends. */
import type { Tx } from '../../platform/database/db.ts'
import { findKeyedJob } from '../../platform/process/jobs.ts'

type Reading<T> = { stored: T; state: 'measured' | 'measuring' | 'failed' }

/** Returns what is stored with its state, given what was read first; `readAgain` reads it once more if the job is not there. */
export async function readState<T>(
  tx: Tx,
  first: T,
  by: { jobKey: string; isMeasured: (stored: T) => boolean; readAgain: () => Promise<T> },
): Promise<Reading<T>> {
  if (by.isMeasured(first)) return { stored: first, state: 'measured' }
  const job = await findKeyedJob(tx, by.jobKey)
  if (job) return { stored: first, state: job.state === 'failed' ? 'failed' : 'measuring' }
  // The job stores what it found and ends: both may have happened since the first reading.
  const stored = await by.readAgain()
  return { stored, state: by.isMeasured(stored) ? 'measured' : 'failed' }
}

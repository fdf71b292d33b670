/** Opens incidents for what only requests meet, while no job fails. */
import { type Database, system } from '../database/db.ts'
import { classifyFault } from '../faults.ts'
import { type Incidents, incidents } from './incidents.ts'
import { repeat } from './interval.ts'
import { recordFaults } from './job-faults.ts'
import type { Log } from './log.ts'

const SAVE_MS = 10_000

type Options = { db: Database; log: Log; source?: Incidents }

/** Adds the faults that requests of this process have met to the incidents, every ten seconds. */
export function watchRequestFaults(options: Options): { end: () => Promise<void> } {
  return repeat(SAVE_MS, async () => {
    try {
      await saveRequestFaults(options)
    } catch (error) {
      if (classifyFault(error).kind === 'defect')
        options.log.error({ err: error }, 'faults of requests were not recorded')
    }
  })
}

/** Adds them now. Throws, and keeps them for the next time, if the database does not answer. */
export async function saveRequestFaults({ db, source = incidents }: Options): Promise<void> {
  const taken = source.takeRequestFaults()
  if (taken.size === 0) return
  try {
    await db.transaction(system, async (tx) => {
      for (const [dependency, met] of taken) await recordFaults(tx, dependency, met)
    })
  } catch (error) {
    source.putBack(taken)
    throw error
  }
}

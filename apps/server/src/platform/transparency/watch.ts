/** Has this process take leaves into the tree soon after their commit. */
import { system } from '../database/db.ts'
import type { Platform } from '../http/context.ts'
import { logFault } from '../process/incidents.ts'
import { repeat } from '../process/interval.ts'
import type { Integration } from './integrate.ts'
import { findOldestStaged } from './tree-queries.ts'

/** Sets how long a leaf waits at most, but for the time that signing takes. */
const INTERVAL_MS = 1000

export function watchStaged(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  integrateStaged: () => Promise<Integration>,
): { end: () => Promise<void> } {
  return repeat(INTERVAL_MS, async () => {
    try {
      const oldest = await db.transaction(system, findOldestStaged, 'read')
      if (oldest) await integrateStaged()
    } catch (error) {
      logFault(log, error, 'leaves did not enter the transparency log')
    }
  })
}

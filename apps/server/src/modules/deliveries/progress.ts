/** How far a synthesis is, written to its row for those who watch. */
import type { Platform } from '../../platform/context.ts'
import { system } from '../../platform/db.ts'
import { updateRun } from './queries.ts'
import type { Progress } from './synthesis.ts'

const INTERVAL_MS = 500

/** `report` writes at most once per interval, one write at a time; `settle` waits for the last one. */
export function recordProgress(platform: Platform, run: { id: string; attempt: number }) {
  let writing: Promise<unknown> = Promise.resolve()
  let isWriting = false
  let nextAt = 0
  const write = async ({ stage, fraction }: Progress) => {
    isWriting = true
    nextAt = Date.now() + INTERVAL_MS
    try {
      await platform.db.transaction(system, (tx) =>
        updateRun(tx, run, { stage, progress: fraction }),
      )
    } catch (error) {
      platform.log.warn({ err: error, deliveryId: run.id }, 'progress was not recorded')
    } finally {
      isWriting = false
    }
  }
  return {
    report: (progress: Progress) => {
      if (!isWriting && Date.now() >= nextAt) writing = write(progress)
    },
    settle: () => writing,
  }
}

/** How far a run is, written to its row for those who watch; and whether the row is still its own. */
import type { Platform } from '../../platform/context.ts'
import { system } from '../../platform/db.ts'
import { repeat } from '../../platform/repeat.ts'
import { tellProgress } from './audience.ts'
import { type ClaimedDelivery, isOwnRun, updateRun } from './queries.ts'
import type { Progress } from './synthesis.ts'

const INTERVAL_MS = 500

/** Writes the last report at most once per interval; `signal` aborts once the run was cancelled or overtaken. */
export function followRun(platform: Platform, run: ClaimedDelivery, stop: AbortSignal) {
  const lost = new AbortController()
  let latest: Progress | null = null
  const { end } = repeat(INTERVAL_MS, async () => {
    const reported = latest
    latest = null
    const change = reported && { stage: reported.stage, progress: reported.fraction }
    try {
      await platform.db.transaction(system, async (tx) => {
        const isOwn = change ? await updateRun(tx, run, change) : await isOwnRun(tx, run)
        if (!isOwn) lost.abort()
        else if (change) await tellProgress(tx, run)
      })
    } catch (error) {
      platform.log.warn({ err: error, deliveryId: run.id }, 'progress was not recorded')
    }
  })
  return {
    signal: AbortSignal.any([stop, lost.signal]),
    report: (progress: Progress) => {
      latest = progress
    },
    /** Waits for a write that is under way. */
    end,
  }
}

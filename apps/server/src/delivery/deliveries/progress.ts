/** Writes a run's progress to its row for watchers, and checks that the run still owns the row. */

import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat } from '../../platform/process/interval.ts'
import type { Progress } from '../engine/service.ts'
import { publishProgress } from './files/publish-progress.ts'
import { type ClaimedDelivery, isOwnRun, updateRun } from './queries.ts'

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
        else if (change) await publishProgress(tx, run)
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

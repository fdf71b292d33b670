/** Reads a draft's files and puts what they are before the vendor; what cannot be read makes it a draft again. */

import type { TableInspection } from '@semblance/synth'
import { system } from '../../platform/database/db.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import {
  inspectInProcess,
  type Outcome,
  runLimits,
  SourceAwayError,
  withWorkDir,
} from '../engine/service.ts'
import { openPrintKey } from '../sources/service.ts'
import { noteConnected } from './connected/connected-queries.ts'
import { waitForSource } from './connected/wait-for-source.ts'
import { placeOf, withinLimit } from './connected/within-limit.ts'
import { saveReview } from './files/draft-queries.ts'
import { holdAfterTakeovers, settleRunFault } from './held/hold.ts'
import { openOriginals } from './originals/open-originals.ts'
import { notifyReviewNeeded, returnToUpload } from './outcomes.ts'
import type { Work } from './process-delivery.ts'
import { followRun } from './progress.ts'
import { type ClaimedDelivery, claimDelivery, fresh, updateRun } from './queries.ts'
import { queueRun } from './queue-run.ts'
import { sealProfiles } from './review/profiles.ts'
import { toReview } from './review/review.ts'

export async function inspectDelivery(work: Work, deliveryId: string): Promise<void> {
  const { platform } = work
  const run = await platform.db.transaction(system, (tx) =>
    claimDelivery(tx, deliveryId, ['inspecting'], 'inspecting'),
  )
  if (!run || (await holdAfterTakeovers(platform, run))) return
  try {
    const outcome = await withWorkDir(platform.config, (dir) => inspect(work, run, dir))
    if (outcome.type === 'aborted') await inspectAgain(work, run)
    else if (outcome.type === 'refused') await returnToUpload(work, run, outcome.reason)
    else await putBefore(work, run, outcome.result)
  } catch (error) {
    if (error instanceof SourceAwayError) await waitForSource(work, run, error)
    else await settleRunFault(work, run, error)
  }
}

async function inspect(
  work: Work,
  run: ClaimedDelivery,
  dir: string,
): Promise<Outcome<TableInspection[]>> {
  const { platform, signal } = work
  const follow = followRun(platform, run, signal)
  try {
    return await withinLimit(placeOf(platform, run), follow.signal, (signal) =>
      read(work, run, { dir, signal }),
    )
  } finally {
    await follow.end()
  }
}

async function read(
  work: Work,
  run: ClaimedDelivery,
  { dir, signal }: { dir: string; signal: AbortSignal },
): Promise<Outcome<TableInspection[]>> {
  const { platform } = work
  const originals = await openOriginals(work, run, { dir, signal })
  if ('reason' in originals) return { type: 'refused', reason: originals.reason }
  const printKey = await platform.db.transaction(system, (tx) =>
    openPrintKey(tx, platform.secrets, run.vendor),
  )
  const input = { ...originals, tempDir: dir, printKey, describes: !run.is_connected }
  return await inspectInProcess(input, { signal, ...runLimits(platform.config) })
}

async function putBefore(
  { platform, signal }: Work,
  run: ClaimedDelivery,
  tables: TableInspection[],
): Promise<void> {
  const sealed = await sealProfiles(platform, run.id, tables)
  const save = () =>
    platform.db.transaction(system, async (tx) => {
      if (!(await updateRun(tx, run, { status: 'review', run_id: null, ...fresh }))) return
      const prints = tables.flatMap(({ print }) => print ?? [])
      if (run.is_connected) await noteConnected(tx, run.id, { away_reason: null })
      await saveReview(tx, run.id, { tables: toReview(tables), prints, ...sealed })
      await notifyReviewNeeded({ tx, platform }, run)
    })
  await untilAnswered(save, signal)
}

/** The server stops: another run takes over, at no cost. Nothing when the vendor went back. */
async function inspectAgain({ platform }: Work, run: ClaimedDelivery): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    if (!(await updateRun(tx, run, { run_id: null }))) return
    await queueRun(tx, 'delivery.inspect', run)
  })
}

/** The preview of a sample: made by the engine that makes deliveries, in the same process of its own, at the offer's privacy level. */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MAX_PREVIEW_ROWS, privacyEpsilons } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { system } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Platform, SystemCtx } from '../../platform/http/context.ts'
import { repeat } from '../../platform/process/interval.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import type { Blobs } from '../../platform/storage/blobs.ts'
import type { Destroyed } from '../destructions/service.ts'
import { runLimits, synthesizeInProcess, withWorkDir } from '../engine/service.ts'
import {
  isExhausted,
  ledgerOf,
  type RunLedger,
  recordMeasuring,
  settleBudget,
} from '../sources/service.ts'
import { measurementOf, subjectOf } from './measurement.ts'
import {
  deleteSamples,
  endPreview,
  findSample,
  listSampleIds,
  type NamedSample,
  type PreviewEnding,
  sampleExists,
  setSampleEnding,
} from './queries.ts'
import { figuresOf, readPreview } from './read-preview.ts'
import { destroySample, endSamples, openSampleKey } from './samples.ts'

/** A preview's outcome; once made, with what it spent. */
type MadePreview = PreviewEnding & { ledger?: RunLedger }

type Work = { platform: Platform; blobs: Blobs; signal: AbortSignal }

/** Throws faults of the platform, for the queue to repeat the job; the sample stays. */
export async function makePreview(work: Work, sampleId: string): Promise<void> {
  const { platform } = work
  const sample = await platform.db.transaction(system, (tx) => findSample(tx, sampleId))
  if (!sample) return
  const ending = await withWorkDir(platform.config, (dir) => attempt(work, sample, dir))
  if (ending) await finish(work, sampleId, ending)
  else await makeAgain(work, sampleId)
}

/** Null when the server stops first, or the sample has ended. */
async function attempt(
  { platform, blobs, signal }: Work,
  sample: NamedSample,
  dir: string,
): Promise<MadePreview | null> {
  const inputPath = join(dir, sample.file_name)
  const key = await openSampleKey(platform, sample)
  await pipeline(
    blobs.read({ id: sample.id, key }, Number(sample.bytes)),
    createWriteStream(inputPath, { flags: 'wx', mode: 0o600 }),
  )
  const outputDir = join(dir, 'twins')
  await mkdir(outputDir)
  const follow = followSample(platform, sample.id, signal)
  const epsilon = privacyEpsilons[sample.privacy_level]
  const outcome = await synthesizeInProcess(
    { inputPaths: [inputPath], tempDir: dir, outputDir, epsilon, rows: MAX_PREVIEW_ROWS },
    {
      signal: follow.signal,
      ...runLimits(platform.config),
      beforeMeasuring: () => beginMeasuring(platform, sample),
    },
  )
    .catch((error: unknown) => {
      if (!isExhausted(error)) throw error
      return { type: 'refused' as const, reason: error.message }
    })
    .finally(follow.end)
  if (outcome.type === 'aborted') return null
  if (outcome.type === 'refused') return { state: 'refused', reason: outcome.reason }
  const tables = await readPreview(outcome.result)
  const ledger = ledgerOf(outcome.result)
  return { state: 'ready', figures: figuresOf(outcome.result), tables, ledger }
}

/** Records that the sample is about to be counted. Throws if it has ended. */
async function beginMeasuring({ db }: Platform, sample: NamedSample): Promise<void> {
  await db.transaction(system, async (tx) => {
    if (!(await sampleExists(tx, sample.id))) throw new Error('the sample has ended')
    const { id, offer_id: offerId, vendor, title, privacy_level: privacyLevel } = sample
    await recordMeasuring(tx, measurementOf({ id, offerId, vendor, title, privacyLevel }))
  })
}

/** Ends the sample with its preview's outcome, which follows once the sample is destroyed. */
async function finish(
  { platform }: Work,
  sampleId: string,
  { ledger, ...ending }: MadePreview,
): Promise<void> {
  const why = ending.state === 'ready' ? 'made' : 'refused'
  await platform.db.transaction(system, async (tx) => {
    await settleBudget(tx, subjectOf(sampleId), ledger)
    const sample = await setSampleEnding(tx, sampleId, ending)
    if (sample) await destroySample(tx, sample, why)
  })
}

/** Ends the previews of samples that are destroyed, as their runs found. Requires the system role. */
export async function finishSamples(
  ctx: SystemCtx,
  _offerId: string,
  destroyed: Destroyed[],
): Promise<void> {
  for (const { id } of destroyed)
    for (const { ending } of await deleteSamples(ctx.tx, { id }))
      if (ending !== null) await showEnding(ctx, id, ending as PreviewEnding)
}

async function showEnding(
  { tx, platform }: Pick<SystemCtx, 'tx' | 'platform'>,
  sampleId: string,
  ending: PreviewEnding,
): Promise<void> {
  const ended = await endPreview(tx, sampleId, ending)
  if (!ended) return
  const told = [{ organization: ended.vendor }]
  if (ending.state === 'ready') told.push({ organization: ended.client })
  await publish(tx, told, { topic: 'offer.changed', id: ended.offer_id })
  const notice = {
    organizationId: ended.vendor,
    type: 'offer',
    path: `/offer-details/${ended.offer_id}`,
  } as const
  const words =
    ending.state === 'ready'
      ? {
          title: 'Preview ready',
          message:
            'The client can explore the synthetic rows made from your sample. We no longer have the key of your sample.',
        }
      : { title: 'Sample not accepted', message: ending.reason }
  await notify({ tx, platform }, { ...notice, ...words })
}

const lostReasons = {
  restored:
    'Semblance was restored from a backup. Backups never hold samples, so no preview can be made of yours. Please send the file again.',
  lost: 'Semblance has lost the keys that samples are sealed with, so no preview can be made of yours. Please send the file again.',
} as const

/**
 * Ends every sample, whose sealed bytes or key no longer exist. Returns their number. Call as the
 * system.
 */
export async function endAllSamples(
  ctx: Pick<SystemCtx, 'tx' | 'platform'>,
  why: keyof typeof lostReasons,
): Promise<number> {
  const ids = await listSampleIds(ctx.tx)
  for (const id of ids) {
    await endSamples(ctx.tx, { id }, why)
    await showEnding(ctx, id, { state: 'refused', reason: lostReasons[why] })
  }
  return ids.length
}

async function makeAgain({ platform }: Work, sampleId: string): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    if (!(await sampleExists(tx, sampleId))) return
    await enqueue(tx, 'preview.make', { sampleId }, { queueName: 'previews' })
  })
}

const SAMPLE_CHECK_MS = 500

/** `signal` aborts once the sample has ended: its vendor has taken it back, or sent another. */
function followSample(platform: Platform, sampleId: string, stop: AbortSignal) {
  const gone = new AbortController()
  const { end } = repeat(SAMPLE_CHECK_MS, async () => {
    try {
      const exists = await platform.db.transaction(system, (tx) => sampleExists(tx, sampleId))
      if (!exists) gone.abort()
    } catch (error) {
      platform.log.warn({ err: error, sampleId }, 'a sample was not looked for')
    }
  })
  return { signal: AbortSignal.any([stop, gone.signal]), end }
}

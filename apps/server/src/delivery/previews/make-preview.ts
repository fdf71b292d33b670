/** The preview of a sample: made by the engine that makes deliveries, in the same process of its own, at the offer's privacy level. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MAX_PREVIEW_ROWS } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Platform, SystemCtx } from '../../platform/http/context.ts'
import { repeat } from '../../platform/process/interval.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import type { Blobs } from '../../platform/storage/blobs.ts'
import type { Destroyed } from '../destructions/service.ts'
import { printInProcess, runLimits, withWorkDir } from '../engine/service.ts'
import { makeTwins } from '../models/service.ts'
import {
  isRefusedBySource,
  type Measurement,
  openPrintKey,
  type RunLedger,
  recognizeSources,
  reserveAgain,
  settleBudget,
} from '../sources/service.ts'
import { describePreview } from './describe-preview.ts'
import { findPaidFor, measurementOf, subjectOf } from './measurement.ts'
import {
  deleteSamples,
  endPreview,
  findDataContract,
  findSample,
  listSampleIds,
  type NamedSample,
  type PreviewEnding,
  sampleExists,
  setRecognized,
  setSampleEnding,
} from './queries.ts'
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
async function attempt(work: Work, sample: NamedSample, dir: string): Promise<MadePreview | null> {
  const { platform, signal } = work
  const inputPath = join(dir, sample.file_name)
  const sha256 = await unseal(work, sample, inputPath)
  const follow = followSample(platform, sample.id, signal)
  const input = { inputPaths: [inputPath], tempDir: dir }
  const options = { signal: follow.signal, ...runLimits(platform.config) }
  try {
    const printKey = await platform.db.transaction(system, (tx) =>
      openPrintKey(tx, platform.secrets, sample.vendor),
    )
    const printed = await printInProcess({ ...input, printKey }, options)
    if (printed.type !== 'done') return endedEarly(printed)
    const measurement = measurementOfSample(sample, { sha256, tables: printed.result })
    await declareSource(platform, sample, measurement)
    const made = await makeTwins(work, {
      ...{ dir, input, options, rows: MAX_PREVIEW_ROWS, epsilon: measurement.epsilon },
      run: { ...measurement, requireOwn: (tx) => requireSample(tx, sample.id) },
      files: [{ name: sample.file_name, sha256 }],
      findMeasurement: async () => measurement,
    })
    if (made.type !== 'done') return endedEarly(made)
    const { tables, ledger } = made.result
    const dataContract = await platform.db.transaction(system, (tx) =>
      findDataContract(tx, sample.offer_id),
    )
    return { ...(await describePreview(tables, dataContract, dir)), ledger }
  } catch (error) {
    if (isRefusedBySource(error)) return { state: 'refused', reason: error.message }
    throw error
  } finally {
    await follow.end()
  }
}

const endedEarly = (
  outcome: { type: 'aborted' } | { type: 'refused'; reason: string },
): MadePreview | null =>
  outcome.type === 'aborted' ? null : { state: 'refused', reason: outcome.reason }

/** Writes the sample in the clear. Returns its SHA-256. */
async function unseal(
  { platform, blobs }: Work,
  sample: NamedSample,
  path: string,
): Promise<string> {
  const key = await openSampleKey(platform, sample)
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const chunk of blobs.read({ id: sample.id, key }, Number(sample.bytes))) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(hashed(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return hash.digest('hex')
}

const measurementOfSample = (
  { id, offer_id: offerId, vendor, title, privacy_level: privacyLevel }: NamedSample,
  read: Pick<Parameters<typeof measurementOf>[0], 'sha256' | 'tables'>,
): Measurement => measurementOf({ id, offerId, vendor, title, privacyLevel, ...read })

/**
 * Reserves from the source that the sample is now known by, before anything is counted. Throws
 * source_overlaps for one that the vendor chose and that its rows do not belong to, and what
 * `reserveMeasurement` does.
 */
async function declareSource(
  { db }: Platform,
  { id, chosen_source, file_name }: NamedSample,
  measurement: Measurement,
): Promise<void> {
  await db.transaction(system, async (tx) => {
    const known = await recognizeSources(tx, measurement)
    const chosen = known.find((source) => source.id === chosen_source)
    await setRecognized(tx, id, chosen ?? known[0])
  })
  await db.transaction(system, async (tx) => {
    await requireSample(tx, id)
    const drawsFrom = await findPaidFor(tx, measurement, file_name, chosen_source)
    const choice = chosen_source ? { id: chosen_source } : undefined
    await reserveAgain(tx, { ...measurement, drawsFrom }, choice)
  })
}

async function requireSample(tx: Tx, id: string): Promise<void> {
  if (!(await sampleExists(tx, id))) throw new Error('the sample has ended')
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
            'The client can explore the synthetic rows made from your sample. We no longer have the key of your sample; what remains are hashes of its rows, by which we know the same data again, and the noisy counts that its preview was drawn from, from which we draw again if you send the same file.',
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

/** The preview of a sample: made by the engine that makes deliveries, in the same process of its own, with its defaults. */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MAX_PREVIEW_ROWS } from '@semblance/contract'
import type { Blobs } from '../../platform/blobs.ts'
import type { Platform } from '../../platform/context.ts'
import { system } from '../../platform/db.ts'
import { publish } from '../../platform/events.ts'
import { enqueue } from '../../platform/jobs.ts'
import { inWorkDir, synthesizeApart } from '../deliveries/service.ts'
import { notify } from '../notifications/service.ts'
import { followSample } from './follow-sample.ts'
import {
  type ClaimedSample,
  claimSample,
  endPreview,
  type PreviewEnding,
  uncountRun,
} from './queries.ts'
import { figuresOf, readPreview } from './read-preview.ts'
import { destroySamples, openSampleKey } from './samples.ts'

type Work = { platform: Platform; blobs: Blobs; signal: AbortSignal }

/** How often a sample is tried before its preview is given up; a crash of the server counts, its orderly stop does not. */
const MAX_ATTEMPTS = 3

const OUR_FAULT = {
  state: 'refused',
  reason: 'Something went wrong on our side while making the preview. Please send the file again.',
} as const

export async function makePreview(work: Work, sampleId: string): Promise<void> {
  const { platform } = work
  const sample = await platform.db.transaction(system, (tx) => claimSample(tx, sampleId))
  if (!sample) return
  if (sample.attempt > MAX_ATTEMPTS) return await finish(work, sampleId, OUR_FAULT) // each died with the server
  try {
    const ending = await inWorkDir(platform.config, (dir) => attempt(work, sample, dir))
    if (ending) await finish(work, sampleId, ending)
    else await makeAgain(work, sampleId)
  } catch (error) {
    if (sample.attempt < MAX_ATTEMPTS) throw error
    platform.log.error({ err: error, sampleId }, 'the last attempt at a preview failed')
    await finish(work, sampleId, OUR_FAULT)
  }
}

/** Null when the server stops first, or the sample is destroyed. */
async function attempt(
  { platform, blobs, signal }: Work,
  sample: ClaimedSample,
  dir: string,
): Promise<PreviewEnding | null> {
  const inputPath = join(dir, sample.file_name)
  const key = await platform.db.transaction(system, (tx) => openSampleKey(tx, platform, sample))
  await pipeline(
    blobs.read({ id: sample.id, key }, Number(sample.bytes)),
    createWriteStream(inputPath, { flags: 'wx', mode: 0o600 }),
  )
  const outputDir = join(dir, 'twins')
  await mkdir(outputDir)
  const follow = followSample(platform, sample.id, signal)
  const outcome = await synthesizeApart(
    { inputPaths: [inputPath], tempDir: dir, outputDir, rows: MAX_PREVIEW_ROWS },
    { signal: follow.signal, memoryMb: platform.config.synthesisMemoryMb },
  ).finally(follow.end)
  if (outcome.type === 'aborted') return null
  if (outcome.type === 'refused') return { state: 'refused', reason: outcome.reason }
  const tables = await readPreview(outcome.result)
  return { state: 'ready', figures: figuresOf(outcome.result), tables }
}

/** The sample's own end comes with its outcome, even where nobody waits for the outcome any more. */
async function finish({ platform }: Work, sampleId: string, ending: PreviewEnding): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    await destroySamples(tx, { id: sampleId }, ending.state === 'ready' ? 'made' : 'refused')
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
              'The client can explore the synthetic rows made from your sample. The sample has been destroyed.',
          }
        : { title: 'Sample not accepted', message: ending.reason }
    await notify({ tx, platform }, { ...notice, ...words })
  })
}

async function makeAgain({ platform }: Work, sampleId: string): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    if (!(await uncountRun(tx, sampleId))) return
    await enqueue(tx, 'preview.make', { sampleId }, { queueName: 'previews' })
  })
}

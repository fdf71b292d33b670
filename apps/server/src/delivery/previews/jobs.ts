import { z } from 'zod'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { holdSamples } from './held-samples.ts'
import { makePreview } from './make-preview.ts'

const makePayload = z.object({ sampleId: z.uuid() })
const erasePayload = z.object({ id: z.uuid(), bytes: z.number() })

export const previewSchedule: Schedule = [{ task: 'preview.watch', match: '*/5 * * * *' }]

export function previewJobs(platform: Platform): Jobs {
  const blobs = openBlobs(platform.config)
  return {
    'preview.make': async (payload, { abortSignal }) => {
      const { sampleId } = makePayload.parse(payload)
      await makePreview({ platform, blobs, signal: abortSignal }, sampleId)
    },
    'preview.watch': () => holdSamples(platform),
    // Queued by servers of the release before.
    'sample.erase': async (payload) => {
      const { id, bytes } = erasePayload.parse(payload)
      await blobs.remove(id, bytes)
    },
  }
}

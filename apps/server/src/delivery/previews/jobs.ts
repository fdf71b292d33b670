import { z } from 'zod'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs } from '../../platform/process/jobs.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { makePreview } from './make-preview.ts'

const makePayload = z.object({ sampleId: z.uuid() })
const erasePayload = z.object({ id: z.uuid(), bytes: z.number() })

export function previewJobs(platform: Platform): Jobs {
  const blobs = openBlobs(platform.config)
  return {
    'preview.make': async (payload, { abortSignal }) => {
      const { sampleId } = makePayload.parse(payload)
      await makePreview({ platform, blobs, signal: abortSignal }, sampleId)
    },
    'sample.erase': async (payload) => {
      const { id, bytes } = erasePayload.parse(payload)
      await blobs.remove(id, bytes)
    },
  }
}

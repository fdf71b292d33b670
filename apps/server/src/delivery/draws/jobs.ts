import { z } from 'zod'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs } from '../../platform/process/jobs.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { makeDraw } from './make-draw.ts'

const payload = z.object({ drawId: z.uuid() })

export function drawJobs(platform: Platform): Jobs {
  const blobs = openBlobs(platform.config)
  return {
    'draw.make': async (given, { abortSignal }) => {
      const { drawId } = payload.parse(given)
      await makeDraw({ platform, blobs, signal: abortSignal }, drawId)
    },
  }
}

import { z } from 'zod'
import type { Platform } from '../../platform/context.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { openStorage } from '../../platform/storage.ts'
import { processDelivery } from './process-delivery.ts'
import { expireUploads } from './uploads.ts'

const synthesizePayload = z.object({ deliveryId: z.uuid() })

export function deliveryJobs(platform: Platform): Jobs {
  const storage = openStorage(platform.config.dataDir)
  return {
    'delivery.synthesize': async (payload, { abortSignal }) => {
      const { deliveryId } = synthesizePayload.parse(payload)
      await processDelivery({ platform, storage, signal: abortSignal }, deliveryId)
    },
    'upload.expire': async () => {
      await expireUploads(platform, storage)
    },
  }
}

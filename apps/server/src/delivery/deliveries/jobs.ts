import { exportFormats } from '@semblance/contract'
import { z } from 'zod'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { copyDelivery } from './copies/copy-delivery.ts'
import { makeConversion } from './files/conversions.ts'
import { resumeDeliveries } from './held/staff.ts'
import { inspectDelivery } from './inspect-delivery.ts'
import { expireUploads } from './originals/destruction.ts'
import { expireMeasurements } from './premises/expire.ts'
import { sampleDelivery } from './premises/sample-delivery.ts'
import { processDelivery } from './process-delivery.ts'

const deliveryPayload = z.object({ deliveryId: z.uuid() })
const convertPayload = z.object({ fileId: z.uuid(), format: z.enum(exportFormats) })
const erasePayload = z.object({
  blobs: z.array(z.object({ id: z.string(), bytes: z.number() })),
})

export const deliverySchedule: Schedule = [
  { task: 'delivery.resume', match: '23 * * * *' },
  { task: 'measurement.expire', match: '29 * * * *' },
  { task: 'upload.expire', match: '17 * * * *' },
]

export function deliveryJobs(platform: Platform): Jobs {
  const blobs = openBlobs(platform.config)
  return {
    'delivery.copy': async (payload, { abortSignal }) => {
      const { deliveryId } = deliveryPayload.parse(payload)
      await copyDelivery({ platform, blobs, signal: abortSignal }, deliveryId)
    },
    'delivery.inspect': async (payload, { abortSignal }) => {
      const { deliveryId } = deliveryPayload.parse(payload)
      await inspectDelivery({ platform, blobs, signal: abortSignal }, deliveryId)
    },
    'delivery.synthesize': async (payload, { abortSignal }) => {
      const { deliveryId } = deliveryPayload.parse(payload)
      await processDelivery({ platform, blobs, signal: abortSignal }, deliveryId)
    },
    'delivery.sample': async (payload, { abortSignal }) => {
      const { deliveryId } = deliveryPayload.parse(payload)
      await sampleDelivery({ platform, blobs, signal: abortSignal }, deliveryId)
    },
    'file.convert': async (payload, { abortSignal }) => {
      const asked = convertPayload.parse(payload)
      await makeConversion({ platform, blobs, signal: abortSignal }, asked)
    },
    'blob.erase': async (payload) => {
      for (const { id, bytes } of erasePayload.parse(payload).blobs) await blobs.remove(id, bytes)
    },
    'delivery.resume': () => resumeDeliveries(platform),
    'measurement.expire': () => expireMeasurements(platform),
    'upload.expire': () => expireUploads(platform),
  }
}

import { z } from 'zod'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs } from '../../platform/process/jobs.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { measureCheck } from './claim-checks.ts'
import { measureDispute } from './measure-dispute.ts'

const checkPayload = z.object({ id: z.uuid() })
const payload = z.object({ disputeId: z.string() })

export function findingJobs(platform: Platform): Jobs {
  const blobs = openBlobs(platform.config)
  return {
    'claims.check': async (given, { abortSignal }) => {
      const { id } = checkPayload.parse(given)
      await measureCheck({ platform, blobs, signal: abortSignal }, id)
    },
    'dispute.measure': async (given, { abortSignal }) => {
      const { disputeId } = payload.parse(given)
      await measureDispute({ platform, blobs, signal: abortSignal }, disputeId)
    },
  }
}

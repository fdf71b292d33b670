import { z } from 'zod'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs } from '../../platform/process/jobs.ts'
import { acknowledge } from './acknowledge.ts'

const acknowledgePayload = z.object({ id: z.uuid() })

export function applicationJobs(platform: Platform): Jobs {
  return {
    'application.acknowledge': async (payload) => {
      await acknowledge(platform, acknowledgePayload.parse(payload).id)
    },
  }
}

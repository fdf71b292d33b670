/** Sends deliveries to systems of their clients. */
import { z } from 'zod'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs } from '../../platform/process/jobs.ts'
import { runPush } from './run-push.ts'

const pushJob = z.object({ pushId: z.uuid() })

export function pushJobs(platform: Platform): Jobs {
  return {
    'delivery.push': async (payload, { abortSignal }) =>
      await runPush(platform, pushJob.parse(payload).pushId, abortSignal),
  }
}

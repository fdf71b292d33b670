import type { Auth } from '../core/auth/service.ts'
import type { Platform } from '../platform/http/context.ts'
import type { Jobs } from '../platform/process/jobs.ts'
import { deliverRest } from './load-deliveries.ts'
import { runReset } from './reset.ts'

export function sampleJobs(platform: Platform, auth: Pick<Auth, 'createUser'>): Jobs {
  return {
    'samples.deliver': async (_, { abortSignal }) => {
      await deliverRest(platform, abortSignal)
    },
    'samples.reset': async (payload) => {
      await runReset(platform, auth, (payload as { resetId: string }).resetId)
    },
  }
}

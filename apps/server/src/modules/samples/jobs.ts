import type { Platform } from '../../platform/context.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Auth } from '../auth/service.ts'
import { deliverRest } from './originals.ts'
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

import type { Auth } from '../core/auth/service.ts'
import { system } from '../platform/database/db.ts'
import type { Platform } from '../platform/http/context.ts'
import { enqueue, type Jobs } from '../platform/process/jobs.ts'
import { deliverNext } from './load-deliveries.ts'
import { runReset } from './reset.ts'

export function sampleJobs(platform: Platform, auth: Pick<Auth, 'createUser'>): Jobs {
  return {
    'samples.deliver': async (_, { abortSignal }) => {
      // One at a time: a delivery of a vendor that waits for the engine goes in between.
      if (!(await deliverNext(platform, abortSignal))) return
      await platform.db.transaction(system, (tx) =>
        enqueue(tx, 'samples.deliver', {}, { jobKey: 'samples.deliver' }),
      )
    },
    'samples.reset': async (payload) => {
      await runReset(platform, auth, (payload as { resetId: string }).resetId)
    },
  }
}

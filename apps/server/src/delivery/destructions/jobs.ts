import { z } from 'zod'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { destroyOriginalsOf, type Endings, type ListNamed, sweepKeys } from './destroy.ts'

const destroyPayload = z.union([
  z.object({ deliveryId: z.uuid() }),
  z.object({ offerId: z.string() }),
])

export const destructionSchedule: Schedule = [{ task: 'key.sweep', match: '37 * * * *' }]

/** Takes what follows from a destruction from those who own the originals. */
export function destructionJobs(
  platform: Platform,
  endings: { ofDelivery: Endings; ofSample: Endings; listNamed: ListNamed },
): Jobs {
  return {
    'original.destroy': async (payload, { abortSignal: signal }) => {
      const owner = destroyPayload.parse(payload)
      const ending = 'deliveryId' in owner ? endings.ofDelivery : endings.ofSample
      await destroyOriginalsOf(platform, owner, { ...ending, signal })
    },
    'key.sweep': () => sweepKeys(platform, endings.listNamed),
  }
}

import { z } from 'zod'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs } from '../../platform/process/jobs.ts'
import { answerOffer, listAnswerable } from './answer.ts'

const answerPayload = z.union([z.object({ offerId: z.string() }), z.object({ dprId: z.string() })])

export function answeringJobs(platform: Platform): Jobs {
  return {
    'proposal.answer': async (payload) => {
      const named = answerPayload.parse(payload)
      const offers =
        'offerId' in named ? [named.offerId] : await listAnswerable(platform, named.dprId)
      for (const offerId of offers) await answerOffer(platform, offerId)
    },
  }
}

import { z } from 'zod'
import type { Platform } from '../../../platform/http/context.ts'
import type { Jobs } from '../../../platform/process/jobs.ts'
import { receiveEvents } from '../receive.ts'
import { openStripe } from './client.ts'
import { readEvent } from './events.ts'

const told = z.object({
  id: z.string(),
  type: z.string(),
  created: z.int(),
  account: z.string().optional(),
  objectId: z.string(),
})

export function stripeJobs(platform: Platform): Jobs {
  const settings = platform.config.stripe
  if (!settings) return {}
  const reading = { platform, stripe: openStripe(settings) }
  return {
    'stripe.event': async (payload) => {
      const events = await readEvent(reading, told.parse(payload))
      await receiveEvents(platform, 'stripe', events, new Date())
    },
  }
}

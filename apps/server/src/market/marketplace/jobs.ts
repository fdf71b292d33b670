import { z } from 'zod'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs } from '../../platform/process/jobs.ts'
import { alertMatches } from './saved-searches.ts'

const matchPayload = z.object({ dprId: z.string() })

export function marketJobs(platform: Platform): Jobs {
  return {
    'search.match': async (payload) => {
      await alertMatches(platform, matchPayload.parse(payload).dprId)
    },
  }
}

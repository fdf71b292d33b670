import type { Platform } from '../../platform/context.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { expireDprs } from './service.ts'

export function closingJobs(platform: Platform): Jobs {
  return {
    'dpr.expire': async () => {
      await expireDprs(platform)
    },
  }
}

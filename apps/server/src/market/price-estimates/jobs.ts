import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { groupPrices } from './service.ts'

export const priceSchedule: Schedule = [{ task: 'price.group', match: '41 3 * * *' }]

export function priceJobs(platform: Platform): Jobs {
  return {
    'price.group': async () => {
      await groupPrices(platform)
    },
  }
}

/** Reminds administrators of keys that end soon. */

import { reminderDays, takeExpiring } from '../../core/keys/service.ts'
import { formatMoment, notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'

export const keySchedule: Schedule = [{ task: 'api_key.remind', match: '41 * * * *' }]

export function keyJobs(platform: Platform): Jobs {
  return {
    'api_key.remind': () =>
      platform.db.transaction(system, async (tx) => {
        // The last reminder first: a key that is due for both gets one.
        for (const [index, days] of [...reminderDays.entries()].reverse()) {
          const reminders = index + 1
          for (const key of await takeExpiring(tx, { days, reminders })) {
            const expiresAt = key.expires_at.toISOString()
            announceEvent(tx, [key.organization], 'key.expiring', { keyId: key.id, expiresAt })
            await notify(
              { tx, platform },
              {
                organizationId: key.organization,
                audience: 'administrators',
                type: 'system',
                title: 'A key expires soon',
                message: `The key ${key.name} (${key.start}…) expires on ${formatMoment(key.expires_at)}. Programs that still use it are refused from then on. An administrator rotates it on the page Developers.`,
                path: '/developers',
                mail: true,
              },
            )
          }
        }
      }),
  }
}

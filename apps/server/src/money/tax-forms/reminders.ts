/** Reminds organizations of tax forms that end: once before, and once when it has happened. */
import { taxFormReminderDays } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { takeEnding } from './queries.ts'

const DAY_MS = 86_400_000
const dayIn = (now: Date, days: number) =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)

export async function remindOfEnds(platform: Platform, now: Date): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    const tell = (organizationId: string, title: string, message: string) =>
      notify(
        { tx, platform },
        {
          organizationId,
          audience: 'finance',
          type: 'payment',
          title,
          message,
          path: '/bank-tax-info',
          mail: true,
        },
      )
    // The later notice first: a form that is due for both gets one.
    for (const row of await takeEnding(tx, { until: dayIn(now, -1), reminders: 2 }))
      await tell(
        row.organization,
        'Your W-8BEN-E has expired',
        `Its last day was ${row.last_day}. Upload a new one on the page of your bank details.`,
      )
    const soon = dayIn(now, taxFormReminderDays)
    for (const row of await takeEnding(tx, { until: soon, reminders: 1 }))
      await tell(
        row.organization,
        'Your W-8BEN-E expires soon',
        `Its last day is ${row.last_day}: the end of the third calendar year after its signature. Upload a new one on the page of your bank details.`,
      )
  })
}

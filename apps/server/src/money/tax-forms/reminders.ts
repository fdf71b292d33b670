/** Reminds organizations of tax forms that end: once before, and once when it has happened. */
import { taxFormReminderDays } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { takeEnding } from './queries.ts'

const DAY_MS = 86_400_000
const dayIn = (now: Date, days: number) =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** Sends all notices that are due, so many in each transaction. */
export async function remindOfEnds(platform: Platform, now: Date, atOnce = 100): Promise<void> {
  const rounds = [
    // The later notice first: a form that is due for both gets one.
    {
      due: { until: dayIn(now, -1), reminders: 2 },
      title: 'Your W-8BEN-E has expired',
      says: (lastDay: string) => `Its last day was ${lastDay}.`,
    },
    {
      due: { until: dayIn(now, taxFormReminderDays), reminders: 1 },
      title: 'Your W-8BEN-E expires soon',
      says: (lastDay: string) =>
        `Its last day is ${lastDay}: the end of the third calendar year after its signature.`,
    },
  ]
  for (const { due, title, says } of rounds) {
    const sendSome = () =>
      platform.db.transaction(system, async (tx) => {
        const rows = await takeEnding(tx, { ...due, limit: atOnce })
        for (const { organization, last_day } of rows)
          await notify(
            { tx, platform },
            {
              organizationId: organization,
              audience: 'finance',
              type: 'payment',
              title,
              message: `${says(last_day)} Upload a new one on the page of your bank details.`,
              path: '/bank-tax-info',
              mail: true,
            },
          )
        return rows.length
      })
    while ((await sendSome()) === atOnce);
  }
}

/** Sends each member who has "Marketing emails" on a summary of the organization's week, once a week. */
import { formatMoment } from '../../core/notifications/service.ts'
import { unsubscribeUrl } from '../../people/settings/service.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { claimReaders, type DigestReader, deleteOldDigests, readWeek } from './queries.ts'
import { weekLines } from './words.ts'

const DAY_MS = 86_400_000
/** Limits the people of one transaction. */
const BATCH = 100
const KEPT_WEEKS = 8

/**
 * Goes on after an interruption with those who were not considered yet; a second run at the same time takes
 * others. People of an organization without any figure count as considered.
 */
export async function sendDigests(platform: Platform, now: Date): Promise<void> {
  const week = mondayOf(now)
  await platform.db.transaction(system, (tx) =>
    deleteOldDigests(tx, mondayOf(new Date(now.getTime() - KEPT_WEEKS * 7 * DAY_MS))),
  )
  for (let after: string | null = null; ; ) {
    const from = after
    const readers = await platform.db.transaction(system, async (tx) => {
      const claimed = await claimReaders(tx, { week, after: from, limit: BATCH })
      await mailBatch(platform, tx, claimed.readers, now)
      return claimed
    })
    if (readers.last === null) return
    after = readers.last
  }
}

async function mailBatch(platform: Platform, tx: Tx, readers: DigestReader[], now: Date) {
  for (const [organization, people] of Map.groupBy(readers, (one) => one.organization)) {
    const [first] = people
    if (!first) continue
    const week = await readWeek(tx, { ...first, organization, now, since: weekBefore(now) })
    const lines = weekLines(week)
    if (lines.length === 0) continue
    for (const { user_id, email } of people)
      await sendMail(tx, {
        to: email,
        subject: 'Your week on Semblance',
        paragraphs: [`How ${first.name} stands on ${formatMoment(now)}:`, ...lines],
        link: { label: 'Open Semblance', url: platform.config.publicUrl + homeOf(first) },
        footer: {
          text: 'You get this summary on Mondays because “Marketing emails” is on in your settings.',
          link: { label: 'Unsubscribe', url: unsubscribeUrl(platform, user_id) },
        },
        unsubscribeUrl: unsubscribeUrl(platform, user_id),
      })
  }
}

const weekBefore = (now: Date) => new Date(now.getTime() - 7 * DAY_MS)

const homeOf = ({ is_client, is_vendor }: DigestReader) => {
  if (is_client && is_vendor) return '/dashboard-selection'
  return is_client ? '/client-dashboard' : '/vendor-dashboard'
}

/** Returns the Monday of a moment's week in UTC, as "2026-11-23". */
export function mondayOf(moment: Date): string {
  const daysSince = (moment.getUTCDay() + 6) % 7
  return new Date(moment.getTime() - daysSince * DAY_MS).toISOString().slice(0, 10)
}

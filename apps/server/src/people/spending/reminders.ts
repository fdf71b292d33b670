/** Reminds of approvals that wait: once a day, those who can still bring a decision about. */
import { isEnough } from '@semblance/contract'
import { formatMoment, notify } from '../../core/notifications/service.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import {
  type DueReminder,
  listDecisions,
  listDueReminders,
  listStandIns,
  markReminded,
} from './approval-queries.ts'
import { approvalsPath } from './approvals.ts'
import { consentsTo, neededFor } from './check.ts'
import { findRules, listApprovers } from './queries.ts'

const DAY_MS = 86_400_000

/**
 * Reminds of approvals that have waited a day since they were opened or last reminded of, and marks them in the
 * same transaction. Returns how many there were.
 */
export async function remindSome(platform: Platform, now: Date, limit: number): Promise<number> {
  return await platform.db.transaction(system, async (tx) => {
    const due = await listDueReminders(tx, { now, before: new Date(now.getTime() - DAY_MS), limit })
    for (const row of due) {
      await markReminded(tx, row.id, now)
      const days = Math.floor((now.getTime() - row.created_at.getTime()) / DAY_MS)
      for (const userId of await listReminded(tx, row, now))
        await notify(
          { tx, platform },
          {
            userId,
            type: 'payment',
            title: 'Still waiting for your approval',
            message: `A payment for ${row.title} has waited for ${days === 1 ? 'a day' : `${days} days`}. Without a decision it expires on ${formatMoment(row.expires_at)}.`,
            path: approvalsPath,
            mail: true,
          },
        )
    }
    return due.length
  })
}

/**
 * Lists the people whose consent is still of use: approvers who have not decided, or the stand-ins of those who
 * are away. Of two steps, those who can take the one that is left.
 */
async function listReminded(tx: Tx, row: DueReminder, now: Date): Promise<Set<string>> {
  const { organization, asked_by: asker } = row
  const rules = await findRules(tx, organization)
  const decisions = await listDecisions(tx, [row.id])
  const isDone = (person: string) =>
    person === asker || decisions.some((one) => [one.user_id, one.in_place_of].includes(person))
  const asked = {
    userId: asker,
    client: organization,
    offerId: row.offer_id,
    amountCents: row.amount_cents,
    now,
  }
  const needed = (rules && (await neededFor(tx, rules, asked))) ?? { needsAdministrator: false }
  const consents = await consentsTo(tx, rules, row, now)
  const approvers = (await listApprovers(tx, organization))
    .map((one) => ({ userId: one.user_id, isAdministrator: one.is_administrator }))
    .filter((one) => !isDone(one.userId))
    .filter((one) => consents.length === 0 || isEnough([...consents, one], needed))
  const standIns = await listStandIns(
    tx,
    approvers.map(({ userId }) => userId),
    now,
  )
  const inPlaceOf = new Map(standIns.map((one) => [one.approver, one.stand_in]))
  return new Set(
    approvers.map(({ userId }) => {
      const standIn = inPlaceOf.get(userId)
      return standIn && !isDone(standIn) ? standIn : userId
    }),
  )
}

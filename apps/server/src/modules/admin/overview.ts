/** What waits for staff, and how the market stands. Callers have checked that it is staff who asks. */
import { type StaffOverview, staffTasks } from '@semblance/contract'
import type { Ctx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import { findFigures, listWaiting } from './overview-queries.ts'

export async function readOverview({ tx, now }: Ctx): Promise<StaffOverview> {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
  const { rows, figures } = await asSystem(tx, async () => ({
    rows: await listWaiting(tx),
    figures: await findFigures(tx, month),
  }))
  const waiting = rows.map((row) => ({
    task: row.task,
    count: row.count,
    oldestAt: row.oldest_at,
    pressingCount: row.pressing,
  }))
  waiting.sort((a, b) => staffTasks.indexOf(a.task) - staffTasks.indexOf(b.task))
  return {
    waiting,
    figures: {
      organizations: figures.organizations,
      suspendedOrganizations: figures.suspended,
      people: figures.people,
      openRequests: figures.open_requests,
      openContracts: figures.open_contracts,
      completedContracts: figures.completed_contracts,
      heldCents: figures.held_cents,
      releasedThisMonthCents: figures.released_cents,
    },
  }
}

/**
 * Summarizes what waits for staff, and the state of the market. Callers check first that the user
 * is staff.
 */
import { type StaffOverview, staffTasks } from '@semblance/contract'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { findFigures, listWaiting } from './overview-queries.ts'

export async function readOverview({ tx, now }: Ctx): Promise<StaffOverview> {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
  const { rows, figures } = await withSystemRole(tx, async () => ({
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

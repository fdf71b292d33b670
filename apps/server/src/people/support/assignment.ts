/** Assigns tickets to members of staff. */
import { type StaffMember, type StaffTicket, ticketCan, ticketStatuses } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { listStaff } from '../../core/profiles/service.ts'
import { type Page, pageOfShort } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { audit } from '../../platform/security/audit.ts'
import { claimTicket } from './queries.ts'
import { readForStaff, readTicket } from './service.ts'

/** Lists who can see to tickets, by name. */
export async function listTeam({ tx }: Ctx, page: Page) {
  const team: StaffMember[] = await withSystemRole(tx, () => listStaff(tx))
  return pageOfShort(
    team,
    page,
    ({ id }) => id,
    (member) => member,
  )
}

/**
 * Assigns a ticket, or unassigns it if `staffId` is null. Notifies the new assignee unless they did
 * it themselves.
 */
export async function assignTicket(
  ctx: Ctx,
  by: string,
  { ticketId, staffId }: { ticketId: string; staffId: string | null },
): Promise<StaffTicket> {
  const { tx } = ctx
  const before = await readForStaff(ctx, ticketId)
  const team = await withSystemRole(tx, () => listStaff(tx))
  if (staffId && !team.some(({ id }) => id === staffId))
    throw new AppError('bad_input', {
      field: 'staffId',
      message: 'Tickets are seen to by staff only.',
    })
  const from = ticketStatuses.filter(ticketCan.assign)
  if (!(await withSystemRole(tx, () => claimTicket(tx, ticketId, from, { assigned_to: staffId }))))
    throw new AppError('ticket_closed')
  await audit(tx, {
    actor: { userId: by },
    action: 'ticket.assign',
    object: `ticket:${ticketId}`,
    detail: { from: before.assignee?.id ?? null, to: staffId },
  })
  if (staffId && staffId !== by && staffId !== before.assignee?.id)
    await notify(ctx, {
      userId: staffId,
      type: 'system',
      title: 'A ticket was given to you',
      message: `${ticketId}, ${before.subject}`,
      path: `/admin/support?ticket=${ticketId}`,
    })
  return await readTicket(ctx, ticketId)
}

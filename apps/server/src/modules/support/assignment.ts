/** Who of the staff sees to a ticket. */
import { type StaffMember, type StaffTicket, ticketCan, ticketStatuses } from '@semblance/contract'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { notify } from '../notifications/service.ts'
import { listStaff } from '../profiles/service.ts'
import { claimTicket } from './queries.ts'
import { readTicket } from './service.ts'

export async function listTeam({ tx }: Ctx): Promise<StaffMember[]> {
  return await asSystem(tx, () => listStaff(tx))
}

/** Whoever is given a ticket by somebody else is told. */
export async function assignTicket(
  ctx: Ctx,
  by: string,
  { ticketId, staffId }: { ticketId: string; staffId: string | null },
): Promise<StaffTicket> {
  const { tx } = ctx
  const before = await readTicket(ctx, ticketId)
  if (staffId && !(await listTeam(ctx)).some(({ id }) => id === staffId))
    throw new AppError('bad_input', {
      field: 'staffId',
      message: 'Tickets are seen to by staff only.',
    })
  const from = ticketStatuses.filter(ticketCan.assign)
  if (!(await asSystem(tx, () => claimTicket(tx, ticketId, from, { assigned_to: staffId }))))
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

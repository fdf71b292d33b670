import type { TicketStatus } from '@semblance/contract'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { claimTicket, insertMessage } from './queries.ts'

type Step = {
  message: string
  by: 'requester' | 'staff' | 'vendor'
  from: readonly TicketStatus[]
  to: TicketStatus
  /** Set by the message that asks staff to step in. */
  isEscalated?: boolean
}

/** Moves a ticket on. Throws ticket_closed if it is in none of `from`. */
export async function moveTicket(
  { tx, now }: Ctx,
  id: string,
  from: readonly TicketStatus[],
  to: TicketStatus,
  isEscalated = false,
): Promise<void> {
  const change = { status: to, updated_at: now, ...(isEscalated && { escalated_at: now }) }
  if (!(await withSystemRole(tx, () => claimTicket(tx, id, from, change))))
    throw new AppError('ticket_closed')
}

/** Adds a message and moves the ticket on. Throws ticket_closed. */
export async function writeMessage(ctx: Ctx, ticketId: string, step: Step): Promise<void> {
  await moveTicket(ctx, ticketId, step.from, step.to, step.isEscalated)
  await withSystemRole(ctx.tx, () =>
    insertMessage(ctx.tx, {
      ticket_id: ticketId,
      user_id: ctx.actor.userId,
      from_staff: step.by === 'staff',
      from_vendor: step.by === 'vendor',
      body: step.message,
      created_at: ctx.now,
    }),
  )
}

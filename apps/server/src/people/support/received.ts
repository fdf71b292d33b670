/** Tickets that go to the vendor of a contract, as its terms say, instead of to our staff. */
import {
  type ReceivedTicket,
  supportEnd,
  type TicketForm,
  ticketCan,
  ticketStatuses,
} from '@semblance/contract'
import { requireMemberOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as queries from './queries.ts'
import { writeMessage } from './write.ts'

/**
 * Returns the vendor who is to answer a new ticket; null for our staff. Throws support_ended outside the period
 * that the client's contract has.
 */
export async function addresseeOf(
  { tx, actor, now }: Ctx,
  { to, contractId }: Pick<TicketForm, 'to' | 'contractId'>,
): Promise<string | null> {
  if (to === 'platform') return null
  if (!contractId)
    throw new AppError('bad_input', {
      field: 'contractId',
      message: 'Name the contract that the vendor supports',
    })
  const agreed = await withSystemRole(tx, () => queries.findSupport(tx, contractId))
  if (!agreed || agreed.client !== actor.organization?.id)
    throw new AppError('bad_input', {
      field: 'contractId',
      message: 'You are not the client of a contract with this ID',
    })
  const { delivered_at: startsAt, support_period: period } = agreed
  const endsAt = startsAt && supportEnd(period, startsAt)
  if (!endsAt || now > endsAt) throw new AppError('support_ended')
  return agreed.vendor
}

/** Lists the tickets that clients sent to the caller's organization, the latest word first. */
export async function listReceived(ctx: Ctx, { cursor, limit }: Page) {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  const after = decodeCursor(cursor)
  const rows = await withSystemRole(ctx.tx, () =>
    queries.listReceived(ctx.tx, vendor, { after, limit }),
  )
  return pageOf(rows, limit, (row) => ({ at: row.updated_at, id: row.id }), toReceived)
}

/** Throws not_found for a ticket that did not go to the caller's organization. */
export async function readReceived(ctx: Ctx, ticketId: string): Promise<ReceivedTicket> {
  return toReceived(await findReceived(ctx, ticketId))
}

/** Answers as the vendor. The requester is notified by mail. Throws not_found, ticket_closed. */
export async function replyToTicket(
  ctx: Ctx,
  { ticketId, message }: { ticketId: string; message: string },
): Promise<ReceivedTicket> {
  const before = await findReceived(ctx, ticketId)
  const from = ticketStatuses.filter(ticketCan.answer)
  await writeMessage(ctx, before.id, { message, by: 'vendor', from, to: 'answered' })
  if (before.user_id)
    await notify(ctx, {
      userId: before.user_id,
      type: 'contract',
      title: 'The vendor has answered your ticket',
      message: `${before.id}, ${before.subject}`,
      path: `/contact-support?ticket=${before.id}`,
      mail: true,
    })
  return await readReceived(ctx, ticketId)
}

/** Notifies the vendor of a new ticket or message. */
export async function notifyVendor(
  ctx: Ctx,
  vendor: string,
  { id, subject }: Pick<queries.TicketRow, 'id' | 'subject'>,
  title: string,
): Promise<void> {
  await notify(ctx, {
    organizationId: vendor,
    type: 'contract',
    title,
    message: `${id}, ${subject}`,
    path: `/contact-support?received=${id}`,
    mail: true,
  })
}

async function findReceived(ctx: Ctx, ticketId: string): Promise<queries.TicketRow> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  const row = await withSystemRole(ctx.tx, () => queries.findTicket(ctx.tx, ticketId))
  if (row?.vendor !== vendor) throw new AppError('not_found')
  return row
}

const toReceived = (row: queries.TicketRow): ReceivedTicket => ({
  id: row.id,
  name: row.name,
  organizationName: row.organization_name,
  subject: row.subject,
  priority: row.priority,
  status: row.status,
  contractId: row.contract_id,
  escalatedAt: row.escalated_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Questions to the provider's staff, and their answers. */
import {
  isForStaff,
  type StaffTicket,
  type Ticket,
  type TicketForm,
  type TicketMessage,
  type TicketStatus,
  ticketCan,
  ticketStatuses,
  type WhoseTickets,
} from '@semblance/contract'
import type { Auth } from '../../core/auth/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { answeredMail, openedMail } from './mails.ts'
import * as queries from './queries.ts'
import { addresseeOf, notifyVendor } from './received.ts'
import { moveTicket, writeMessage } from './write.ts'

export { backfillTicket, deleteTickets } from './backfill.ts'
export { anonymizeTickets } from './queries.ts'

/** Describes the address of a request and the limits that count it. */
type Caller = { auth: Pick<Auth, 'withinLimit' | 'secondsToRefill'>; address: string }

export async function openTicket(ctx: Ctx, caller: Caller, form: TicketForm): Promise<Ticket> {
  const { tx, actor, now, platform } = ctx
  const { message, contractId, to, ...asked } = form
  if (contractId && !(await queries.hasContract(tx, contractId)))
    throw new AppError('bad_input', {
      field: 'contractId',
      message: 'You have no contract with this ID',
    })
  const vendor = await addresseeOf(ctx, { to, contractId })
  await limitMessages(ctx, caller)
  // Any address can be typed in. The user's own is counted above.
  if (
    form.email !== actor.email &&
    !(await caller.auth.withinLimit('mailTo', `support:${form.email}`))
  )
    throw refusal(caller, 'mailTo')
  const row = await withSystemRole(tx, async () => {
    const id = await queries.insertTicket(tx, {
      ...asked,
      contract_id: contractId,
      vendor,
      user_id: actor.userId,
      organization: actor.organization?.id ?? null,
      created_at: now,
      updated_at: now,
    })
    await queries.insertMessage(tx, {
      ticket_id: id,
      user_id: actor.userId,
      from_staff: false,
      body: message,
      created_at: now,
    })
    return (await queries.findTicket(tx, id))!
  })
  await sendMail(tx, openedMail(row, platform.config.publicUrl))
  if (vendor)
    await notifyVendor(ctx, vendor, row, `New ${row.priority} priority ticket of a client`)
  else await notifyStaff(ctx, row, `New ${row.priority} priority ticket`)
  return toTicket(row)
}

export async function listOwnTickets({ tx }: Ctx, userId: string, { cursor, limit }: Page) {
  const rows = await queries.listOwn(tx, userId, { after: decodeCursor(cursor), limit })
  return pageOf(rows, limit, position, toTicket)
}

export async function readOwnTicket(ctx: Ctx, userId: string, id: string): Promise<Ticket> {
  return toTicket(await getOwn(ctx, userId, id))
}

/** Lists the messages of a ticket for its requester and for staff. Throws not_found for all other callers. */
export async function listMessages(ctx: Ctx, input: Page & { ticketId: string }) {
  const ticket = await findReadable(ctx, input.ticketId)
  const rows = await withSystemRole(ctx.tx, () => queries.listMessages(ctx.tx, ticket.id, input))
  const items = rows.slice(0, input.limit).map(
    ({ id, from_staff, from_vendor, body, created_at, by_name }): TicketMessage => ({
      id,
      fromStaff: from_staff,
      fromVendor: from_vendor,
      authorName: from_staff
        ? ((ctx.actor.isStaff ? by_name : null) ?? 'Semblance Support')
        : from_vendor
          ? (ticket.vendor_name ?? 'Closed account')
          : ticket.name,
      body,
      createdAt: created_at,
    }),
  )
  return { items, nextCursor: rows.length > input.limit ? items.at(-1)!.id : null }
}

/** Finds a ticket for its requester, for staff, and for people of the vendor who answers it, whose keys read none of it. */
async function findReadable({ tx, actor }: Ctx, id: string): Promise<queries.TicketRow> {
  const own = await queries.findTicket(tx, id)
  const row = own ?? (await withSystemRole(tx, () => queries.findTicket(tx, id)))
  const isReceived = !actor.key && row?.vendor !== null && row?.vendor === actor.organization?.id
  if (!row || !(own || isReceived)) throw new AppError('not_found')
  return row
}

type Written = { ticketId: string; message: string }

export async function followUp(
  ctx: Ctx,
  caller: Caller,
  userId: string,
  { ticketId, message }: Written,
): Promise<Ticket> {
  const before = await getOwn(ctx, userId, ticketId)
  await limitMessages(ctx, caller)
  await writeMessage(ctx, before.id, { message, by: 'requester', from: ticketStatuses, to: 'open' })
  const title = `${before.id}: ${before.name} wrote again`
  if (before.vendor) await notifyVendor(ctx, before.vendor, before, title)
  if (!before.vendor || before.escalated_at) await notifyStaff(ctx, before, title)
  return await readOwnTicket(ctx, userId, ticketId)
}

/**
 * Asks staff to step in where a vendor answers, by a message that the vendor reads as well. Throws not_found, and
 * bad_input for a ticket that staff answer in any case.
 */
export async function escalateTicket(
  ctx: Ctx,
  caller: Caller,
  userId: string,
  { ticketId, message }: Written,
): Promise<Ticket> {
  const before = await getOwn(ctx, userId, ticketId)
  if (!before.vendor)
    throw new AppError('bad_input', {
      field: 'ticketId',
      message: 'Our staff answer this ticket already',
    })
  await limitMessages(ctx, caller)
  const step = { message, by: 'requester', from: ticketStatuses, to: 'open' } as const
  await writeMessage(ctx, before.id, { ...step, isEscalated: !before.escalated_at })
  await notifyStaff(ctx, before, `${before.id}: ${before.name} asks you to step in`)
  const title = `${before.id}: ${before.name} has asked Semblance Support to step in`
  await notifyVendor(ctx, before.vendor, before, title)
  return await readOwnTicket(ctx, userId, ticketId)
}

type Queue = Page & { status: TicketStatus; whose: WhoseTickets }

export async function listQueue({ tx }: Ctx, staffId: string, input: Queue) {
  const { status, limit, whose } = input
  const page = { after: decodeCursor(input.cursor), limit, whose, staffId }
  const rows =
    status === 'closed'
      ? await queries.listClosed(tx, page)
      : await queries.listWaiting(tx, status, page)
  return pageOf(rows, limit, position, toStaffTicket)
}

export async function readTicket({ tx }: Ctx, id: string): Promise<StaffTicket> {
  const row = await queries.findTicket(tx, id)
  if (!row) throw new AppError('not_found')
  return toStaffTicket(row)
}

/** Returns a ticket that staff see to. Throws not_found, ticket_of_vendor. */
export async function readForStaff(ctx: Ctx, id: string): Promise<StaffTicket> {
  const found = await readTicket(ctx, id)
  if (!isForStaff(found)) throw new AppError('ticket_of_vendor')
  return found
}

/**
 * Answers a ticket. The requester receives the answer by e-mail, and in the ticket if they have an
 * account.
 */
export async function answerTicket(ctx: Ctx, { ticketId, message }: Written): Promise<StaffTicket> {
  await readForStaff(ctx, ticketId)
  const from = ticketStatuses.filter(ticketCan.answer)
  await writeMessage(ctx, ticketId, { message, by: 'staff', from, to: 'answered' })
  await record(ctx, 'answer', ticketId)
  const row = (await queries.findTicket(ctx.tx, ticketId))!
  if (row.email) await sendMail(ctx.tx, answeredMail(row, message, ctx.platform.config.publicUrl))
  await notifyRequester(ctx, row, 'Support has answered')
  if (row.vendor)
    await notifyVendor(ctx, row.vendor, row, `${row.id}: Semblance Support has answered`)
  return toStaffTicket(row)
}

export async function closeTicket(ctx: Ctx, ticketId: string): Promise<StaffTicket> {
  await readForStaff(ctx, ticketId)
  await moveTicket(ctx, ticketId, ticketStatuses.filter(ticketCan.close), 'closed')
  await record(ctx, 'close', ticketId)
  const row = (await queries.findTicket(ctx.tx, ticketId))!
  await notifyRequester(ctx, row, 'Support has closed your ticket')
  return toStaffTicket(row)
}

async function record({ tx, actor }: Ctx, verb: 'answer' | 'close', id: string): Promise<void> {
  await audit(tx, { actor: actorOf(actor), action: `ticket.${verb}`, object: `ticket:${id}` })
}

/** Visitors are counted by where they write from, members by who they are. */
async function limitMessages({ actor }: Ctx, { auth, address }: Caller): Promise<void> {
  const limit = actor.userId ? 'supportMessage' : 'visitorMessage'
  if (!(await auth.withinLimit(limit, actor.userId ?? address))) throw refusal({ auth }, limit)
}

const refusal = (
  { auth }: Pick<Caller, 'auth'>,
  limit: Parameters<Auth['secondsToRefill']>[0],
): AppError => new AppError('too_many_requests', { retryAfterSeconds: auth.secondsToRefill(limit) })

async function getOwn({ tx }: Ctx, userId: string, id: string): Promise<queries.TicketRow> {
  const row = await queries.findTicket(tx, id)
  if (row?.user_id !== userId) throw new AppError('not_found')
  return row
}

async function notifyStaff(ctx: Ctx, ticket: queries.TicketRow, title: string): Promise<void> {
  await notify(ctx, {
    audience: 'staff',
    type: 'system',
    title,
    message: `${ticket.id}, ${ticket.subject}`,
    path: `/admin/support?ticket=${ticket.id}`,
    mail: true,
  })
}

async function notifyRequester(ctx: Ctx, ticket: queries.TicketRow, title: string): Promise<void> {
  if (!ticket.user_id) return
  await notify(ctx, {
    userId: ticket.user_id,
    type: 'system',
    title,
    message: `${ticket.id}, ${ticket.subject}`,
    path: `/contact-support?ticket=${ticket.id}`,
  })
}

const position = (row: queries.TicketRow) => ({ at: row.updated_at, id: row.id })

const toTicket = (row: queries.TicketRow): Ticket => ({
  id: row.id,
  name: row.name,
  email: row.email,
  subject: row.subject,
  priority: row.priority,
  status: row.status,
  contractId: row.contract_id,
  vendorName: row.vendor ? (row.vendor_name ?? 'Closed account') : null,
  escalatedAt: row.escalated_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toStaffTicket = (row: queries.TicketRow): StaffTicket => ({
  ...toTicket(row),
  organizationName: row.organization_name,
  isVisitor: row.user_id === null,
  assignee: row.assigned_to ? { id: row.assigned_to, name: row.assignee_name } : null,
})

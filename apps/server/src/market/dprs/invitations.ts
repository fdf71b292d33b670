/** Manages a client's invitations to vendors to send an offer. */
import { type DprInvitation, dprCan, MAX_INVITATIONS } from '@semblance/contract'
import { requireMemberOrganization, viewerOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { getOwnDpr } from './access.ts'
import {
  countInvitations,
  findInvitee,
  getInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
} from './invitation-queries.ts'

export async function listDprInvitations(ctx: Ctx, input: Page & { dprId: string }) {
  const dpr = await getOwnDpr(ctx, input.dprId, viewerOrganization(ctx, 'client'))
  const after = decodeUuidCursor(input.cursor)
  const rows = await listInvitations(ctx.tx, dpr.id, { after, limit: input.limit })
  return pageOf(rows, input.limit, (row) => ({ at: row.created_at, id: row.vendor }), toInvitation)
}

export async function inviteVendor(
  ctx: Ctx,
  { dprId, vendorId, message }: { dprId: string; vendorId: string; message: string | null },
): Promise<DprInvitation> {
  const client = requireMemberOrganization(ctx, 'client')
  const dpr = await getOwnDpr(ctx, dprId, client)
  if (!dprCan.invite(dpr.status)) throw new AppError('dpr_closed')
  if (vendorId === client) throw new AppError('own_dpr')
  const vendor = await findInvitee(ctx.tx, vendorId, dpr.id)
  if (!vendor)
    throw new AppError('bad_input', { field: 'vendorId', message: 'Choose a vendor of the market' })
  if (vendor.has_offered) throw new AppError('already_invited')
  if ((await countInvitations(ctx.tx, dpr.id)) >= MAX_INVITATIONS)
    throw new AppError('invitations_full')
  const isNew = await insertInvitation(ctx.tx, {
    dpr_id: dpr.id,
    vendor: vendor.id,
    client,
    invited_by: ctx.actor.userId,
    message,
  })
  if (!isNew) throw new AppError('already_invited')
  await notify(ctx, {
    organizationId: vendor.id,
    type: 'offer',
    title: 'You are invited to send an offer',
    message: `${ctx.actor.organization!.name} invites you to send an offer on ${dpr.title}.${message ? ` “${message}”` : ''}`,
    path: `/submit-offer/${dpr.id}`,
    mail: true,
  })
  await publish(ctx.tx, [{ organization: client }, { organization: vendor.id }], {
    topic: 'dpr.changed',
    id: dpr.id,
  })
  return toInvitation(await getInvitation(ctx.tx, dpr.id, vendor.id))
}

const toInvitation = (row: InvitationRow): DprInvitation => ({
  vendor: {
    id: row.vendor,
    slug: row.slug ?? '',
    name: row.name ?? 'Closed account',
    city: row.city ?? '',
    country: row.country ?? '',
    rating: row.rating === null ? null : Number(row.rating),
    completedContracts: row.completed_contracts,
  },
  state: row.has_offered ? 'offered' : 'invited',
  message: row.message,
  createdAt: row.created_at,
})

/** Manages invitations by e-mail. A user who proves to own the address joins without approval. */
import {
  type Invitation,
  type InviteForm,
  type MemberRole,
  usualRoles,
  type Viewer,
} from '@semblance/contract'
import type { Auth } from '../../core/auth/service.ts'
import { assignOrganization, resolveActor } from '../../core/profiles/service.ts'
import { decodeUuidCursor, type Page, pageOf, pageOfShort } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { admit } from './admit.ts'
import * as queries from './invitation-queries.ts'
import { invitationMail } from './mails.ts'
import { lockOrganization } from './queries.ts'
import { getViewer } from './viewer.ts'

/**
 * Sets the life of an invitation, the same as that of the link that `core/auth` mails to a new
 * address.
 */
const LIFE_MS = 7 * 86_400_000
const RESEND_AFTER_MS = 60_000
/** Limits mails per organization and day, so that no member can send spam in the platform's name. */
const DAILY_LIMIT = 100

export async function listInvitations(ctx: Ctx, organization: string, page: Page) {
  const filter = { after: decodeUuidCursor(page.cursor), limit: page.limit }
  const rows = await queries.listOpenInvitations(ctx.tx, organization, filter)
  return pageOf(rows, page.limit, (row) => ({ at: row.sent_at, id: row.id }), toInvitation)
}

const toInvitation = (row: queries.InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  invitedBy: row.inviter,
  invitedAt: row.sent_at,
  expiresAt: row.expires_at,
  roles: row.work_roles as MemberRole[],
})

/**
 * Invites an address. A new one gets an account and a link to it; a known one gets a mail and
 * decides after signing in.
 */
export async function inviteMember(
  ctx: Ctx,
  auth: Pick<Auth, 'sendInvite'>,
  organizationId: string,
  { email, roles = [...usualRoles] }: InviteForm,
): Promise<Invitation> {
  const { tx, now, actor } = ctx
  const organization = await withSystemRole(tx, () => lockOrganization(tx, organizationId))
  await enforceLimits(ctx, organizationId, email)
  const account = await withSystemRole(tx, () => queries.findAccount(tx, { email }))
  const isInside = account?.organization === organizationId
  if (isInside && (account.membership === 'active' || account.membership === 'deactivated'))
    throw new AppError('already_member', { field: 'email' })
  const id = await queries.upsertInvitation(tx, {
    organization: organizationId,
    email,
    invited_by: actor.userId!,
    expires_at: new Date(now.getTime() + LIFE_MS),
    work_roles: roles,
  })
  await record(ctx, 'send', organizationId, id)
  if (account?.is_confirmed)
    await sendMail(tx, invitationMail({ email }, organization, ctx.platform.config.publicUrl))
  else
    await auth.sendInvite(tx, {
      email,
      metadata: {
        organization_id: actor.organization!.organizationId,
        company_name: organization.name,
      },
    })
  return toInvitation(await queries.getInvitation(tx, id))
}

async function enforceLimits({ tx, now }: Ctx, organization: string, email: string) {
  const lastSent = await queries.findLastSent(tx, organization, email)
  const dayAgo = new Date(now.getTime() - 86_400_000)
  const isTooSoon = lastSent !== null && now.getTime() - lastSent.getTime() < RESEND_AFTER_MS
  if (isTooSoon || (await queries.countSentSince(tx, organization, dayAgo)) >= DAILY_LIMIT)
    throw new AppError('too_many_requests', { field: 'email' })
}

export async function revokeInvitation(ctx: Ctx, organization: string, id: string): Promise<void> {
  if (!(await queries.deleteOpenInvitation(ctx.tx, organization, id)))
    throw new AppError('not_found')
  await record(ctx, 'revoke', organization, id)
}

async function record(
  { tx, actor }: Ctx,
  verb: 'send' | 'revoke',
  organization: string,
  id: string,
): Promise<void> {
  await audit(tx, {
    actor: actorOf(actor),
    action: `invitation.${verb}`,
    object: `invitation:${id}`,
    detail: { organization },
  })
}

/** Lists invitations to the caller's address, once it is confirmed, newest first. */
export async function receivedInvitations(ctx: Ctx, userId: string, page: Page) {
  const rows = await withSystemRole(ctx.tx, () => listForUser(ctx, userId))
  return pageOfShort(
    rows,
    page,
    ({ id }) => id,
    (row) => ({ id: row.id, organizationName: row.name, invitedAt: row.sent_at }),
  )
}

async function listForUser({ tx, now }: Ctx, userId: string) {
  const account = await queries.findAccount(tx, { userId })
  if (!account?.is_confirmed || !account.email) return []
  return await queries.listReceived(tx, account.email, now)
}

export async function acceptInvitation(ctx: Ctx, userId: string, id: string): Promise<Viewer> {
  const { tx, now } = ctx
  const session = { userId, email: ctx.actor.email!, sessionId: ctx.actor.sessionId! }
  return await withSystemRole(tx, async () => {
    const invitation = (await listForUser(ctx, userId)).find((row) => row.id === id)
    if (!invitation) throw new AppError('not_found')
    const { organization } = invitation
    const account = (await queries.findAccount(tx, { userId }))!
    if (account.membership === 'active') throw new AppError('other_organization')
    const claim = { organization, email: account.email!, at: now }
    const roles = await queries.claimInvitation(tx, claim)
    if (!roles) throw new AppError('not_found')
    await assignOrganization(tx, userId, organization)
    await admit(tx, userId, { ...invitation, id: organization }, { roles })
    const decided = { organization, userId, isMember: true }
    await ctx.platform.hooks.onMembershipDecided(ctx, decided)
    return await getViewer({ ...ctx, actor: await resolveActor(tx, session, ctx.platform.config) })
  })
}

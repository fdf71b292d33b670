/** An organization's people, and what its administrators decide about them. */
import {
  type EmployeeRequest,
  type Member,
  type MemberRole,
  type Membership,
  memberCan,
} from '@semblance/contract'
import { type Auth, revokeAllSessions } from '../../core/auth/service.ts'
import {
  listAdmins,
  removeMember,
  setAdmin,
  setMemberRoles as storeRoles,
} from '../../core/profiles/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { dropChangesOf } from '../spending/service.ts'
import { admit } from './admit.ts'
import { deleteInvitationOf } from './invitation-queries.ts'
import { approvedMail, deactivatedMail, reactivatedMail, rejectedMail } from './mails.ts'
import { getPerson, listPeople, lockPerson, type PersonRow } from './member-queries.ts'
import { lockOrganization } from './queries.ts'

/**
 * Restricts what a visitor sees of a sample organization to its original people, not those who
 * joined later.
 */
const SAMPLE_DOMAIN = 'sample.test'

export async function listRequests(ctx: Ctx, organization: string, page: Page) {
  return await listBy(ctx, organization, page, ['pending'], toRequest)
}

export async function listMembers(ctx: Ctx, organization: string, page: Page) {
  const { userId } = ctx.actor
  return await listBy(ctx, organization, page, ['active', 'deactivated'], (row) =>
    toMember(row, userId),
  )
}

async function listBy<Item>(
  { tx, actor }: Ctx,
  organization: string,
  page: Page,
  memberships: Membership[],
  toItem: (row: PersonRow) => Item,
) {
  const isOwn = actor.organization?.id === organization
  const filter = { memberships, after: decodeUuidCursor(page.cursor), limit: page.limit }
  const rows = isOwn
    ? await listPeople(tx, organization, { ...filter, domain: null })
    : await withSystemRole(tx, () =>
        listPeople(tx, organization, { ...filter, domain: SAMPLE_DOMAIN }),
      )
  return pageOf(rows, page.limit, (row) => ({ at: row.joined_at, id: row.user_id }), toItem)
}

const toRequest = (row: PersonRow): EmployeeRequest => ({
  id: row.user_id,
  name: row.name || row.email,
  email: row.email,
  role: row.job_title ?? '',
  requestedAt: row.joined_at,
})

const toMember = (row: PersonRow, callerId: string | null): Member => ({
  id: row.user_id,
  name: row.name || row.email,
  email: row.email,
  role: row.job_title ?? '',
  isAdmin: row.is_admin,
  roles: row.work_roles as MemberRole[],
  isSelf: row.user_id === callerId,
  status: row.membership === 'deactivated' ? 'deactivated' : 'active',
  joinedAt: row.joined_at,
})

type Organization = Awaited<ReturnType<typeof lockOrganization>>

type Step = {
  verb:
    | 'approve'
    | 'reject'
    | 'reset_password'
    | 'deactivate'
    | 'reactivate'
    | 'make_admin'
    | 'revoke_admin'
    | 'change_roles'
  isAllowed: (membership: Membership) => boolean
  /** The roles that the member has from now on. */
  roles?: readonly MemberRole[]
}

/** Runs a decision as the system, once the person is known to be the organization's and in a state that allows it. */
async function decide<T>(
  { tx, actor }: Ctx,
  organizationId: string,
  userId: string,
  { verb, isAllowed, roles }: Step,
  work: (person: { email: string }, organization: Organization) => Promise<T>,
): Promise<T> {
  return await withSystemRole(tx, async () => {
    const organization = await lockOrganization(tx, organizationId)
    const person = await lockPerson(tx, organizationId, userId)
    if (!person) throw new AppError('not_found')
    if (!isAllowed(person.membership)) throw new AppError('member_changed')
    await audit(tx, {
      actor: actorOf(actor),
      action: `member.${verb}`,
      object: `user:${userId}`,
      detail: { organization: organizationId, ...(roles && { roles: roles.join(' ') }) },
    })
    return await work(person, organization)
  })
}

const isPending = (membership: Membership) => membership === 'pending'

const memberOf = async ({ tx, actor }: Ctx, userId: string) =>
  toMember(await getPerson(tx, userId), actor.userId)

export async function approveRequest(
  ctx: Ctx,
  organizationId: string,
  { id: userId, roles }: { id: string; roles?: MemberRole[] },
) {
  const step: Step = { verb: 'approve', isAllowed: isPending, roles }
  await decide(ctx, organizationId, userId, step, async (person, organization) => {
    await admit(ctx.tx, userId, { ...organization, id: organizationId }, { roles })
    await follow(ctx, organizationId, { userId, isMember: true })
    await sendMail(ctx.tx, approvedMail(person, organization, ctx.platform.config.publicUrl))
  })
}

export async function rejectRequest(ctx: Ctx, organizationId: string, userId: string) {
  const step: Step = { verb: 'reject', isAllowed: isPending }
  await decide(ctx, organizationId, userId, step, async (person, organization) => {
    await removeMember(ctx.tx, userId, 'rejected')
    await deleteInvitationOf(ctx.tx, organizationId, person.email)
    await sendMail(ctx.tx, rejectedMail(person, organization))
  })
}

export async function resetMemberPassword(
  ctx: Ctx,
  auth: Pick<Auth, 'sendRecovery' | 'withinLimit' | 'secondsToRefill'>,
  organizationId: string,
  userId: string,
) {
  const step: Step = { verb: 'reset_password', isAllowed: memberCan.resetPassword }
  await decide(ctx, organizationId, userId, step, async ({ email }) => {
    if (!(await auth.withinLimit('mailTo', `recovery:${email}`)))
      throw new AppError('too_many_requests', {
        retryAfterSeconds: auth.secondsToRefill('mailTo'),
      })
    await auth.sendRecovery(ctx.tx, email)
  })
}

export async function deactivateMember(
  ctx: Ctx,
  organizationId: string,
  userId: string,
): Promise<Member> {
  const step: Step = { verb: 'deactivate', isAllowed: memberCan.deactivate }
  return await decide(ctx, organizationId, userId, step, async (person, org) => {
    await requireRemainingAdmin(ctx, organizationId, userId)
    await removeMember(ctx.tx, userId, 'deactivated')
    await dropChangesOf(ctx.tx, { organization: organizationId, userId, at: ctx.now })
    await follow(ctx, organizationId, { userId, isMember: false })
    await deleteInvitationOf(ctx.tx, organizationId, person.email)
    await revokeAllSessions(ctx.tx, userId)
    await sendMail(ctx.tx, deactivatedMail(person, org))
    return await memberOf(ctx, userId)
  })
}

export async function reactivateMember(
  ctx: Ctx,
  organizationId: string,
  userId: string,
): Promise<Member> {
  const step: Step = { verb: 'reactivate', isAllowed: memberCan.reactivate }
  return await decide(ctx, organizationId, userId, step, async (person, org) => {
    const { work_roles } = await getPerson(ctx.tx, userId)
    const roles = work_roles as MemberRole[]
    await admit(ctx.tx, userId, { ...org, id: organizationId }, { roles })
    await follow(ctx, organizationId, { userId, isMember: true })
    await sendMail(ctx.tx, reactivatedMail(person, org, ctx.platform.config.publicUrl))
    return await memberOf(ctx, userId)
  })
}

const follow = (
  ctx: Ctx,
  organization: string,
  decided: { userId: string; isMember: boolean },
): Promise<void> => ctx.platform.hooks.onMembershipDecided(ctx, { organization, ...decided })

export async function setMemberAdmin(
  ctx: Ctx,
  organizationId: string,
  input: { id: string; isAdmin: boolean },
): Promise<Member> {
  const verb = input.isAdmin ? 'make_admin' : 'revoke_admin'
  const step: Step = { verb, isAllowed: memberCan.changeRoles }
  return await decide(ctx, organizationId, input.id, step, async () => {
    if (!input.isAdmin) await requireRemainingAdmin(ctx, organizationId, input.id)
    await setAdmin(ctx.tx, input.id, input.isAdmin)
    const left = { organization: organizationId, userId: input.id, at: ctx.now }
    if (!input.isAdmin) await dropChangesOf(ctx.tx, left)
    return await memberOf(ctx, input.id)
  })
}

/** Replaces the roles of a member, whose open pages learn it at once. */
export async function setMemberRoles(
  ctx: Ctx,
  organizationId: string,
  { id, roles }: { id: string; roles: MemberRole[] },
): Promise<Member> {
  const step: Step = { verb: 'change_roles', isAllowed: memberCan.changeRoles, roles }
  return await decide(ctx, organizationId, id, step, async () => {
    await storeRoles(ctx.tx, { userId: id, organization: organizationId }, roles)
    return await memberOf(ctx, id)
  })
}

/** Refuses what would leave the organization without an administrator. */
async function requireRemainingAdmin(
  { tx }: Ctx,
  organizationId: string,
  leaving: string,
): Promise<void> {
  const admins = await listAdmins(tx, organizationId)
  if (admins.every((id) => id === leaving)) throw new AppError('last_admin')
}

/** Manages whole organizations for staff. Callers check first that the user is staff. */
import {
  type AdminOrganization,
  type AdminOrganizationDetail,
  type OrganizationStatus,
  organizationCan,
} from '@semblance/contract'
import { revokeAllSessions } from '../../core/auth/service.ts'
import { endUseOfAll } from '../../core/documents/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { audit } from '../../platform/security/audit.ts'
import { changeOrganizationStatus, lockOrganization } from '../organizations/service.ts'
import { restoredMail, suspendedMail, terminatedMail } from './mails.ts'
import * as queries from './organization-queries.ts'

export async function listOrganizations(
  { tx }: Ctx,
  input: Page & { search: string; status?: OrganizationStatus },
) {
  const filter = { ...input, after: decodeUuidCursor(input.cursor) }
  const rows = await queries.listOrganizations(tx, filter)
  return pageOf(rows, input.limit, (row) => ({ at: row.listed_at, id: row.id }), toOrganization)
}

export async function readOrganization({ tx }: Ctx, id: string): Promise<AdminOrganizationDetail> {
  const row = await queries.findOrganization(tx, id)
  if (!row) throw new AppError('not_found')
  const stakes = await withSystemRole(tx, () => queries.findStakes(tx, id))
  return {
    ...toOrganization(row),
    contractsCount: stakes.contracts,
    completedContractsCount: stakes.completed,
    heldCents: stakes.held,
    releasedCents: stakes.released,
  }
}

const toOrganization = (row: queries.OrganizationRow): AdminOrganization => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  email: row.email,
  website: row.website,
  phone: row.phone,
  address: row.address,
  registrationNumber: row.registration_number,
  city: row.city,
  country: row.country,
  industry: row.industry,
  isClient: row.is_client,
  isVendor: row.is_vendor,
  isSample: row.is_sample,
  membersCount: row.members_count,
  openContractsCount: row.open_contracts_count,
  status: row.status,
  statusReason: row.status_reason,
  statusChangedAt: row.status_changed_at,
  statusChangedBy: row.status_changed_by_name,
  createdAt: row.created_at,
})

/** Changes the status once, and notifies the members by mail, because they could not read notifications. */
async function change(
  ctx: Ctx,
  staffId: string,
  id: string,
  to: { status: OrganizationStatus; reason: string | null; can: keyof typeof organizationCan },
): Promise<AdminOrganization> {
  const { tx, now } = ctx
  const isKnown = await queries.findOrganization(tx, id)
  if (!isKnown) throw new AppError('not_found')
  await withSystemRole(tx, () => lockOrganization(tx, id))
  const before = await queries.findOrganization(tx, id)
  if (!organizationCan[to.can](before!.status)) throw new AppError('organization_changed')
  if (to.status === 'terminated' && before!.open_contracts_count > 0)
    throw new AppError('open_contracts')
  const { status, reason } = to
  await withSystemRole(tx, () =>
    changeOrganizationStatus(tx, id, { status, reason, by: staffId, at: now }),
  )
  await audit(tx, {
    actor: { userId: staffId },
    action: `organization.${to.can}`,
    object: `organization:${id}`,
  })
  return toOrganization((await queries.findOrganization(tx, id))!)
}

type Closing = { id: string; reason: string }

export async function activateOrganization(ctx: Ctx, staffId: string, id: string) {
  const organization = await change(ctx, staffId, id, {
    status: 'active',
    reason: null,
    can: 'activate',
  })
  const { publicUrl } = ctx.platform.config
  for (const { email } of await queries.listMembers(ctx.tx, id))
    await sendMail(ctx.tx, restoredMail(email, organization.name, publicUrl))
  return organization
}

export async function suspendOrganization(ctx: Ctx, staffId: string, { id, reason }: Closing) {
  const organization = await change(ctx, staffId, id, {
    status: 'suspended',
    reason,
    can: 'suspend',
  })
  await signOutMembers(ctx, id, (email) =>
    suspendedMail(email, organization.name, reason, ctx.platform.config.publicUrl),
  )
  return organization
}

export async function terminateOrganization(ctx: Ctx, staffId: string, { id, reason }: Closing) {
  const organization = await change(ctx, staffId, id, {
    status: 'terminated',
    reason,
    can: 'terminate',
  })
  await withSystemRole(ctx.tx, () => endUseOfAll(ctx.tx, id, ctx.now))
  await signOutMembers(ctx, id, (email) => terminatedMail(email, organization.name, reason))
  return organization
}

async function signOutMembers(
  { tx }: Ctx,
  id: string,
  letter: (email: string) => Parameters<typeof sendMail>[1],
): Promise<void> {
  for (const { user_id, email } of await queries.listMembers(tx, id)) {
    await revokeAllSessions(tx, user_id)
    await sendMail(tx, letter(email))
  }
}

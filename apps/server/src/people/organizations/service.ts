import { randomInt } from 'node:crypto'
import {
  type OrganizationForm,
  type OrganizationProfile,
  organizationIndustries,
} from '@semblance/contract'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import {
  findOrganization,
  insertOrganization,
  type NewOrganization,
  updateOrganizationRow,
} from './queries.ts'

export { admit } from './admit.ts'
export { backfillOrganizations } from './backfill.ts'
export { claimInvitation, deleteInvitationsOfUser, isInvited } from './invitation-queries.ts'
export { changeOrganizationStatus, keepStanding, lockOrganization } from './queries.ts'
export { onConfirmed, onSignUp } from './sign-up-hooks.ts'

/**
 * Returns the caller's organization, or the sample organization for a caller who has none but may
 * view it.
 */
export async function readOrganization(
  { tx, actor }: Ctx,
  id: string,
): Promise<OrganizationProfile> {
  const row = await withSystemRole(tx, () => findOrganization(tx, id))
  if (!row) throw new AppError('not_found')
  const isOwn = actor.organization?.id === id
  return {
    organizationId: isOwn ? row.organization_id : null,
    name: row.name,
    email: row.email,
    website: row.website,
    address: row.address,
    country: row.country,
    phone: row.phone,
    registrationNumber: row.registration_number,
    industry: row.industry,
    description: row.description,
    isClient: row.is_client,
    isVendor: row.is_vendor,
    createdAt: row.created_at,
  }
}

export async function updateOrganization(
  ctx: Ctx,
  id: string,
  form: OrganizationForm,
): Promise<OrganizationProfile> {
  const { industry } = await readOrganization(ctx, id)
  const offered: readonly string[] = organizationIndustries
  if (form.industry !== industry && !offered.includes(form.industry))
    throw new AppError('bad_input', { field: 'industry', message: 'Choose an industry' })
  await updateOrganizationRow(ctx.tx, id, form)
  await audit(ctx.tx, {
    actor: actorOf(ctx.actor),
    action: 'organization.update',
    object: `organization:${id}`,
  })
  return await readOrganization(ctx, id)
}

/** Creates an organization under a fresh ID of the form ORG-12345-ABCDE; returns its row id and that ID. Its plan begins with it. */
export async function createOrganization(
  ctx: SystemCtx,
  organization: NewOrganization,
): Promise<{ id: string; organizationId: string }> {
  // About 10^12 IDs: a collision is one in millions, so a few tries never run out.
  for (let attempt = 0; attempt < 5; attempt++) {
    const organizationId = randomOrganizationId()
    const id = await insertOrganization(ctx.tx, {
      ...organization,
      organization_id: organizationId,
    })
    if (!id) continue
    await ctx.platform.hooks.onOrganizationCreated(ctx, id)
    return { id, organizationId }
  }
  throw new Error('no free organization ID found')
}

function randomOrganizationId(): string {
  const digits = String(randomInt(100_000)).padStart(5, '0')
  const letters = Array.from({ length: 5 }, () => String.fromCharCode(65 + randomInt(26))).join('')
  return `ORG-${digits}-${letters}`
}

/** Handles joining an organization: by its ID and an administrator's approval, or by invitation. */
import { signUpMetadata } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { createProfile, listAdmins } from '../../core/profiles/service.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { acceptAtSignUp } from '../legal/service.ts'
import { admit } from './admit.ts'
import { claimInvitation } from './invitation-queries.ts'
import { findJoinableOrganization, findPendingMembership, lockOrganization } from './queries.ts'

type HookCtx = Pick<Ctx, 'tx' | 'platform'>

/**
 * Makes the profile of a new account, and stores what its person accepts. The organization ID must be that of an active organization;
 * metadata is the user's own writing, so it opens nothing: the membership waits for approval.
 */
export async function onSignUp(
  { tx, platform }: HookCtx,
  user: { id: string; email: string; metadata: unknown; signedUpFrom: string | null },
): Promise<void> {
  const given = signUpMetadata.safeParse(user.metadata ?? {})
  if (!given.success)
    throw new AppError('bad_input', { field: given.error.issues[0]?.path.join('.') })
  const { organization_id, job_title, phone, accepted, ...names } = given.data
  const organization = organization_id ? await findJoinableOrganization(tx, organization_id) : null
  if (organization_id && !organization)
    throw new AppError('bad_input', {
      field: 'organization_id',
      message: 'Invalid organization ID or organization not approved',
    })
  await createProfile(tx, {
    user_id: user.id,
    email: user.email,
    ...names,
    job_title: job_title ?? null,
    phone: phone ?? null,
    organization: organization?.id ?? null,
  })
  // Metadata that others write, such as an invitation or a provider, accepts nothing.
  if (user.signedUpFrom !== null)
    await acceptAtSignUp(tx, platform.config, {
      userId: user.id,
      address: user.signedUpFrom,
      accepted,
    })
}

/**
 * Admits a user with a proven e-mail address. An invited user becomes a member at once, the owner
 * of the address on the application the first administrator. For all others the administrators are
 * notified to decide.
 */
export async function onConfirmed(
  ctx: HookCtx,
  user: { id: string; email: string },
): Promise<void> {
  const { tx } = ctx
  const waiting = await findPendingMembership(tx, user.id)
  if (!waiting) return
  await lockOrganization(tx, waiting.id) // of two founders at once, one is the first
  const invited = { organization: waiting.id, email: user.email, at: new Date() }
  const roles = await claimInvitation(tx, invited)
  if (roles) return await admit(tx, user.id, waiting, { roles })
  const isFounder = waiting.email.toLowerCase() === user.email.toLowerCase()
  if (isFounder && (await listAdmins(tx, waiting.id)).length === 0)
    return await admit(tx, user.id, waiting, { isAdmin: true })
  const name = `${waiting.first_name} ${waiting.last_name}`.trim() || user.email
  await notify(ctx, {
    organizationId: waiting.id,
    audience: 'administrators',
    type: 'system',
    title: 'New employee request',
    message: `${name} (${user.email}) asks to join ${waiting.name}.`,
    path: '/organization-settings',
    mail: true,
  })
}

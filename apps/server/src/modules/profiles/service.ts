/** People: their profile, their place in an organization, and what that lets them do. */
import { type Role, signUpMetadata } from '@semblance/contract'
import type { Config } from '../../config.ts'
import type { Actor } from '../../platform/context.ts'
import { asSystem, type Claims, type Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Session } from '../auth/service.ts'
import { sampleOrganizations } from '../samples/service.ts'
import {
  findJoinableOrganization,
  findMember,
  findPendingMembership,
  insertProfile,
  insertRoles,
  setMembership,
} from './queries.ts'

/** Who the session's user is to the marketplace. Asked before the caller's claims are known, so as the system. */
export async function resolveActor(
  tx: Tx,
  session: Session | null,
  config: Pick<Config, 'sampleData'>,
): Promise<Actor> {
  const samples = config.sampleData ? sampleOrganizations : { client: null, vendor: null }
  if (!session) return { ...nobody, readsAs: samples }
  const member = await asSystem(tx, () => findMember(tx, session.userId))
  const roles = member?.roles ?? []
  const isStaff = roles.includes('super_admin')
  const organization =
    member?.membership === 'active' && member.organization ? toOrganization(member) : null
  return {
    userId: session.userId,
    email: session.email,
    roles,
    isStaff,
    membership: member?.membership ?? null,
    organization,
    readsAs: {
      client: organization?.isClient ? organization.id : isStaff ? samples.client : null,
      vendor: organization?.isVendor ? organization.id : isStaff ? samples.vendor : null,
    },
  }
}

const nobody = {
  userId: null,
  email: null,
  roles: [],
  isStaff: false,
  membership: null,
  organization: null,
}

type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>

function toOrganization(member: Member): NonNullable<Actor['organization']> {
  return {
    id: member.organization!,
    name: member.name!,
    organizationId: member.organization_id!,
    isClient: member.is_client!,
    isVendor: member.is_vendor!,
    isSample: member.is_sample!,
  }
}

/** The claims a session's own table reads run under, at /rest/v1. */
export async function claimsOf(session: Session | null): Promise<Claims> {
  return session ? { role: 'authenticated', sub: session.userId } : { role: 'anon' }
}

/**
 * Makes the profile of a new account. The organization ID must be that of an active organization;
 * metadata is the user's own writing, so it opens nothing: the membership waits for approval.
 */
export async function onSignUp(
  tx: Tx,
  user: { id: string; email: string; metadata: unknown },
): Promise<void> {
  const given = signUpMetadata.safeParse(user.metadata ?? {})
  if (!given.success)
    throw new AppError('bad_input', { field: given.error.issues[0]?.path.join('.') })
  const { organization_id, job_title, phone, ...names } = given.data
  const organization = organization_id ? await findJoinableOrganization(tx, organization_id) : null
  if (organization_id && !organization)
    throw new AppError('bad_input', {
      field: 'organization_id',
      message: 'Invalid organization ID or organization not approved',
    })
  await insertProfile(tx, {
    user_id: user.id,
    email: user.email,
    ...names,
    job_title: job_title ?? null,
    phone: phone ?? null,
    organization: organization?.id ?? null,
  })
}

/** Whoever proves to own the application's e-mail address is the organization's first administrator. */
export async function onConfirmed(tx: Tx, user: { id: string; email: string }): Promise<void> {
  const organization = await findPendingMembership(tx, user.id)
  if (organization?.email.toLowerCase() !== user.email.toLowerCase()) return
  await admit(tx, user.id, organization, ['admin'])
}

/** Makes a person an active member with the organization's roles and any of their own. */
export async function admit(
  tx: Tx,
  userId: string,
  organization: { is_client: boolean; is_vendor: boolean },
  ownRoles: Role[] = [],
): Promise<void> {
  await setMembership(tx, userId, 'active')
  const roles: Role[] = [...ownRoles]
  if (organization.is_client) roles.push('client')
  if (organization.is_vendor) roles.push('vendor')
  await insertRoles(tx, userId, roles)
}

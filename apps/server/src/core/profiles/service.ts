/** People: their profile, their place in an organization, and what that lets them do. */
import {
  type MemberRole,
  type Membership,
  type Permission,
  permissionsOf,
  permissionsOfKeys,
  type Role,
  usualRoles,
} from '@semblance/contract'
import type { Config } from '../../platform/config.ts'
import type { Claims, Tx } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Actor } from '../../platform/http/context.ts'
import type { Session } from '../auth/service.ts'
import * as queries from './queries.ts'
import { findSampleOrganizations } from './sample-viewer.ts'

export { findUserByEmail, listOrganizationIds } from './queries.ts'
export { findSampleReader } from './sample-viewer.ts'

type Known = Partial<Omit<Session, 'email'>> & { userId: string; email: string | null }

/** Resolves a session to an actor: user, roles, organization, membership. Requires the system role. */
export async function resolveActor(
  tx: Tx,
  session: Known | null,
  config: Pick<Config, 'sampleData'>,
): Promise<Actor> {
  if (!session) return { ...nobody, readsAs: await readSamples(tx, config) }
  return await resolveMember(tx, session.userId, session, config)
}

/** Resolves a user's actor as `resolveActor` does, while the session is still being looked up. */
export async function resolveMember(
  tx: Tx,
  userId: string,
  sought: Known | Promise<Known>,
  config: Pick<Config, 'sampleData'>,
): Promise<Actor> {
  const [session, member] = await Promise.all([sought, queries.findMember(tx, userId)])
  const isStaff = member?.roles.includes('super_admin') ?? false
  const organization =
    toMembership(member?.membership ?? null) === 'active' && member?.organization
      ? toOrganization(member)
      : null
  const samples = isStaff ? await readSamples(tx, config) : noSamples
  return {
    userId: session.userId,
    sessionId: session.sessionId,
    provedAt: session.provedAt ?? null,
    email: session.email,
    roles: organization ? member!.roles : isStaff ? ['super_admin'] : [],
    may: organization && member ? permissionsIn(member) : [],
    isStaff,
    membership: toMembership(member?.membership ?? null),
    organization,
    readsAs: {
      client: organization?.isClient ? organization.id : samples.client,
      vendor: organization?.isVendor ? organization.id : samples.vendor,
    },
  }
}

/** Returns a member's permissions; scopes bound further what keys may do. */
function permissionsIn(member: Member): readonly Permission[] {
  const membership: string | null = member.membership
  if (membership === 'service') return permissionsOfKeys
  return permissionsOf(member.work_roles as MemberRole[], member.roles.includes('admin'))
}

/** A service account acts as an active member, and counts nowhere as one. */
const toMembership = (stored: string | null): Actor['membership'] =>
  stored === 'service' ? 'active' : (stored as Actor['membership'])

const noSamples = { client: null, vendor: null }

async function readSamples(tx: Tx, { sampleData }: Pick<Config, 'sampleData'>) {
  return sampleData ? await findSampleOrganizations(tx) : noSamples
}

const nobody = {
  userId: null,
  email: null,
  roles: [],
  may: [],
  isStaff: false,
  membership: null,
  organization: null,
}

type Member = NonNullable<Awaited<ReturnType<typeof queries.findMember>>>

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

/** Returns the claims under which a session reads tables at /rest/v1. */
export async function claimsOf(session: Session | null): Promise<Claims> {
  return session
    ? { role: 'authenticated', sub: session.userId, may: [] }
    : { role: 'anon', may: [] }
}

export { backdateProfile } from './backfill.ts'

/** Creates the profile of a new account, which has no organization or waits for its approval. */
export const createProfile = queries.insertProfile

/** Keeps the profile's address the one the account signs in with. */
export async function onEmailChanged(tx: Tx, user: { id: string; email: string }): Promise<void> {
  await queries.updateProfileRow(tx, user.id, { email: user.email })
}

/** Creates the profile of an account for programs, with the organization's roles. */
export async function createServiceAccount(
  tx: Tx,
  account: {
    userId: string
    name: string
    organization: string
    is_client: boolean
    is_vendor: boolean
  },
): Promise<void> {
  await queries.insertServiceProfile(tx, account)
  const roles: Role[] = []
  if (account.is_client) roles.push('client')
  if (account.is_vendor) roles.push('vendor')
  await queries.insertRoles(tx, account.userId, roles)
}

/** Changes what people say about themselves. */
export async function updateOwnProfile(
  tx: Tx,
  userId: string,
  change: { first_name: string; last_name: string; job_title: string | null; phone: string | null },
): Promise<void> {
  await queries.updateProfileRow(tx, userId, change)
}

/** Makes a person an active member with these roles within the organization, an administrator if `isAdmin`. */
export async function activateMember(
  tx: Tx,
  userId: string,
  organization: { id: string; is_client: boolean; is_vendor: boolean },
  {
    isAdmin = false,
    roles: memberRoles = usualRoles,
  }: { isAdmin?: boolean; roles?: readonly MemberRole[] } = {},
): Promise<void> {
  await queries.updateMembership(tx, userId, { membership: 'active', joined_at: new Date() })
  await queries.updateWorkRoles(tx, { userId, organization: organization.id }, memberRoles)
  const roles: Role[] = isAdmin ? ['admin'] : []
  if (organization.is_client) roles.push('client')
  if (organization.is_vendor) roles.push('vendor')
  await queries.insertRoles(tx, userId, roles)
  await publish(tx, { userId }, { topic: 'membership.changed' })
}

/** Assigns a user without an organization to one, as a pending member. */
export async function assignOrganization(
  tx: Tx,
  userId: string,
  organization: string,
): Promise<void> {
  await queries.updateMembership(tx, userId, { organization, membership: 'pending' })
}

/** Takes every role but the platform's own, and with them what the person could do for the organization. */
export async function removeMember(
  tx: Tx,
  userId: string,
  membership: Extract<Membership, 'rejected' | 'deactivated'>,
): Promise<void> {
  await queries.updateMembership(tx, userId, { membership })
  await queries.deleteOrganizationRoles(tx, userId)
  await publish(tx, { userId }, { topic: 'membership.changed' })
}

/** Replaces what a member may do within the organization. Call as the system. */
export const setMemberRoles = queries.updateWorkRoles

export async function setAdmin(tx: Tx, userId: string, isAdmin: boolean): Promise<void> {
  if (isAdmin) await queries.insertRoles(tx, userId, ['admin'])
  else await queries.deleteRole(tx, userId, 'admin')
}

/** Makes a user a member of the platform's staff. */
export const grantStaffRole = (tx: Tx, userId: string): Promise<void> =>
  queries.insertRoles(tx, userId, ['super_admin'])

/** Takes the role of staff away; the membership of an organization stays. */
export const revokeStaffRole = (tx: Tx, userId: string): Promise<void> =>
  queries.deleteRole(tx, userId, 'super_admin')

/** Lists all staff, and locks their role until the transaction ends. Call as the system. */
export const lockStaff = queries.lockStaff

/** Lists the platform's own staff. Call as the system. */
export const listStaff = queries.listStaff

/** Lists the user IDs of an organization's active administrators. Call as the system. */
export const listAdmins = queries.listAdmins

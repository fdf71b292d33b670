/** Answers accounts about single sign-on: the provider of a domain, who may come by it, and who must. */
import {
  type Companies,
  type CompanyConnection,
  listWithSecondFactor,
} from '../../core/auth/service.ts'
import { assignOrganization, listAdmins } from '../../core/profiles/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { createAddressGuard } from '../../platform/security/address-guard.ts'
import { audit } from '../../platform/security/audit.ts'
import { decryptField } from '../../platform/security/field-encryption.ts'
import { admit, claimInvitation, isInvited } from '../organizations/service.ts'
import { secretPlace } from './connection.ts'
import { applyGroups, rolesOfMember } from './groups.ts'
import * as queries from './queries.ts'
import { findUserByEmail, linkAccount } from './scim/queries.ts'

type Opening = Pick<Platform, 'config' | 'secrets'>

export function companiesOf(platform: Opening): Companies {
  return {
    guard: createAddressGuard(platform.config.webhookNetworks),
    findConnection: async (tx, by) => {
      const row = await queries.findStanding(tx, by)
      return row ? await toSettings(tx, platform, row) : null
    },
    checkArrival: async (tx, { connectionId, ...person }) => {
      const connection = await standing(tx, connectionId)
      await requireWelcome(tx, connection, person)
    },
    admit: admitMember,
    isRequired,
  }
}

async function toSettings(
  tx: Tx,
  { secrets }: Opening,
  row: queries.ConnectionRow,
): Promise<CompanyConnection> {
  const { id, organization, issuer, certificates } = row
  const groupClaim = row.group_claim
  if (row.kind === 'saml')
    return {
      kind: 'saml',
      ...{ id, issuer, certificates, groupClaim },
      entryPoint: row.entry_point ?? '',
      audienceKey: organization,
      signsRequests: row.signs_requests,
    }
  const place = secretPlace(organization)
  const clientSecret =
    row.secret_sealed && (await decryptField(tx, secrets, organization, place, row.secret_sealed))
  return {
    kind: 'oidc',
    ...{ id, issuer, clientSecret, groupClaim },
    clientId: row.client_id ?? '',
    audienceKey: organization,
  }
}

async function standing(tx: Tx, id: string): Promise<queries.ConnectionRow> {
  const row = await queries.findStanding(tx, { id })
  if (!row) throw new AppError('sso_no_membership')
  return row
}

/**
 * Refuses people of another organization, members whose access ended, and new people where the organization
 * invites them itself. Throws sso_wrong_organization, membership_ended, sso_no_membership.
 */
async function requireWelcome(
  tx: Tx,
  { organization, creates_members }: queries.ConnectionRow,
  { userId, email }: { userId: string | null; email: string },
): Promise<void> {
  const provisioned = await findUserByEmail(tx, organization, email)
  // A deactivation that waits for an administrator has ended nothing yet.
  if (provisioned && !provisioned.is_active && provisioned.held_at === null)
    throw new AppError('membership_ended')
  const person = userId === null ? undefined : await queries.findPerson(tx, userId)
  if (person?.is_staff) throw new AppError('sso_wrong_organization')
  if (person?.organization && person.organization !== organization)
    throw new AppError('sso_wrong_organization')
  const membership = person?.organization === organization ? person.membership : null
  if (membership === 'active') return
  if (membership === 'deactivated') throw new AppError('membership_ended')
  if (await isInvited(tx, { organization, email, at: new Date() })) return
  if (membership === 'rejected') throw new AppError('membership_ended')
  if (!creates_members && !provisioned) throw new AppError('sso_no_membership')
}

const admitMember: Companies['admit'] = async (tx, { connectionId, userId, email, groups }) => {
  const connection = await standing(tx, connectionId)
  await queries.lockSettings(tx, connection.organization)
  await requireWelcome(tx, connection, { userId, email })
  const { organization } = connection
  const now = new Date()
  await queries.noteArrival(tx, { userId, organization, groups, at: now })
  await linkAccount(tx, { organization, email, userId })
  await queries.updateConnection(tx, connection.id, { signed_in_at: now })
  const person = await queries.findPerson(tx, userId)
  if (person?.membership === 'active') return await applyGroups(tx, { userId, organization })
  if (person?.organization !== organization) await assignOrganization(tx, userId, organization)
  const invited = await claimInvitation(tx, { organization, email, at: now })
  const roles = (await rolesOfMember(tx, organization, userId)) ?? invited ?? undefined
  await admit(tx, userId, await queries.findOrganization(tx, organization), { roles })
  await audit(tx, {
    actor: 'system',
    action: 'sso.join',
    object: `user:${userId}`,
    detail: { organization },
  })
}

/**
 * Returns true for members whose organization requires single sign-on. The break-glass administrator passes with
 * a second factor; while there is none who could, every administrator with a second factor does.
 */
const isRequired: Companies['isRequired'] = async (tx, { id, hasFactor }) => {
  const rule = await queries.findRule(tx, id)
  if (!rule) return false
  if (!hasFactor) return true
  if (rule.break_glass === id) return false
  const admins = await listAdmins(tx, rule.organization)
  const named = rule.break_glass
  const isNamedThere =
    named !== null && admins.includes(named) && (await listWithSecondFactor(tx, [named])).length > 0
  return isNamedThere || !admins.includes(id)
}

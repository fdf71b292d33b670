/** Roles of members by the groups that the provider names. */
import type { MemberRole, SingleSignOn, SsoGroupsForm } from '@semblance/contract'
import { setMemberRoles } from '../../core/profiles/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import * as queries from './group-queries.ts'
import { lockSettings } from './queries.ts'
import { readSingleSignOn } from './view.ts'

/** Returns the roles that groups give. Undefined where the organization maps no group: roles are then chosen here. */
async function rolesOfGroups(
  tx: Tx,
  organization: string,
  groups: readonly string[],
): Promise<MemberRole[] | undefined> {
  const mapped = await queries.listGroupRoles(tx, organization)
  if (mapped.length === 0) return undefined
  const given = mapped.filter(({ group }) => groups.includes(group)).map(({ role }) => role)
  return [...new Set(given)]
}

/** Returns the roles that the groups of a member give, those of the provider and of the directory. */
export async function rolesOfMember(
  tx: Tx,
  organization: string,
  userId: string,
): Promise<MemberRole[] | undefined> {
  return await rolesOfGroups(tx, organization, await queries.listGroupsOf(tx, organization, userId))
}

/** Gives an active member of the organization the roles of the groups, if that changes them. */
export async function applyGroups(
  tx: Tx,
  { userId, organization }: { userId: string; organization: string },
): Promise<void> {
  const roles = await rolesOfMember(tx, organization, userId)
  const held = await queries.lockRoles(tx, organization, userId)
  if (!roles || !held) return
  if (held.length === roles.length && roles.every((role) => held.includes(role))) return
  await setMemberRoles(tx, { userId, organization }, roles)
  await audit(tx, {
    actor: 'system',
    action: 'member.change_roles',
    object: `user:${userId}`,
    detail: { organization, roles: roles.join(' ') },
  })
}

/** Replaces what groups give, at once for all members who have come by the provider. */
export async function setGroups(
  ctx: Ctx,
  organization: string,
  { groups }: SsoGroupsForm,
): Promise<SingleSignOn> {
  const { tx, actor } = ctx
  await withSystemRole(tx, async () => {
    await lockSettings(tx, organization)
    await queries.replaceGroupRoles(tx, organization, groups)
    for (const userId of await queries.listArrived(tx, organization))
      await applyGroups(tx, { userId, organization })
    await audit(tx, {
      actor: actorOf(actor),
      action: 'sso.map_groups',
      object: `organization:${organization}`,
      detail: { count: groups.length },
    })
  })
  return await readSingleSignOn(ctx, organization)
}

import type { MemberRole, SsoGroupsForm } from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'

type GroupRole = SsoGroupsForm['groups'][number]

export async function listGroupRoles(tx: Tx, organization: string): Promise<GroupRole[]> {
  const rows = await tx
    .selectFrom('app.sso_group_roles')
    .select(['group_name', 'role'])
    .where('organization', '=', organization)
    .orderBy('group_name')
    .orderBy('role')
    .execute()
  return rows.map(({ group_name: group, role }) => ({ group, role: role as MemberRole }))
}

export async function replaceGroupRoles(
  tx: Tx,
  organization: string,
  groups: readonly GroupRole[],
): Promise<void> {
  await tx.deleteFrom('app.sso_group_roles').where('organization', '=', organization).execute()
  if (groups.length === 0) return
  await tx
    .insertInto('app.sso_group_roles')
    .values(groups.map(({ group, role }) => ({ organization, group_name: group, role })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listRoles(tx: Tx, userId: string): Promise<string[]> {
  const row = await tx
    .selectFrom('profiles')
    .select('work_roles')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.work_roles ?? []
}

/** Lists the active members who have come by the provider, with the groups that it named. */
export async function listArrived(tx: Tx, organization: string) {
  const rows = await tx
    .selectFrom('app.sso_members as m')
    .innerJoin('profiles as p', 'p.user_id', 'm.user_id')
    .select(['m.user_id', 'm.groups'])
    .where('m.organization', '=', organization)
    .where('p.membership', '=', 'active')
    .execute()
  return rows.map(({ user_id: userId, groups }) => ({ userId, groups }))
}

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

/** Returns the roles of an active member, whose membership it locks. Undefined for those who are none of the organization. */
export async function lockRoles(
  tx: Tx,
  organization: string,
  userId: string,
): Promise<string[] | undefined> {
  const row = await tx
    .selectFrom('profiles')
    .select('work_roles')
    .where('user_id', '=', userId)
    .where('organization', '=', organization)
    .where('membership', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.work_roles
}

/** Lists the names of a member's groups: those that the provider named last, and those of the directory. */
export async function listGroupsOf(
  tx: Tx,
  organization: string,
  userId: string,
): Promise<string[]> {
  const named = await tx
    .selectFrom('app.sso_members')
    .select('groups')
    .where('user_id', '=', userId)
    .where('organization', '=', organization)
    .executeTakeFirst()
  const provisioned = await tx
    .selectFrom('app.directory_group_members as m')
    .innerJoin('app.directory_groups as g', 'g.id', 'm.group_id')
    .innerJoin('app.directory_users as u', 'u.id', 'm.member')
    .select('g.name')
    .where('u.user_id', '=', userId)
    .where('u.organization', '=', organization)
    .execute()
  return [...(named?.groups ?? []), ...provisioned.map(({ name }) => name)]
}

/** Lists the active members that the provider or the directory has named. */
export async function listArrived(tx: Tx, organization: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('profiles as p')
    .leftJoin('app.sso_members as m', 'm.user_id', 'p.user_id')
    .leftJoin('app.directory_users as u', (join) =>
      join.onRef('u.user_id', '=', 'p.user_id').onRef('u.organization', '=', 'p.organization'),
    )
    .select('p.user_id')
    .distinct()
    .where('p.organization', '=', organization)
    .where('p.membership', '=', 'active')
    .where((eb) => eb.or([eb('m.user_id', 'is not', null), eb('u.user_id', 'is not', null)]))
    .execute()
  return rows.map((row) => row.user_id)
}

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { AppDirectoryGroups } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Place } from './queries.ts'

export type GroupRow = Selectable<AppDirectoryGroups>

export async function listGroups(
  tx: Tx,
  { organization, match }: Place,
  { offset, limit }: { offset: number; limit: number },
): Promise<GroupRow[]> {
  let query = tx
    .selectFrom('app.directory_groups')
    .selectAll()
    .where('organization', '=', organization)
  if (match && 'name' in match) query = query.where('name', '=', match.name)
  if (match && 'externalId' in match) query = query.where('external_id', '=', match.externalId)
  return await query.orderBy('id').offset(offset).limit(limit).execute()
}

export async function countGroups(tx: Tx, organization: string): Promise<number> {
  const { count } = await tx
    .selectFrom('app.directory_groups')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks a group of the organization. Undefined for those of others. */
export async function lockGroup(tx: Tx, organization: string, id: string) {
  return await tx
    .selectFrom('app.directory_groups')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Inserts a group. Undefined if the name is taken within the organization. */
export async function insertGroup(tx: Tx, row: Insertable<AppDirectoryGroups>) {
  return await tx
    .insertInto('app.directory_groups')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateGroup(
  tx: Tx,
  id: string,
  change: Updateable<AppDirectoryGroups>,
): Promise<GroupRow> {
  return await tx
    .updateTable('app.directory_groups')
    .set({ ...change, version: sql`version + 1`, changed_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function isGroupNamed(tx: Tx, organization: string, name: string, except: string) {
  const row = await tx
    .selectFrom('app.directory_groups')
    .select('id')
    .where('organization', '=', organization)
    .where('name', '=', name)
    .where('id', '<>', except)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteGroup(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('app.directory_groups').where('id', '=', id).execute()
}

export async function listMembers(tx: Tx, groupIds: string[]) {
  if (groupIds.length === 0) return []
  return await tx
    .selectFrom('app.directory_group_members as m')
    .innerJoin('app.directory_users as u', 'u.id', 'm.member')
    .select(['m.group_id', 'u.id', 'u.user_id'])
    .where('m.group_id', 'in', groupIds)
    .orderBy('u.id')
    .execute()
}

/** Replaces the members of a group. Returns false if one is none of the organization's users, or was deleted. */
export async function replaceMembers(
  tx: Tx,
  { organization, groupId, members }: { organization: string; groupId: string; members: string[] },
): Promise<boolean> {
  await tx.deleteFrom('app.directory_group_members').where('group_id', '=', groupId).execute()
  if (members.length === 0) return true
  const found = await tx
    .selectFrom('app.directory_users')
    .select('id')
    .where('organization', '=', organization)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`id::text = any(${members})`)
    .execute()
  if (found.length !== members.length) return false
  await tx
    .insertInto('app.directory_group_members')
    .values(found.map(({ id }) => ({ group_id: groupId, member: id })))
    .execute()
  return true
}

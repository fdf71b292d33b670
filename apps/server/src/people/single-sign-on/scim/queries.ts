import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { AppDirectoryUsers } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'

export type UserRow = Selectable<AppDirectoryUsers>

export async function putToken(tx: Tx, organization: string, hash: string): Promise<void> {
  const made = { token_hash: hash, made_at: new Date(), used_at: null }
  await tx
    .insertInto('app.directory_tokens')
    .values({ organization, ...made })
    .onConflict((conflict) => conflict.column('organization').doUpdateSet(made))
    .execute()
}

export async function deleteToken(tx: Tx, organization: string): Promise<void> {
  await tx.deleteFrom('app.directory_tokens').where('organization', '=', organization).execute()
}

export async function findToken(tx: Tx, organization: string) {
  return await tx
    .selectFrom('app.directory_tokens')
    .select(['made_at', 'used_at'])
    .where('organization', '=', organization)
    .executeTakeFirst()
}

/** Returns the organization of a token and notes its use, once a minute. Undefined for one that does not stand. */
export async function findByToken(tx: Tx, hash: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('app.directory_tokens as t')
    .innerJoin('organizations as o', 'o.id', 't.organization')
    .select(['t.organization', 't.used_at'])
    .where('t.token_hash', '=', hash)
    .where('o.is_active', '=', true)
    .executeTakeFirst()
  if (row && (row.used_at?.getTime() ?? 0) < Date.now() - 60_000)
    await tx
      .updateTable('app.directory_tokens')
      .set({ used_at: new Date() })
      .where('organization', '=', row.organization)
      .execute()
  return row?.organization
}

export type Place = {
  organization: string
  match: { name: string } | { externalId: string } | null
}

/** Lists users by ID, from an offset as SCIM counts. */
export async function listUsers(
  tx: Tx,
  { organization, match }: Place,
  { offset, limit }: { offset: number; limit: number },
): Promise<UserRow[]> {
  let query = tx
    .selectFrom('app.directory_users')
    .selectAll()
    .where('organization', '=', organization)
    .where('removed_at', 'is', null)
  if (match && 'name' in match)
    query = query.where(sql<boolean>`lower(user_name) = lower(${match.name})`)
  if (match && 'externalId' in match) query = query.where('external_id', '=', match.externalId)
  return await query.orderBy('id').offset(offset).limit(limit).execute()
}

export async function countUsers(tx: Tx, organization: string): Promise<number> {
  const { count } = await tx
    .selectFrom('app.directory_users')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization', '=', organization)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks a user of the organization. Undefined for those of others, and for one that was deleted. */
export async function lockUser(tx: Tx, organization: string, id: string) {
  return await tx
    .selectFrom('app.directory_users')
    .selectAll()
    .where('organization', '=', organization)
    .where('removed_at', 'is', null)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findUserByEmail(tx: Tx, organization: string, email: string) {
  return await tx
    .selectFrom('app.directory_users')
    .selectAll()
    .where('organization', '=', organization)
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Inserts a user. Undefined if the name or the address is taken within the organization. */
export async function insertUser(tx: Tx, row: Insertable<AppDirectoryUsers>) {
  return await tx
    .insertInto('app.directory_users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateUser(
  tx: Tx,
  id: string,
  change: Updateable<AppDirectoryUsers>,
): Promise<UserRow> {
  return await tx
    .updateTable('app.directory_users')
    .set({ ...change, version: sql`version + 1`, changed_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns true if another user of the organization has the name. */
export async function isUserNamed(tx: Tx, organization: string, name: string, except: string) {
  const row = await tx
    .selectFrom('app.directory_users')
    .select('id')
    .where('organization', '=', organization)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`lower(user_name) = lower(${name})`)
    .where('id', '<>', except)
    .executeTakeFirst()
  return row !== undefined
}

/** Links the user of an address to the account that has come. */
export async function linkAccount(
  tx: Tx,
  { organization, email, userId }: { organization: string; email: string; userId: string },
): Promise<void> {
  await tx
    .updateTable('app.directory_users')
    .set({ user_id: userId })
    .where('organization', '=', organization)
    .where('email', '=', email)
    .execute()
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('app.directory_users').where('id', '=', id).execute()
}

/** Marks a user as deleted, who then is in no group. */
export async function removeUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('app.directory_group_members').where('member', '=', id).execute()
  await updateUser(tx, id, { removed_at: new Date() })
}

/** Returns the member of an address, or undefined. */
export async function findMember(tx: Tx, organization: string, email: string) {
  return await tx
    .selectFrom('profiles')
    .select(['user_id', 'membership'])
    .where('organization', '=', organization)
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Counts the members that the directory has ended since, and those that it still provisions. */
export async function countEndings(tx: Tx, organization: string, since: Date) {
  return await tx
    .selectFrom('app.directory_users')
    .select([
      sql<number>`count(*) filter (where ended_at >= ${since})::integer`.as('ended'),
      sql<number>`count(*) filter (where is_active and user_id is not null)::integer`.as('active'),
    ])
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow()
}

const held = (tx: Tx, organization: string) =>
  tx
    .selectFrom('app.directory_users')
    .selectAll()
    .where('organization', '=', organization)
    .where('held_at', 'is not', null)
    .orderBy('email')

/** Lists the users whose deactivation waits for an administrator. */
export const listHeld = (tx: Tx, organization: string): Promise<UserRow[]> =>
  held(tx, organization).execute()

/** Lists and locks the users whose deactivation waits for an administrator. */
export const lockHeld = (tx: Tx, organization: string): Promise<UserRow[]> =>
  held(tx, organization).forUpdate().execute()

/** Puts what an administrator decided about a member in the place of what the directory had done. */
export async function noteDecision(
  tx: Tx,
  { organization, userId, isMember }: { organization: string; userId: string; isMember: boolean },
): Promise<void> {
  await tx
    .updateTable('app.directory_users')
    .set({ held_at: null, ended_at: null, ...(isMember && { is_active: true }) })
    .set({ version: sql`version + 1`, changed_at: new Date() })
    .where('organization', '=', organization)
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes the directories of organizations. */
export async function deleteDirectoriesOf(tx: Tx, organizations: string[]): Promise<void> {
  await tx.deleteFrom('app.directory_groups').where('organization', 'in', organizations).execute()
  await tx.deleteFrom('app.directory_users').where('organization', 'in', organizations).execute()
  await tx.deleteFrom('app.directory_tokens').where('organization', 'in', organizations).execute()
}

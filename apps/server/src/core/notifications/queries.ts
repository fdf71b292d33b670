import type { Notification, Role } from '@semblance/contract'
import { type Insertable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

/** People, with whether they want their notices by mail, too. */
const people = (tx: Tx) =>
  tx
    .selectFrom('profiles as p')
    .leftJoin('notification_preferences as n', 'n.user_id', 'p.user_id')
    .select((eb) => [
      'p.user_id',
      'p.email',
      eb.fn.coalesce('n.email_notifications', sql<boolean>`true`).as('wants_mail'),
    ])

/** Lists active members, or those of them who administer; `finance`: these and who sees to money. */
export async function listRecipients(
  tx: Tx,
  organizationId: string,
  audience: 'members' | 'administrators' | 'finance',
) {
  return await people(tx)
    .where('p.organization', '=', organizationId)
    .where('p.membership', '=', 'active')
    .$if(audience === 'administrators', (query) => query.where(hasRole('admin')))
    .$if(audience === 'finance', (query) =>
      query.where((row) =>
        row.or([hasRole('admin'), sql<boolean>`'finance' = any (p.work_roles)`]),
      ),
    )
    .execute()
}

export async function getName(tx: Tx, organization: string): Promise<string> {
  const row = await tx
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organization)
    .executeTakeFirstOrThrow()
  return row.name
}

export async function findPersonNames(tx: Tx, userId: string) {
  return await tx
    .selectFrom('profiles')
    .select(['first_name', 'last_name', 'email'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export const listStaff = async (tx: Tx) => await people(tx).where(hasRole('super_admin')).execute()

export const listPerson = async (tx: Tx, userId: string) =>
  await people(tx).where('p.user_id', '=', userId).execute()

const hasRole = (role: Role) =>
  sql<boolean>`exists (select from user_roles r where r.user_id = p.user_id and r.role = ${role})`

export async function insertNotices(
  tx: Tx,
  userIds: string[],
  notice: { type: Notification['type']; title: string; message: string; path: string },
): Promise<{ id: string; user_id: string }[]> {
  const { type, title, message, path } = notice
  return await tx
    .insertInto('notifications')
    .values(userIds.map((user_id) => ({ user_id, type, title, message, path })))
    .returning(['id', 'user_id'])
    .execute()
}

/** Inserts a notification as if sent at `at`. */
export async function insertPastNotice(
  tx: Tx,
  row: Pick<Insertable<DB['notifications']>, 'user_id' | 'type' | 'title' | 'message' | 'path'>,
  { at, read }: { at: Date; read: boolean },
): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({ ...row, created_at: at, read_at: read ? at : null })
    .execute()
}

/**
 * Lists the user's notifications, newest first by id (uuidv7 rises with time); one row more than
 * the page.
 */
export async function listOwn(
  tx: Tx,
  userId: string,
  page: { after: string | null; limit: number },
) {
  return await tx
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(page.after !== null, (query) => query.where('id', '<', page.after!))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function countUnread(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function setRead(tx: Tx, id: string, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(at)) }))
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function setAllRead(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteOwn(tx: Tx, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('notifications').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

import { type Selectable, sql } from 'kysely'
import type { AuthUsers } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'

export type UserRow = Selectable<AuthUsers>

export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const query = tx.selectFrom('auth.users').selectAll().where('email', '=', email)
  return (await query.executeTakeFirst()) ?? null
}

export async function findUser(tx: Tx, id: string): Promise<UserRow | null> {
  const query = tx.selectFrom('auth.users').selectAll().where('id', '=', id)
  return (await query.executeTakeFirst()) ?? null
}

/** Locks the account's row, so that changes of one account happen one after the other. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | null> {
  const query = tx.selectFrom('auth.users').selectAll().where('id', '=', id).forUpdate()
  return (await query.executeTakeFirst()) ?? null
}

/** Returns the user with this confirmed number, or null. */
export async function findUserByPhone(tx: Tx, phone: string): Promise<UserRow | null> {
  const query = tx.selectFrom('auth.users').selectAll().where('phone', '=', phone)
  return (await query.executeTakeFirst()) ?? null
}

export async function listUsersByNewPhone(tx: Tx, phone: string): Promise<UserRow[]> {
  return await tx.selectFrom('auth.users').selectAll().where('new_phone', '=', phone).execute()
}

/** Lists users, newest first; `filter` matches part of the address. */
export async function listUsers(
  tx: Tx,
  page: { limit: number; offset: number; filter: string | null },
): Promise<{ users: UserRow[]; total: number }> {
  const pattern = `%${(page.filter ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
  const matching = tx
    .selectFrom('auth.users')
    .where('deleted_at', 'is', null)
    .$if(page.filter !== null, (query) => query.where('email', 'ilike', pattern))
  const users = await matching
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await matching
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { users, total }
}

export type NewUserRow = {
  id?: string
  /** Null for an anonymous account. */
  email: string | null
  passwordHash: string | null
  metadata: object
  confirmed: boolean
  provider?: string
  invited?: boolean
}

/** Inserts a user. Returns null if the address is taken. */
export async function insertUser(tx: Tx, user: NewUserRow): Promise<UserRow | null> {
  const provider = user.provider ?? 'email'
  const row = await tx
    .insertInto('auth.users')
    .values({
      ...(user.id ? { id: user.id } : {}),
      email: user.email,
      password_hash: user.passwordHash,
      user_metadata: JSON.stringify(user.metadata),
      app_metadata: JSON.stringify(user.email ? { provider, providers: [provider] } : {}),
      email_confirmed_at: user.confirmed && user.email ? new Date() : null,
      confirmation_sent_at: user.confirmed || !user.email ? null : new Date(),
      invited_at: user.invited ? new Date() : null,
      is_anonymous: user.email === null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Inserts an account without address, password or identity: nothing can sign in to it. */
export async function insertServiceUser(tx: Tx): Promise<string> {
  const { id } = await tx
    .insertInto('auth.users')
    .values({ app_metadata: '{}', is_anonymous: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type UserChange = Partial<
  Pick<
    UserRow,
    | 'email'
    | 'password_hash'
    | 'email_confirmed_at'
    | 'invited_at'
    | 'confirmation_sent_at'
    | 'recovery_sent_at'
    | 'new_email'
    | 'email_change_sent_at'
    | 'email_change_confirmed_by'
    | 'phone'
    | 'phone_confirmed_at'
    | 'new_phone'
    | 'phone_change_sent_at'
    | 'reauthentication_sent_at'
    | 'last_sign_in_at'
    | 'is_anonymous'
    | 'banned_until'
    | 'deleted_at'
  >
> & { user_metadata?: object; app_metadata?: object }

export async function updateUserRow(tx: Tx, id: string, change: UserChange): Promise<UserRow> {
  const { user_metadata, app_metadata, ...columns } = change
  return await tx
    .updateTable('auth.users')
    .set({
      ...columns,
      ...(user_metadata ? { user_metadata: JSON.stringify(user_metadata) } : {}),
      ...(app_metadata ? { app_metadata: JSON.stringify(app_metadata) } : {}),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteUserRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.users').where('id', '=', id).execute()
}

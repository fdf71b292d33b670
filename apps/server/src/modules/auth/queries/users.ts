import { type Selectable, sql } from 'kysely'
import type { AuthIdentities, AuthUsers } from '../../../platform/database.gen.ts'
import type { Tx } from '../../../platform/db.ts'

export type UserRow = Selectable<AuthUsers>
export type IdentityRow = Selectable<AuthIdentities>

export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const query = tx.selectFrom('auth.users').selectAll().where('email', '=', email)
  return (await query.executeTakeFirst()) ?? null
}

export async function findUser(tx: Tx, id: string): Promise<UserRow | null> {
  const query = tx.selectFrom('auth.users').selectAll().where('id', '=', id)
  return (await query.executeTakeFirst()) ?? null
}

export async function listIdentities(tx: Tx, userId: string): Promise<IdentityRow[]> {
  return await tx
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

/** The user with an e-mail identity, or null when the address is taken. */
export async function insertUser(
  tx: Tx,
  user: { id?: string; email: string; passwordHash: string; metadata: object; confirmed: boolean },
): Promise<UserRow | null> {
  const row = await tx
    .insertInto('auth.users')
    .values({
      ...(user.id ? { id: user.id } : {}),
      email: user.email,
      password_hash: user.passwordHash,
      user_metadata: JSON.stringify(user.metadata),
      email_confirmed_at: user.confirmed ? new Date() : null,
      confirmation_sent_at: user.confirmed ? null : new Date(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  const identityData = {
    sub: row.id,
    email: row.email,
    email_verified: user.confirmed,
    phone_verified: false,
  }
  await tx
    .insertInto('auth.identities')
    .values({
      user_id: row.id,
      provider: 'email',
      subject: row.id,
      identity_data: JSON.stringify(identityData),
      email: row.email,
    })
    .execute()
  return row
}

export async function updateUserRow(
  tx: Tx,
  id: string,
  values: {
    password_hash?: string
    user_metadata?: string
    email_confirmed_at?: Date
    confirmation_sent_at?: Date
    recovery_sent_at?: Date
    last_sign_in_at?: Date
  },
): Promise<UserRow> {
  return await tx
    .updateTable('auth.users')
    .set({ ...values, updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function markIdentityVerified(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('auth.identities')
    .set({
      identity_data: sql`identity_data || '{"email_verified": true}'`,
      updated_at: new Date(),
    })
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .execute()
}

/** The ways in that an account has: e-mail, and accounts at providers. */
import { type Selectable, sql } from 'kysely'
import type { AuthIdentities } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'

export type IdentityRow = Selectable<AuthIdentities>

export async function listIdentities(tx: Tx, userId: string): Promise<IdentityRow[]> {
  return await tx
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findIdentity(
  tx: Tx,
  provider: string,
  subject: string,
): Promise<IdentityRow | null> {
  const query = tx
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('subject', '=', subject)
  return (await query.executeTakeFirst()) ?? null
}

/** Inserts an identity. Returns false if another account holds it. */
export async function insertIdentity(
  tx: Tx,
  identity: {
    userId: string
    provider: string
    subject: string
    email: string | null
    data: object
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('auth.identities')
    .values({
      user_id: identity.userId,
      provider: identity.provider,
      subject: identity.subject,
      email: identity.email,
      identity_data: JSON.stringify(identity.data),
      last_sign_in_at: identity.provider === 'email' ? null : new Date(),
    })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the account's e-mail identity; its subject is the account's own ID. */
export async function putEmailIdentity(
  tx: Tx,
  user: { id: string; email: string },
  isVerified: boolean,
): Promise<void> {
  const data = {
    sub: user.id,
    email: user.email,
    email_verified: isVerified,
    phone_verified: false,
  }
  const values = { email: user.email, identity_data: JSON.stringify(data) }
  await tx
    .insertInto('auth.identities')
    .values({ user_id: user.id, provider: 'email', subject: user.id, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'subject'])
        .doUpdateSet({ ...values, updated_at: sql<Date>`now()` }),
    )
    .execute()
}

export async function markIdentityUsed(
  tx: Tx,
  id: string,
  values: { email: string | null; data: object },
): Promise<void> {
  await tx
    .updateTable('auth.identities')
    .set({
      email: values.email,
      identity_data: JSON.stringify(values.data),
      last_sign_in_at: new Date(),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteIdentity(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.identities').where('id', '=', id).execute()
}

export async function deleteIdentitiesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.identities').where('user_id', '=', userId).execute()
}

/** Deletes what was linked to accounts at one provider. */
export async function deleteIdentitiesAt(tx: Tx, provider: string): Promise<void> {
  await tx.deleteFrom('auth.identities').where('provider', '=', provider).execute()
}

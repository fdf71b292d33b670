/** A person's rows without their secrets, for the export of one's own data. */
import type { Tx } from '../../../platform/database/db.ts'

export async function exportRows(tx: Tx, userId: string) {
  const account = await tx
    .selectFrom('auth.users')
    .select([
      'id',
      'email',
      'email_confirmed_at',
      'phone',
      'phone_confirmed_at',
      'invited_at',
      'last_sign_in_at',
      'user_metadata',
      'app_metadata',
      'created_at',
      'updated_at',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  const identities = await tx
    .selectFrom('auth.identities')
    .select(['provider', 'subject', 'email', 'identity_data', 'last_sign_in_at', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const factors = await tx
    .selectFrom('auth.factors')
    .select(['type', 'status', 'friendly_name', 'phone', 'last_challenged_at', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const sessions = await tx
    .selectFrom('auth.sessions')
    .select(['id', 'aal', 'amr', 'user_agent', 'ip', 'created_at', 'refreshed_at', 'proved_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return { account: account ?? null, identities, factors, sessions }
}

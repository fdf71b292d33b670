/** Purges rows that can no longer be used. */
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'

/** A bucket untouched for a day is full again under every limit there is. */
const BUCKET_AGE = sql<Date>`now() - interval '1 day'`
/** Sets a lifetime long enough to distinguish a replayed refresh token from an unknown one. */
const TOKEN_AGE = sql<Date>`now() - interval '30 days'`
const FLOW_AGE = sql<Date>`now() - interval '1 day'`
/** An anonymous account without a session has no way in left. */
const ANONYMOUS_AGE = sql<Date>`now() - interval '30 days'`

export async function purgeExpired(
  tx: Tx,
  sessions: { sessionLifeMs: number | null; sessionIdleMs: number | null },
): Promise<void> {
  const now = new Date()
  await tx.deleteFrom('auth.one_time_tokens').where('expires_at', '<', now).execute()
  await tx.deleteFrom('auth.pkce_codes').where('expires_at', '<', now).execute()
  await tx.deleteFrom('auth.challenges').where('expires_at', '<', now).execute()
  await tx.deleteFrom('auth.oauth_flows').where('expires_at', '<', FLOW_AGE).execute()
  await tx.deleteFrom('auth.rate_limits').where('updated_at', '<', BUCKET_AGE).execute()
  await tx.deleteFrom('auth.refresh_tokens').where('revoked_at', '<', TOKEN_AGE).execute()
  await tx.deleteFrom('auth.sessions').where('ends_at', '<', now).execute()
  if (sessions.sessionLifeMs !== null) {
    const oldest = new Date(now.getTime() - sessions.sessionLifeMs)
    await tx
      .deleteFrom('auth.sessions')
      .where('ends_at', 'is', null)
      .where('created_at', '<', oldest)
      .execute()
  }
  if (sessions.sessionIdleMs !== null) {
    const oldest = new Date(now.getTime() - sessions.sessionIdleMs)
    await tx
      .deleteFrom('auth.sessions')
      .where('ends_at', 'is', null)
      .where(sql<boolean>`coalesce(refreshed_at, created_at) < ${oldest}`)
      .execute()
  }
  await tx
    .deleteFrom('auth.users as user')
    .where('user.is_anonymous', '=', true)
    .where('user.created_at', '<', ANONYMOUS_AGE)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('auth.sessions as session')
            .select('session.id')
            .whereRef('session.user_id', '=', 'user.id'),
        ),
      ),
    )
    .execute()
}

import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'
import type { Caller } from '../context.ts'

export type Amr = { method: string; timestamp: number }[]

export async function insertSession(
  tx: Tx,
  session: { userId: string; amr: Amr; caller: Caller },
): Promise<string> {
  const { id } = await tx
    .insertInto('auth.sessions')
    .values({
      user_id: session.userId,
      amr: JSON.stringify(session.amr),
      ip: session.caller.ip,
      user_agent: session.caller.userAgent,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks the session's row, so that refreshes of one session happen one after the other. */
export async function lockSession(tx: Tx, id: string) {
  const query = tx.selectFrom('auth.sessions').selectAll().where('id', '=', id).forUpdate()
  return (await query.executeTakeFirst()) ?? null
}

export async function findSessionWithUser(tx: Tx, sessionId: string, userId: string) {
  const row = await tx
    .selectFrom('auth.users as user')
    .leftJoin('auth.sessions as session', (join) =>
      join.onRef('session.user_id', '=', 'user.id').on('session.id', '=', sessionId),
    )
    .select(['user.email', 'session.id as session_id', 'session.aal'])
    .select(sql<boolean>`coalesce("user".banned_until > now(), false)`.as('is_banned'))
    .where('user.id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.sessions').where('id', '=', id).execute()
}

/** All sessions of the user, but `exceptId` if one is named. */
export async function deleteSessionsOfUser(tx: Tx, userId: string, exceptId?: string) {
  let query = tx.deleteFrom('auth.sessions').where('user_id', '=', userId)
  if (exceptId) query = query.where('id', '!=', exceptId)
  await query.execute()
}

export async function markRefreshed(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable('auth.sessions')
    .set({ refreshed_at: new Date() })
    .where('id', '=', sessionId)
    .execute()
}

export async function insertRefreshToken(
  tx: Tx,
  token: { id: string; hash: string; sessionId: string; parentId: string | null },
): Promise<void> {
  await tx
    .insertInto('auth.refresh_tokens')
    .values({
      id: token.id,
      token_hash: token.hash,
      session_id: token.sessionId,
      parent_id: token.parentId,
    })
    .execute()
}

export async function findRefreshToken(tx: Tx, hash: string) {
  const query = tx.selectFrom('auth.refresh_tokens').selectAll().where('token_hash', '=', hash)
  return (await query.executeTakeFirst()) ?? null
}

export async function findActiveRefreshToken(tx: Tx, sessionId: string) {
  const query = tx
    .selectFrom('auth.refresh_tokens')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
  return (await query.executeTakeFirst()) ?? null
}

export async function revokeRefreshToken(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('auth.refresh_tokens')
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .execute()
}

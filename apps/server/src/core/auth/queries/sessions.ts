import { sql } from 'kysely'
import type { Position } from '../../../platform/database/cursor.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { prepareQuery } from '../../../platform/database/prepared-query.ts'
import type { Caller } from '../context.ts'

export type Amr = { method: string; timestamp: number }[]

export async function insertSession(
  tx: Tx,
  session: { userId: string; amr: Amr; caller: Caller; provedAt: Date | null },
): Promise<string> {
  const { id } = await tx
    .insertInto('auth.sessions')
    .values({
      user_id: session.userId,
      amr: JSON.stringify(session.amr),
      ip: session.caller.ip,
      user_agent: session.caller.userAgent,
      proved_at: session.provedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts the session of a key, which ends at `endsAt` and has no refresh token. */
export async function insertKeySession(
  tx: Tx,
  session: { userId: string; endsAt: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('auth.sessions')
    .values({
      user_id: session.userId,
      amr: JSON.stringify([{ method: 'api_key', timestamp: Math.floor(Date.now() / 1000) }]),
      ends_at: session.endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Has the session of a key end at another moment. */
export async function setSessionEnd(tx: Tx, id: string, endsAt: Date): Promise<void> {
  await tx.updateTable('auth.sessions').set({ ends_at: endsAt }).where('id', '=', id).execute()
}

/** Locks the session's row, so that refreshes of one session happen one after the other. */
export async function lockSession(tx: Tx, id: string) {
  const query = tx.selectFrom('auth.sessions').selectAll().where('id', '=', id).forUpdate()
  return (await query.executeTakeFirst()) ?? null
}

const sessionWithUser = prepareQuery(
  (tx: Tx, { sessionId, userId }: { sessionId: string; userId: string }) =>
    tx
      .selectFrom('auth.users as user')
      .leftJoin('auth.sessions as session', (join) =>
        join.onRef('session.user_id', '=', 'user.id').on('session.id', '=', sessionId),
      )
      .select(['user.email', 'session.id as session_id', 'session.aal'])
      .select(['session.created_at', 'session.refreshed_at', 'session.proved_at'])
      .select('session.ends_at')
      .select(sql<boolean>`coalesce("user".banned_until > now(), false)`.as('is_banned'))
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('auth.factors as factor')
            .select('factor.id')
            .whereRef('factor.user_id', '=', 'user.id')
            .where('factor.status', '=', 'verified'),
        ).as('has_factor'),
      )
      .where('user.id', '=', userId),
)

export async function findSessionWithUser(tx: Tx, sessionId: string, userId: string) {
  return (await sessionWithUser(tx, { sessionId, userId }))[0] ?? null
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.sessions').where('id', '=', id).execute()
}

export async function deleteSessionOfUser(tx: Tx, userId: string, id: string): Promise<boolean> {
  const query = tx.deleteFrom('auth.sessions').where('user_id', '=', userId).where('id', '=', id)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}

/** Deletes all sessions of a user except `exceptId`. Returns their number. */
export async function deleteSessionsOfUser(
  tx: Tx,
  userId: string,
  exceptId?: string,
): Promise<number> {
  let query = tx.deleteFrom('auth.sessions').where('user_id', '=', userId)
  if (exceptId) query = query.where('id', '!=', exceptId)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

const MAX_KNOWN_ADDRESSES = 50

/** Returns the addresses of the account's sessions that were used last, the latest first. */
export async function listSessionAddresses(
  tx: Tx,
  name: { email: string } | { phone: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('auth.sessions as session')
    .innerJoin('auth.users as user', 'user.id', 'session.user_id')
    .select('session.ip')
    .where((eb) =>
      'phone' in name ? eb('user.phone', '=', name.phone) : eb('user.email', '=', name.email),
    )
    .orderBy('session.used_at', 'desc')
    .limit(MAX_KNOWN_ADDRESSES)
    .execute()
  return rows.flatMap(({ ip }) => ip ?? [])
}

/**
 * Ends every session of every account, and withdraws mailed links, codes and sign-ins under way.
 * Returns the number of sessions.
 */
export async function endAllSignIns(tx: Tx): Promise<number> {
  await tx.deleteFrom('auth.one_time_tokens').execute()
  await tx.deleteFrom('auth.pkce_codes').execute()
  await tx.deleteFrom('auth.challenges').execute()
  await tx.deleteFrom('auth.oauth_flows').execute()
  return Number((await tx.deleteFrom('auth.sessions').executeTakeFirst()).numDeletedRows)
}

const summaries = (tx: Tx, userId: string) =>
  tx
    .selectFrom('auth.sessions')
    .select(['id', 'created_at', 'used_at', 'user_agent', 'ip', 'aal'])
    .where('user_id', '=', userId)

export type SessionSummaryRow = Awaited<ReturnType<typeof listSessionRows>>[number]

/** Lists a user's sessions except `except`, the last used first; one row more than the page. */
export async function listSessionRows(
  tx: Tx,
  userId: string,
  { after, limit, except }: { after: Position | null; limit: number; except?: string },
) {
  return await summaries(tx, userId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except!))
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('used_at', 'id'), '<', tuple(after!.at, after!.id)),
      ),
    )
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function findSessionSummary(tx: Tx, userId: string, id: string) {
  return await summaries(tx, userId).where('id', '=', id).executeTakeFirst()
}

/** Raises a session to aal2 by a second factor, and ends the account's other sessions at aal1. */
export async function raiseSession(
  tx: Tx,
  session: { id: string; userId: string; factorId: string; amr: Amr; provedAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('auth.sessions')
    .set({
      aal: 'aal2',
      factor_id: session.factorId,
      amr: JSON.stringify(session.amr),
      proved_at: session.provedAt,
    })
    .where('id', '=', session.id)
    .execute()
  await tx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', session.userId)
    .where('aal', '=', 'aal1')
    .execute()
}

/** Stores when and how the person proved who they are. */
export async function markProved(
  tx: Tx,
  session: { id: string; amr: Amr; provedAt: Date },
): Promise<void> {
  await tx
    .updateTable('auth.sessions')
    .set({ amr: JSON.stringify(session.amr), proved_at: session.provedAt })
    .where('id', '=', session.id)
    .execute()
}

/** Sets sessions at aal2 by this factor back to aal1. */
export async function lowerSessions(tx: Tx, factorId: string): Promise<void> {
  await tx
    .updateTable('auth.sessions')
    .set({
      aal: 'aal1',
      factor_id: null,
      amr: sql`(select coalesce(jsonb_agg(entry), '[]') from jsonb_array_elements(amr) entry
        where entry ->> 'method' not in ('totp', 'mfa/phone'))`,
    })
    .where('factor_id', '=', factorId)
    .execute()
}

/** Stores the time and the address of a session's last use. */
export async function markRefreshed(tx: Tx, sessionId: string, ip: string): Promise<void> {
  await tx
    .updateTable('auth.sessions')
    .set({ refreshed_at: new Date(), ip })
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

export async function deleteRefreshTokens(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('auth.refresh_tokens').where('session_id', '=', sessionId).execute()
}

export async function findSessionRow(tx: Tx, id: string) {
  const query = tx.selectFrom('auth.sessions').selectAll().where('id', '=', id)
  return (await query.executeTakeFirst()) ?? null
}

/**
 * Returns true if the account was used before, but never with a browser of this hash. Records the
 * browser as known.
 */
export async function recordKnownBrowser(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    update auth.users set known_browsers = case
        when ${hash}::bytea = any (known_browsers) then known_browsers
        else (${hash}::bytea || known_browsers)[1:20] end
      where id = ${userId}
      returning cardinality(old.known_browsers) > 0 and not ${hash}::bytea = any (old.known_browsers) as is_new`.execute(
    tx,
  )
  return rows[0]!.is_new
}

/** Deletes the sessions of accounts that were opened by other ways than `method`. */
export async function deleteSessionsWithout(
  tx: Tx,
  which: { userIds: string[]; method: string; exceptSessionId: string | null },
): Promise<void> {
  const { userIds, method, exceptSessionId } = which
  if (userIds.length === 0) return
  await tx
    .deleteFrom('auth.sessions')
    .where('user_id', 'in', userIds)
    .where(sql<boolean>`not amr @> ${JSON.stringify([{ method }])}::jsonb`)
    .$if(exceptSessionId !== null, (query) => query.where('id', '<>', exceptSessionId))
    .execute()
}

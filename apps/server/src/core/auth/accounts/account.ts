/** Manages accounts for the rest of the platform. Runs under the system role: check permission before. */
import { type Tx, withSystemRole } from '../../../platform/database/db.ts'
import type { Aal } from '../context.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { exportRows } from '../queries/account.ts'
import { listFactors, listVerified } from '../queries/factors.ts'
import {
  deleteSessionOfUser,
  deleteSessionsOfUser,
  findSessionSummary,
  insertKeySession,
  listSessionRows,
  type SessionSummaryRow,
  setSessionEnd,
} from '../queries/sessions.ts'
import {
  deleteUserRow,
  findUserByEmail,
  insertServiceUser,
  lockUser,
  updateUserRow,
} from '../queries/users.ts'
import { removeFactor } from '../sign-in/factors.ts'
import { isBanned } from '../sign-in/sessions.ts'

export type SessionSummary = {
  id: string
  createdAt: Date
  usedAt: Date
  userAgent: string | null
  ip: string | null
  aal: Aal
}

const toSummary = (row: SessionSummaryRow): SessionSummary => ({
  id: row.id,
  createdAt: row.created_at,
  usedAt: row.used_at,
  userAgent: row.user_agent,
  ip: row.ip,
  aal: row.aal === 'aal2' ? 'aal2' : 'aal1',
})

/**
 * Lists a user's sessions except `except`, the last used first; one more than the page, if there is
 * one.
 */
export async function listSessions(
  tx: Tx,
  userId: string,
  page: Parameters<typeof listSessionRows>[2],
): Promise<SessionSummary[]> {
  return (await withSystemRole(tx, () => listSessionRows(tx, userId, page))).map(toSummary)
}

/** Returns a user's session, or null. */
export async function findSession(
  tx: Tx,
  userId: string,
  sessionId: string,
): Promise<SessionSummary | null> {
  const row = await withSystemRole(tx, () => findSessionSummary(tx, userId, sessionId))
  return row ? toSummary(row) : null
}

/** Ends a user's session. Returns false if the user has no such session. */
export async function revokeSession(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  return await withSystemRole(tx, () => deleteSessionOfUser(tx, userId, sessionId))
}

/** Revokes the user's sessions except `exceptSessionId`. Returns the number of sessions revoked. */
export async function revokeAllSessions(
  tx: Tx,
  userId: string,
  exceptSessionId?: string,
): Promise<number> {
  return await withSystemRole(tx, () => deleteSessionsOfUser(tx, userId, exceptSessionId))
}

/** Removes all factors and sessions of a user. Returns the number of verified factors. */
export async function removeFactors(tx: Tx, userId: string): Promise<number> {
  return await withSystemRole(tx, async () => {
    await lockUser(tx, userId)
    const factors = await listFactors(tx, userId)
    for (const factor of factors) await removeFactor(tx, factor)
    await deleteSessionsOfUser(tx, userId)
    return factors.filter((factor) => factor.status === 'verified').length
  })
}

/** Returns those of the accounts that have a verified second factor. */
export async function listWithSecondFactor(tx: Tx, userIds: string[]): Promise<string[]> {
  return await withSystemRole(tx, () => listVerified(tx, userIds))
}

/** Creates an account for programs, which has no way to sign in. Returns its ID. */
export async function createServiceUser(tx: Tx): Promise<string> {
  return await withSystemRole(tx, () => insertServiceUser(tx))
}

/** Opens the session of a key. Returns its ID. */
export async function openKeySession(
  tx: Tx,
  session: { userId: string; endsAt: Date },
): Promise<string> {
  return await withSystemRole(tx, () => insertKeySession(tx, session))
}

/** Has the session of a key end at another moment. */
export async function endSessionAt(tx: Tx, sessionId: string, endsAt: Date): Promise<void> {
  await withSystemRole(tx, () => setSessionEnd(tx, sessionId, endsAt))
}

/** Deletes the account permanently, with all data that depends on it. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await withSystemRole(tx, () => deleteUserRow(tx, userId))
}

/**
 * Resets a sample account to its password, with no second factor, ban or pending e-mail change.
 * Ends its sessions only if there was a second factor.
 */
export async function restoreAccount(tx: Tx, userId: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  await withSystemRole(tx, async () => {
    if ((await listFactors(tx, userId)).length > 0) await removeFactors(tx, userId)
    await updateUserRow(tx, userId, { password_hash, banned_until: null, new_email: null })
  })
}

/** Returns the account with this address (in lower case), or null. */
export async function findAccount(
  tx: Tx,
  email: string,
): Promise<{ id: string; isConfirmed: boolean; isBanned: boolean } | null> {
  const user = await withSystemRole(tx, () => findUserByEmail(tx, email))
  if (!user) return null
  return {
    id: user.id,
    isConfirmed: user.email_confirmed_at !== null,
    isBanned: isBanned(user),
  }
}

/** Bans a user from the next request on; sessions continue after its end. Null lifts the ban. */
export async function banUser(tx: Tx, userId: string, until: Date | null): Promise<void> {
  await withSystemRole(tx, () => updateUserRow(tx, userId, { banned_until: until }))
}

/** Returns all data that this module holds about a person, except secrets. */
export async function exportAccount(tx: Tx, userId: string): Promise<object> {
  return await withSystemRole(tx, () => exportRows(tx, userId))
}

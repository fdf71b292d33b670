/** What the rest of the platform may do to an account. All of it runs as the system: check permission before. */
import { asSystem, type Tx } from '../../platform/db.ts'
import { removeFactor } from './factors.ts'
import { hashPassword } from './passwords.ts'
import { exportRows } from './queries/account.ts'
import { listFactors } from './queries/factors.ts'
import {
  deleteSessionOfUser,
  deleteSessionsOfUser,
  findSessionSummary,
  listSessionRows,
  type SessionSummaryRow,
} from './queries/sessions.ts'
import { deleteUserRow, lockUser, updateUserRow } from './queries/users.ts'

export type SessionSummary = {
  id: string
  createdAt: Date
  usedAt: Date
  userAgent: string | null
  ip: string | null
}

const toSummary = (row: SessionSummaryRow): SessionSummary => ({
  id: row.id,
  createdAt: row.created_at,
  usedAt: row.used_at,
  userAgent: row.user_agent,
  ip: row.ip,
})

/** All but `except`, the last used first; one more than the page asks for, if there is one. */
export async function listSessions(
  tx: Tx,
  userId: string,
  page: Parameters<typeof listSessionRows>[2],
): Promise<SessionSummary[]> {
  return (await asSystem(tx, () => listSessionRows(tx, userId, page))).map(toSummary)
}

/** Null when the user has no such session. */
export async function findSession(
  tx: Tx,
  userId: string,
  sessionId: string,
): Promise<SessionSummary | null> {
  const row = await asSystem(tx, () => findSessionSummary(tx, userId, sessionId))
  return row ? toSummary(row) : null
}

/** False when the user has no such session. */
export async function revokeSession(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  return await asSystem(tx, () => deleteSessionOfUser(tx, userId, sessionId))
}

/** How many ended. */
export async function revokeAllSessions(
  tx: Tx,
  userId: string,
  exceptSessionId?: string,
): Promise<number> {
  return await asSystem(tx, () => deleteSessionsOfUser(tx, userId, exceptSessionId))
}

/** All of them, and every session with them; returns how many had been proven. */
export async function removeFactors(tx: Tx, userId: string): Promise<number> {
  return await asSystem(tx, async () => {
    await lockUser(tx, userId)
    const factors = await listFactors(tx, userId)
    for (const factor of factors) await removeFactor(tx, factor)
    await deleteSessionsOfUser(tx, userId)
    return factors.filter((factor) => factor.status === 'verified').length
  })
}

/** For good, with everything that hangs on the account. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await asSystem(tx, () => deleteUserRow(tx, userId))
}

/** The password and nothing proven beside it, for the sample accounts; sessions end only where there was a second factor. */
export async function restoreAccount(tx: Tx, userId: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  await asSystem(tx, async () => {
    if ((await listFactors(tx, userId)).length > 0) await removeFactors(tx, userId)
    await updateUserRow(tx, userId, { password_hash, banned_until: null, new_email: null })
  })
}

/** A ban takes effect with the next request and keeps the sessions for when it ends; null lifts it. */
export async function banUser(tx: Tx, userId: string, until: Date | null): Promise<void> {
  await asSystem(tx, () => updateUserRow(tx, userId, { banned_until: until }))
}

/** Everything this module holds about a person, but secrets. */
export async function exportAccount(tx: Tx, userId: string): Promise<object> {
  return await asSystem(tx, () => exportRows(tx, userId))
}

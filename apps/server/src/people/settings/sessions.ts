/** Manages a user's sessions. */
import type { AccountSession } from '@semblance/contract'
import * as auth from '../../core/auth/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { describeDevice } from './devices.ts'

/** Lists sessions, the caller's own first, then by last use. */
export async function listSessions(
  { tx, actor }: Ctx,
  userId: string,
  { cursor, limit }: Page,
): Promise<{ items: AccountSession[]; nextCursor: string | null }> {
  const { sessionId } = actor
  const after = decodeUuidCursor(cursor)
  const current = after || !sessionId ? null : await auth.findSession(tx, userId, sessionId)
  const others = await auth.listSessions(tx, userId, { after, limit, except: sessionId })
  const isCurrent = ({ id }: auth.SessionSummary) => id === sessionId
  return pageOf(
    current ? [current, ...others] : others,
    limit,
    (session) => ({ at: isCurrent(session) ? afterAll : session.usedAt, id: session.id }),
    (session) => ({
      id: session.id,
      device: describeDevice(session.userAgent),
      place: session.ip && session.ip !== 'unknown' ? plainAddress(session.ip) : 'Unknown',
      isCurrent: isCurrent(session),
      signedInAt: session.createdAt,
      lastUsedAt: session.usedAt,
    }),
  )
}

/** Every other session was used before it. */
const afterAll = new Date('9999-12-31T00:00:00Z')

/** A dual-stack socket shows IPv4 callers as ::ffff:192.0.2.1. */
const plainAddress = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/, '')

export async function revokeSession({ tx }: Ctx, userId: string, id: string): Promise<void> {
  if (!(await auth.revokeSession(tx, userId, id))) throw new AppError('not_found')
}

export async function revokeOtherSessions(
  { tx, actor }: Ctx,
  userId: string,
): Promise<{ ended: number }> {
  return { ended: await auth.revokeAllSessions(tx, userId, actor.sessionId) }
}

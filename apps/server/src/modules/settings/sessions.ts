/** Where a person is signed in. */
import type { AccountSession } from '@semblance/contract'
import type { Ctx } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import * as auth from '../auth/service.ts'
import { describeDevice } from './devices.ts'

export async function listSessions({ tx, actor }: Ctx, userId: string): Promise<AccountSession[]> {
  const sessions = await auth.listSessions(tx, userId)
  return sessions
    .map((session) => ({
      id: session.id,
      device: describeDevice(session.userAgent),
      place: session.ip && session.ip !== 'unknown' ? plainAddress(session.ip) : 'Unknown',
      isCurrent: session.id === actor.sessionId,
      signedInAt: session.createdAt,
      lastUsedAt: session.refreshedAt ?? session.createdAt,
    }))
    .sort(
      (a, b) =>
        Number(b.isCurrent) - Number(a.isCurrent) ||
        b.lastUsedAt.getTime() - a.lastUsedAt.getTime(),
    )
}

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

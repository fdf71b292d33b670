import type { Notification, Side } from '@semblance/contract'
import { decodeIdCursor } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findSampleReader } from '../profiles/service.ts'
import {
  countUnread,
  deleteOwn,
  insertPastNotice,
  listOwn,
  setAllRead,
  setRead,
} from './queries.ts'

export { mailMembers, notify } from './notify.ts'
export {
  alertAdministrators,
  formatMoment,
} from './security-alerts.ts'

/**
 * Inserts a notification with a past date, for the sample marketplace. Insert the oldest first.
 * Requires the system role.
 */
export async function insertNotification(
  tx: Tx,
  notice: Pick<Notification, 'type' | 'title' | 'message' | 'path' | 'read'> & {
    userId: string
    at: Date
  },
): Promise<void> {
  const { userId: user_id, at, read, ...words } = notice
  await insertPastNotice(tx, { user_id, ...words }, { at, read })
}

type Page = { cursor?: string; limit: number }

/** Lists the caller's own notifications; for a visitor, those of the sample user on that side. */
export async function listNotifications(ctx: Ctx, { side, ...page }: Page & { side: Side }) {
  const { actor, tx } = ctx
  if (actor.userId) return await listOf(tx, actor.userId, page)
  return await withSystemRole(tx, async () => {
    const reader = actor.readsAs[side] && (await findSampleReader(tx, side))
    return reader ? await listOf(tx, reader, page) : { items: [], nextCursor: null, unreadCount: 0 }
  })
}

async function listOf(tx: Tx, userId: string, page: Page) {
  const rows = await listOwn(tx, userId, { after: decodeIdCursor(page.cursor), limit: page.limit })
  const items = rows.slice(0, page.limit).map(
    (row): Notification => ({
      id: row.id,
      type: row.type,
      title: row.title,
      message: row.message,
      path: row.path,
      read: row.read_at !== null,
      createdAt: row.created_at,
    }),
  )
  const nextCursor = rows.length > page.limit ? (items.at(-1)?.id ?? null) : null
  return { items, nextCursor, unreadCount: await countUnread(tx, userId) }
}

export async function markRead(ctx: Ctx, userId: string, id: string): Promise<void> {
  if (!(await setRead(ctx.tx, id, ctx.now))) throw new AppError('not_found')
  await publishToOtherTabs(ctx, userId)
}

export async function markAllRead(ctx: Ctx, userId: string): Promise<void> {
  if (await setAllRead(ctx.tx, userId, ctx.now)) await publishToOtherTabs(ctx, userId)
}

export async function removeNotification(ctx: Ctx, userId: string, id: string): Promise<void> {
  if (!(await deleteOwn(ctx.tx, id))) throw new AppError('not_found')
  await publishToOtherTabs(ctx, userId)
}

const publishToOtherTabs = ({ tx }: Ctx, userId: string) =>
  publish(tx, { userId }, { topic: 'notification.changed' })

import { api, signedIn } from '../api/service.ts'
import { listNotifications, markAllRead, markRead, removeNotification } from './service.ts'

export const notificationRoutes = {
  list: api.notifications.list.handler(({ input, context: { ctx } }) =>
    listNotifications(ctx, input),
  ),
  markRead: api.notifications.markRead.handler(({ input, context: { ctx } }) =>
    markRead(ctx, signedIn(ctx), input.id),
  ),
  markAllRead: api.notifications.markAllRead.handler(({ context: { ctx } }) =>
    markAllRead(ctx, signedIn(ctx)),
  ),
  remove: api.notifications.remove.handler(({ input, context: { ctx } }) =>
    removeNotification(ctx, signedIn(ctx), input.id),
  ),
}

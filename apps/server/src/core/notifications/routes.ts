import { api, signedIn } from '../api/service.ts'
import { pushKeys } from './push-keys.ts'
import { subscribe, unsubscribe } from './push-subscriptions.ts'
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
  pushKey: api.notifications.pushKey.handler(({ context: { ctx } }) => {
    signedIn(ctx)
    return { key: pushKeys(ctx.platform.secrets).publicKey }
  }),
  subscribe: api.notifications.subscribe.handler(({ input, context: { ctx } }) =>
    subscribe(ctx, signedIn(ctx), input),
  ),
  unsubscribe: api.notifications.unsubscribe.handler(({ input, context: { ctx } }) =>
    unsubscribe(ctx, signedIn(ctx), input.endpoint),
  ),
  remove: api.notifications.remove.handler(({ input, context: { ctx } }) =>
    removeNotification(ctx, signedIn(ctx), input.id),
  ),
}

import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from './paging.ts'
import { sides } from './sides.ts'

export const notificationTypes = ['offer', 'contract', 'payment', 'system'] as const

export const notification = z.object({
  id: z.uuid(),
  type: z.enum(notificationTypes),
  title: z.string(),
  message: z.string(),
  path: z.string().nullable(),
  read: z.boolean(),
  createdAt: z.date(),
})
export type Notification = z.infer<typeof notification>

/** Describes a browser's subscription as the Push API gives it: where pushes go, and the keys that seal them (RFC 8291). */
const pushSubscription = z.object({
  endpoint: z.url().max(1000),
  p256dh: z.base64url().length(87),
  auth: z.base64url().length(22),
})

const byId = z.object({ id: z.uuid() })

export const notifications = {
  list: oc
    .route({
      method: 'GET',
      path: '/notifications',
      summary: "The caller's notifications, newest first",
    })
    // The side is a visitor's alone, who looks over the shoulder of one of the sample people.
    .input(pageInput.extend({ side: z.enum(sides).default('client') }))
    .output(pageOf(notification).extend({ unreadCount: z.number().int() })),
  markRead: oc
    .route({ method: 'POST', path: '/notifications/{id}/read', summary: 'Mark one read' })
    .input(byId)
    .output(z.void()),
  markAllRead: oc
    .route({ method: 'POST', path: '/notifications/read', summary: 'Mark all read' })
    .output(z.void()),
  pushKey: oc
    .route({
      method: 'GET',
      path: '/notifications/push-key',
      summary: 'The key (VAPID) by which browsers know pushes of this platform',
    })
    .output(z.object({ key: z.string() })),
  subscribe: oc
    .route({
      method: 'POST',
      path: '/notifications/push-subscriptions',
      summary: "Send the caller's notifications to this browser, until its session ends",
    })
    .input(pushSubscription)
    .output(z.void()),
  unsubscribe: oc
    .route({
      method: 'POST',
      path: '/notifications/push-subscriptions/end',
      summary: 'Send no more notifications to this browser',
    })
    .input(pushSubscription.pick({ endpoint: true }))
    .output(z.void()),
  remove: oc
    .route({ method: 'DELETE', path: '/notifications/{id}', summary: 'Delete one' })
    .input(byId)
    .output(z.void()),
}

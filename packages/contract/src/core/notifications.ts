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
  remove: oc
    .route({ method: 'DELETE', path: '/notifications/{id}', summary: 'Delete one' })
    .input(byId)
    .output(z.void()),
}

import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from './money.ts'

export const activity = z.object({
  id: z.string(),
  kind: z.enum(['dpr', 'offer', 'contract', 'delivery', 'payment']),
  title: z.string(),
  detail: z.string(),
  path: z.string(),
  at: z.date(),
})
export type Activity = z.infer<typeof activity>

export const task = z.object({
  id: z.string(),
  kind: z.enum(['review_offers', 'pay', 'review_delivery', 'deliver', 'delivery_refused']),
  title: z.string(),
  detail: z.string(),
  path: z.string(),
})
export type Task = z.infer<typeof task>

export const dashboards = {
  client: oc
    .route({
      method: 'GET',
      path: '/dashboards/client',
      summary: "The client's figures, open tasks and recent activity",
    })
    .output(
      z.object({
        activeDprs: z.number().int(),
        completedDprs: z.number().int(),
        pendingOffers: z.number().int(),
        activeContracts: z.number().int(),
        investedCents: cents,
        heldCents: cents,
        releasedCents: cents,
        tasks: z.array(task),
        activity: z.array(activity),
      }),
    ),
  vendor: oc
    .route({
      method: 'GET',
      path: '/dashboards/vendor',
      summary: "The vendor's figures, open tasks and recent activity",
    })
    .output(
      z.object({
        earnedCents: cents,
        heldCents: cents,
        pendingOffers: z.number().int(),
        activeContracts: z.number().int(),
        tasks: z.array(task),
        activity: z.array(activity),
      }),
    ),
}

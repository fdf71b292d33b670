import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'
import { sides } from '../core/sides.ts'

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
  kind: z.enum([
    'review_offers',
    'pay',
    'order_revision',
    'review_delivery',
    'answer_proposal',
    'deliver',
    'delivery_refused',
    'changes_requested',
  ]),
  title: z.string(),
  detail: z.string(),
  /** The page of the task. A proposal is answered in the Messages dialog of `offerId`. */
  path: z.string(),
  offerId: z.string().nullable(),
})
export type Task = z.infer<typeof task>

/** Describes one of the last seven days, next to the same weekday a week before. */
export const weekDay = z.object({
  day: z.iso.date(),
  views: z.number().int(),
  viewsBefore: z.number().int(),
  offersSent: z.number().int(),
})
export type WeekDay = z.infer<typeof weekDay>

/**
 * Counts by day over the last seven days, in UTC; a view is one member of a client looking at an
 * offer on a day.
 */
export const week = z.object({
  days: z.array(weekDay),
  views: z.number().int(),
  viewsBefore: z.number().int(),
  offersSent: z.number().int(),
  offersAccepted: z.number().int(),
  /**
   * Holds the median time from a client's message to the vendor's next one, over four weeks; null
   * without any.
   */
  medianReplyMinutes: z.number().nullable(),
})
export type Week = z.infer<typeof week>

/** Describes a contract that waits for the vendor's upload. */
export const dueDelivery = z.object({
  contractId: z.string(),
  title: z.string(),
  clientName: z.string(),
  dueAt: z.date(),
  /** Share of the agreed days that is over: 0 to 100. */
  elapsedPercent: z.number().int(),
  /** The reason for which the last delivery was refused or returned; null for a first delivery. */
  reason: z.string().nullable(),
})
export type DueDelivery = z.infer<typeof dueDelivery>

/** Names the steps of a company's first days. */
export const setupSteps = [
  'account',
  'terms',
  'profile',
  'bank',
  'members',
  'first_request',
  'first_offer',
  'key',
] as const
export type SetupStep = (typeof setupSteps)[number]

export const setup = z.object({
  /** The steps of one side, in the order in which they are suggested. */
  steps: z
    .array(z.object({ id: z.enum(setupSteps), isDone: z.boolean(), isOptional: z.boolean() }))
    .min(1),
  /** True once all steps but optional ones are done, or a contract was made without them. */
  isOver: z.boolean(),
})
export type Setup = z.infer<typeof setup>

export const dashboards = {
  setup: oc
    .route({
      method: 'GET',
      path: '/dashboards/{side}/setup',
      summary: "The first steps of the caller's organization, and which are done",
    })
    .input(z.object({ side: z.enum(sides) }))
    .output(setup),
  client: oc
    .route({
      method: 'GET',
      path: '/dashboards/client',
      summary: "The client's figures, open tasks and recent activity",
    })
    .output(
      z.object({
        activeDprs: z.number().int(),
        /** Counts the active requests that still take offers. */
        openDprs: z.number().int(),
        completedDprs: z.number().int(),
        pendingOffers: z.number().int(),
        /** Counts the pending offers of the last seven days. */
        newOffers: z.number().int(),
        activeContracts: z.number().int(),
        /** The earliest delivery that is due and not there yet. */
        nextDeliveryDate: z.date().nullable(),
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
        /** Sums the earnings released in the current month. */
        earnedThisMonthCents: cents,
        heldCents: cents,
        pendingOffers: z.number().int(),
        activeContracts: z.number().int(),
        /** The earliest come first. */
        deliveries: z.array(dueDelivery),
        week,
        tasks: z.array(task),
        activity: z.array(activity),
      }),
    ),
}

/** Describes a contract's timeline in phases, derived from its past events. */

import { oc } from '@orpc/contract'
import { z } from 'zod'
import { sides } from '../core/sides.ts'
import { contractStatuses, workStatuses } from './contracts.ts'
import { offerChange } from './term-changes.ts'

/** An instant, or a day that the parties have named. */
const day = z.union([z.date(), z.iso.date()]).nullable()

export const timelinePhase = z.object({
  id: z.enum(['agreement', 'funding', 'collection', 'submission', 'synthesis', 'review']),
  phase: z.string(),
  startDate: day,
  /** Holds the end or, before it, the planned end; null where none is known or it passed before the phase began. */
  endDate: day,
  /** Holds the agreed end while the phase is not over, also one that has passed. */
  dueDate: day,
  status: z.enum(workStatuses),
  description: z.string(),
  activities: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.enum(workStatuses),
      date: day,
      detail: z.string().nullable(),
      /** Holds the changes of a revision of the offer; empty for other activities. */
      changes: z.array(offerChange),
    }),
  ),
})
export type TimelinePhase = z.infer<typeof timelinePhase>

export const timeline = z.object({
  contractId: z.string(),
  title: z.string(),
  side: z.enum(sides),
  status: z.enum(contractStatuses),
  clientName: z.string(),
  vendorName: z.string(),
  startDate: z.date().nullable(),
  deliveryDate: z.date().nullable(),
  /** Completed phases of all, rounded. */
  overallPercent: z.number().int(),
  phases: z.array(timelinePhase),
})
export type ProjectTimeline = z.infer<typeof timeline>

export const timelines = {
  get: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/timeline',
      summary: 'The project in phases, for either party',
    })
    .input(z.object({ contractId: z.string().max(40) }))
    .output(timeline),
}

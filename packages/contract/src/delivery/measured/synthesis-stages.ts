/** The stages of a run, and how long each takes. */
import { z } from 'zod'

export const synthesisStages = [
  'reading',
  'measuring',
  'modeling',
  'sampling',
  'evaluating',
] as const

/** Describes a stage of the present run. */
export const deliveryStage = z.object({
  stage: z.enum(synthesisStages),
  /** Null until it is entered. */
  startedAt: z.date().nullable(),
  /** Its usual share of a run's time, 0 to 1; all together are 1. */
  share: z.number(),
})
export type DeliveryStage = z.infer<typeof deliveryStage>

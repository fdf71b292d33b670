/** The sample marketplace as a whole: put back as it was. */
import { oc } from '@orpc/contract'
import { z } from 'zod'

/** Sets the pause between two restorations, so that users do not lose work that they have just begun. */
export const SAMPLE_RESET_PAUSE_MINUTES = 5

export const sampleState = z.object({
  isResetting: z.boolean(),
  /** True if the last attempt failed; the data then is unchanged. */
  hasFailed: z.boolean(),
  /** Holds the time of the last reset; null since the first load. */
  restoredAt: z.date().nullable(),
  /** Holds the time from which another reset is possible; null if now. */
  nextAt: z.date().nullable(),
})
export type SampleState = z.infer<typeof sampleState>

export const samples = {
  get: oc
    .route({
      method: 'GET',
      path: '/samples',
      summary: 'Whether the sample data can be restored (people of sample companies, staff)',
    })
    .output(sampleState),
  reset: oc
    .route({
      method: 'POST',
      path: '/samples/reset',
      summary: 'Restore the sample data (people of sample companies, staff)',
    })
    .output(sampleState),
}

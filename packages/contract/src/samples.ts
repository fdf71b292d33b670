/** The sample marketplace as a whole: put back as it was. */
import { oc } from '@orpc/contract'
import { z } from 'zod'

/** Between two restorations, so that nobody loses what they have just begun. */
export const SAMPLE_RESET_PAUSE_MINUTES = 5

export const sampleState = z.object({
  isResetting: z.boolean(),
  /** Whether the last try came to nothing; everything then is as it was before. */
  hasFailed: z.boolean(),
  /** When it was last restored; null: never since the first load. */
  restoredAt: z.date().nullable(),
  /** From when on it can be restored again; null: now. */
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

import { z } from 'zod'

/** Describes what waits for staff after the database was brought back from a backup. */
export const restoreHold = z.object({
  /** Ends what the database knows; later changes are lost. */
  restoredTo: z.date(),
  /** The first start after the restore. */
  startedAt: z.date(),
  /** Days in UTC of the time lost whose bank statement has not been read since. */
  uncoveredDays: z.array(z.iso.date()),
  instructionsCount: z.number().int(),
  /** Unsent mails of before the first start. */
  mailsCount: z.number().int(),
})
export type RestoreHold = z.infer<typeof restoreHold>

/** Decides over the unsent mails of before; the money's instructions are submitted in any case. */
export const restoreConfirmation = z.object({ mails: z.enum(['send', 'discard']) })

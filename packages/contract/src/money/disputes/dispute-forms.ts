import { z } from 'zod'
import { cents } from '../../core/money.ts'
import { requiredText } from '../../core/text.ts'
import { type DisputeAsk, disputeAsks, disputeReasons } from './dispute-rules.ts'

const statementText = requiredText('Statement', 5000)

const claimFields = {
  statement: statementText,
  asks: z.enum(disputeAsks, { error: 'Choose what you ask for' }),
  /** The part of the price to refund; for a partial refund only. */
  refundCents: cents.nullish().transform((amount) => amount ?? null),
}

export const partNeedsAmount = {
  check: ({ asks, refundCents }: { asks: DisputeAsk; refundCents: bigint | null }) =>
    asks !== 'partial_refund' || (refundCents !== null && refundCents > 0n),
  problem: { path: ['refundCents'], message: 'Enter the amount that should go back' },
}

/** Holds what either party claims; refined by `partNeedsAmount` where a form is complete. */
export const disputeClaim = z.object(claimFields)
export const disputeAnswerForm = disputeClaim.refine(partNeedsAmount.check, partNeedsAmount.problem)

export const disputeOpening = disputeClaim.extend({
  reason: z.enum(disputeReasons, { error: 'Choose a reason' }),
})
export const disputeForm = disputeOpening.refine(partNeedsAmount.check, partNeedsAmount.problem)
export type DisputeForm = z.infer<typeof disputeForm>

export const statementForm = z.object({ statement: statementText })

export const settlementForm = z.object({
  toVendorCents: cents,
  note: z.string().trim().max(2000, 'This is too long (2000 characters at most)').optional(),
})

export const rulingForm = z.object({
  toVendorCents: cents,
  reasons: requiredText('Reasons', 5000),
})

/** A dispute as its parties read it. */
import { z } from 'zod'
import { cents } from '../../core/money.ts'
import { sides } from '../../core/sides.ts'
import { attachment } from '../../market/negotiation.ts'
import {
  disputeAsks,
  disputeReasons,
  disputeStatuses,
  settlementStatuses,
  shares,
  stake,
} from './dispute-rules.ts'

const side = z.enum(sides)

export const disputeStatement = z.object({
  id: z.uuid(),
  kind: z.enum(['claim', 'answer', 'statement']),
  side,
  body: z.string(),
  asks: z.enum(disputeAsks).nullable(),
  refundCents: cents.nullable(),
  files: z.array(attachment),
  createdAt: z.date(),
})
export type DisputeStatement = z.infer<typeof disputeStatement>

export const settlement = shares.extend({
  id: z.uuid(),
  side,
  /** Marks a settlement proposed by the caller's organization; false for staff. */
  isOwn: z.boolean(),
  status: z.enum(settlementStatuses),
  note: z.string().nullable(),
  createdAt: z.date(),
  decidedAt: z.date().nullable(),
})
export type Settlement = z.infer<typeof settlement>

export const dispute = z.object({
  id: z.string(),
  contractId: z.string(),
  title: z.string(),
  clientName: z.string(),
  vendorName: z.string(),
  /** The reader's; null for staff. */
  side: side.nullable(),
  openedBy: side,
  isOpener: z.boolean(),
  reason: z.enum(disputeReasons),
  status: z.enum(disputeStatuses),
  stake,
  openedAt: z.date(),
  answerDueAt: z.date(),
  answeredAt: z.date().nullable(),
  /** Holds the time at which the dispute goes to staff without an agreement. */
  negotiateUntil: z.date(),
  escalatedAt: z.date().nullable(),
  escalatedBy: z.enum(['client', 'vendor', 'silence', 'time']).nullable(),
  endedAt: z.date().nullable(),
  /** Each party's share, once the dispute is settled or decided. */
  outcome: shares.extend({ reasons: z.string().nullable() }).nullable(),
  /** Oldest first, all three. */
  statements: z.array(disputeStatement),
  settlements: z.array(settlement),
  events: z.array(z.object({ id: z.string(), title: z.string(), at: z.date() })),
})
export type Dispute = z.infer<typeof dispute>

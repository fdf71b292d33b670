/** Disputes as staff read them. */
import { z } from 'zod'
import { cents } from '../../core/money.ts'
import { sides } from '../../core/sides.ts'
import { contractEvent } from '../../market/course/contract-events.ts'
import { dispute } from './dispute.ts'
import { disputeReasons, disputeStatuses, shares } from './dispute-rules.ts'

const side = z.enum(sides)

export const rulingDraft = shares.extend({
  id: z.uuid(),
  reasons: z.string(),
  draftedBy: z.string().nullable(),
  /** Marks the caller's own draft, which the caller cannot confirm. */
  isOwn: z.boolean(),
  createdAt: z.date(),
})
export type RulingDraft = z.infer<typeof rulingDraft>

/** Counts what there was before a dispute. A deal counts from its payment into escrow on. */
export const dealRecord = z.object({
  deals: z.number().int(),
  completed: z.number().int(),
  disputes: z.number().int(),
})
export type DealRecord = z.infer<typeof dealRecord>
const partyRecord = dealRecord.extend({
  /** Counts the disputes that the party itself opened. */
  opened: z.number().int(),
})

export const staffDispute = dispute.extend({
  clientSlug: z.string().nullable(),
  vendorSlug: z.string().nullable(),
  /** Holds the contract's current amounts in the ledger. */
  ledger: z.object({ frozenCents: cents, feeHeldCents: cents, releasedCents: cents }),
  /** Lists what the parties and the platform did on the contract, oldest first. */
  contractEvents: z.array(contractEvent),
  /** Holds other deals and disputes, of each party with anyone and of both together, up to the opening. */
  before: z.object({
    client: partyRecord,
    vendor: partyRecord,
    together: dealRecord,
    /** Counts earlier decisions by staff about the same reason, of all parties. */
    alike: z.object({
      allToVendor: z.number().int(),
      shared: z.number().int(),
      allToClient: z.number().int(),
    }),
  }),
  needsTwo: z.boolean(),
  draft: rulingDraft.nullable(),
  ruledBy: z.string().nullable(),
  confirmedBy: z.string().nullable(),
})
export type StaffDispute = z.infer<typeof staffDispute>

export const disputeRow = z.object({
  id: z.string(),
  contractId: z.string(),
  title: z.string(),
  clientName: z.string(),
  vendorName: z.string(),
  openedBy: side,
  reason: z.enum(disputeReasons),
  status: z.enum(disputeStatuses),
  stakeCents: cents,
  answeredAt: z.date().nullable(),
  answerDueAt: z.date(),
  negotiateUntil: z.date(),
  hasDraft: z.boolean(),
  openedAt: z.date(),
  movedAt: z.date(),
})
export type DisputeRow = z.infer<typeof disputeRow>

export const disputeTabs = ['waiting', 'open', 'closed'] as const
export type DisputeTab = (typeof disputeTabs)[number]

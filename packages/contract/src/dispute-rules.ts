/** What holds in every dispute: its limits and words, what may be done in each state, and how money is shared out. */
import { z } from 'zod'
import { cents } from './money.ts'
import type { Side } from './sides.ts'

/** How long the other party has for its answer, and both for an agreement before staff decide. */
export const ANSWER_BUSINESS_DAYS = 5
export const NEGOTIATION_DAYS = 14

/** From so much at stake on, a ruling takes two people. */
export const RULING_BY_TWO_CENTS = 1_000_000n

/** What one side may do about one contract, so that no dispute goes on for ever. */
export const MAX_DISPUTES_PER_SIDE = 3
export const MAX_STATEMENTS_PER_SIDE = 40
export const MAX_SETTLEMENTS_PER_SIDE = 40

/** Files that one statement may carry; kinds and sizes are those of attachments. */
export const MAX_EVIDENCE_FILES = 10

export const disputeReasons = [
  'not_as_described',
  'quality',
  'late',
  'scope',
  'refused',
  'unreachable',
  'other',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

export const disputeReasonLabels: Record<DisputeReason, string> = {
  not_as_described: 'The data is not what was agreed',
  quality: 'Accuracy or privacy is below what was agreed',
  late: 'The delivery is late or missing',
  scope: 'More is asked for than was agreed',
  refused: 'The delivery is refused without good reason',
  unreachable: 'The other party does not respond',
  other: 'Something else',
}

/** The reasons that make sense from each side. */
export const disputeReasonsOf: Record<Side, readonly DisputeReason[]> = {
  client: ['not_as_described', 'quality', 'late', 'unreachable', 'other'],
  vendor: ['scope', 'refused', 'unreachable', 'other'],
}

export const disputeAsks = ['release', 'full_refund', 'partial_refund'] as const
export type DisputeAsk = (typeof disputeAsks)[number]

export const disputeAskLabels: Record<DisputeAsk, string> = {
  release: 'Release to the vendor',
  full_refund: 'Full refund',
  partial_refund: 'Partial refund',
}

/** void: the client's bank took the payment back, so that nothing is left to share out. */
export const disputeStatuses = [
  'open',
  'escalated',
  'settled',
  'ruled',
  'withdrawn',
  'void',
] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

export const disputeStatusLabels: Record<DisputeStatus, string> = {
  open: 'Open',
  escalated: 'Under Review',
  settled: 'Settled',
  ruled: 'Decided',
  withdrawn: 'Withdrawn',
  void: 'Cancelled',
}

export const settlementStatuses = [
  'pending',
  'accepted',
  'rejected',
  'countered',
  'withdrawn',
  'lapsed',
] as const
export type SettlementStatus = (typeof settlementStatuses)[number]

type Seen = {
  status: DisputeStatus
  /** Whether the reader's side opened it. */
  isOpener: boolean
  answeredAt: Date | null
  answerDueAt: Date
}

/** A dispute that still holds its contract's money. */
export const isLive = ({ status }: Pick<Seen, 'status'>): boolean =>
  status === 'open' || status === 'escalated'

/** What may be done in each state: by a party, and at last by staff. */
export const disputeCan = {
  answer: (dispute: Seen) => isLive(dispute) && !dispute.isOpener && dispute.answeredAt === null,
  /** The other party answers before it adds to its answer. */
  state: (dispute: Seen) => isLive(dispute) && (dispute.isOpener || dispute.answeredAt !== null),
  settle: (dispute: Pick<Seen, 'status'>) => isLive(dispute),
  withdraw: (dispute: Pick<Seen, 'status' | 'isOpener'>) => isLive(dispute) && dispute.isOpener,
  escalate: (dispute: Pick<Seen, 'status'>) => dispute.status === 'open',
  /** Once both have been heard, or one has let its time for an answer pass. */
  rule: (dispute: Pick<Seen, 'status' | 'answeredAt' | 'answerDueAt'>, now: Date) =>
    dispute.status === 'escalated' && (dispute.answeredAt !== null || dispute.answerDueAt <= now),
  decide: (settlement: { status: SettlementStatus; isOwn: boolean }) =>
    settlement.status === 'pending' && !settlement.isOwn,
  retract: (settlement: { status: SettlementStatus; isOwn: boolean }) =>
    settlement.status === 'pending' && settlement.isOwn,
  /** Somebody else than who wrote the draft. */
  confirm: (draft: { isOwn: boolean }) => !draft.isOwn,
}

/** A contract's money as it was when the dispute was opened. */
export const stake = z.object({
  /** Of the price, in escrow; the fee held on it comes on top. */
  stakeCents: cents,
  feeStakeCents: cents,
  priceCents: cents,
  feeCents: cents,
  releasedCents: cents,
  feeEarnedCents: cents,
})
export type Stake = z.infer<typeof stake>

export const shares = z.object({
  toVendorCents: cents,
  /** Of the price; the returned part of the fee comes on top. */
  toClientCents: cents,
  feeKeptCents: cents,
  feeReturnedCents: cents,
})
export type Shares = z.infer<typeof shares>

/** Who gets what of the stake: the platform keeps its fee on what the vendor gets, and returns the rest. */
export function sharesOf(stake: Stake, toVendorCents: bigint): Shares {
  const released = stake.releasedCents + toVendorCents
  const earned = (2n * stake.feeCents * released + stake.priceCents) / (2n * stake.priceCents)
  const kept = earned - stake.feeEarnedCents
  const feeKeptCents = kept < 0n ? 0n : kept > stake.feeStakeCents ? stake.feeStakeCents : kept
  return {
    toVendorCents,
    toClientCents: stake.stakeCents - toVendorCents,
    feeKeptCents,
    feeReturnedCents: stake.feeStakeCents - feeKeptCents,
  }
}

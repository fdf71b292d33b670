/**
 * Defines the rules of all disputes: limits, labels, the actions allowed in each state, and the
 * division of the money.
 */
import { z } from 'zod'
import { cents } from '../../core/money.ts'
import { feeCents, feeRate } from '../../core/platform-fee.ts'
import type { Side } from '../../core/sides.ts'

/**
 * Sets the time for the other party's answer, in business days, and for an agreement of both before
 * staff decide, in days.
 */
export const ANSWER_BUSINESS_DAYS = 5
export const NEGOTIATION_DAYS = 14

/** Sets the amount at stake from which a ruling needs two people. */
export const RULING_BY_TWO_CENTS = 1_000_000n

/** Limits the actions of one side on one contract, so that disputes end. */
export const MAX_DISPUTES_PER_SIDE = 3
export const MAX_STATEMENTS_PER_SIDE = 40
export const MAX_SETTLEMENTS_PER_SIDE = 40

/** Limits the files of one statement; kinds and sizes are those of attachments. */
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

/** Lists the reasons that apply to each side. */
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
  /** True if the reader's side opened the dispute. */
  isOpener: boolean
  answeredAt: Date | null
  answerDueAt: Date
}

/** Returns true if a dispute still holds its contract's money. */
export const isLive = ({ status }: Pick<Seen, 'status'>): boolean =>
  status === 'open' || status === 'escalated'

/** Defines the actions allowed in each state: by a party, and finally by staff. */
export const disputeCan = {
  answer: (dispute: Seen) => isLive(dispute) && !dispute.isOpener && dispute.answeredAt === null,
  /** The other party answers before it adds to its answer. */
  state: (dispute: Seen) => isLive(dispute) && (dispute.isOpener || dispute.answeredAt !== null),
  settle: (dispute: Pick<Seen, 'status'>) => isLive(dispute),
  withdraw: (dispute: Pick<Seen, 'status' | 'isOpener'>) => isLive(dispute) && dispute.isOpener,
  escalate: (dispute: Pick<Seen, 'status'>) => dispute.status === 'open',
  /** Allowed after an answer, or after the deadline for one has passed. */
  rule: (dispute: Pick<Seen, 'status' | 'answeredAt' | 'answerDueAt'>, now: Date) =>
    dispute.status === 'escalated' && (dispute.answeredAt !== null || dispute.answerDueAt <= now),
  decide: (settlement: { status: SettlementStatus; isOwn: boolean }) =>
    settlement.status === 'pending' && !settlement.isOwn,
  retract: (settlement: { status: SettlementStatus; isOwn: boolean }) =>
    settlement.status === 'pending' && settlement.isOwn,
  /** Requires a user other than the author of the draft. */
  confirm: (draft: { isOwn: boolean }) => !draft.isOwn,
}

/** Describes a contract's money as it was when the dispute was opened. */
export const stake = z.object({
  /** The part of the price in escrow, without the fee held on it. */
  stakeCents: cents,
  feeStakeCents: cents,
  priceCents: cents,
  feeCents: cents,
  feeBps: feeRate,
  releasedCents: cents,
  feeEarnedCents: cents,
})
export type DisputedAmount = z.infer<typeof stake>

export const shares = z.object({
  toVendorCents: cents,
  /** A part of the price, without the returned part of the fee. */
  toClientCents: cents,
  feeKeptCents: cents,
  feeReturnedCents: cents,
})
export type Shares = z.infer<typeof shares>

function clamp(cents: bigint, most: bigint): bigint {
  if (cents < 0n) return 0n
  if (cents > most) return most
  return cents
}

/** Divides the stake: the platform keeps its fee on what the vendor gets, and returns the rest. */
export function splitOf(stake: DisputedAmount, toVendorCents: bigint): Shares {
  const released = stake.releasedCents + toVendorCents
  const earned = feeCents(released, stake.feeBps) - stake.feeEarnedCents
  const feeKeptCents = clamp(earned, stake.feeStakeCents)
  return {
    toVendorCents,
    toClientCents: stake.stakeCents - toVendorCents,
    feeKeptCents,
    feeReturnedCents: stake.feeStakeCents - feeKeptCents,
  }
}

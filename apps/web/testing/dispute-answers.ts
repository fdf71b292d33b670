/** Answers the pages of a dispute with an ordinary one: a client is not content with what was delivered. */
import type { Side } from '@semblance/contract'
import { uuid } from './example.ts'
import type { Answers } from './fake-api.ts'
import { contractPage, inDays } from './page-answers.ts'
import type { OutputOf, Sketch } from './procedures.ts'

type DisputeSketch = NonNullable<Sketch<OutputOf<'disputes.open'>>>
type StaffDisputeSketch = NonNullable<Sketch<OutputOf<'disputes.staff.get'>>>
type Settlement = NonNullable<DisputeSketch['settlements']>[number]
type Statement = NonNullable<DisputeSketch['statements']>[number]

const whole = { priceCents: 18_500_00n, feeCents: 462_50n, feeBps: 250 }

export const evidence = { id: uuid(501), fileName: 'columns.csv', bytes: 21 }

export const claim: Statement = {
  id: uuid(502),
  kind: 'claim',
  side: 'client',
  body: 'Half of the columns are constant.',
  asks: 'partial_refund',
  refundCents: 8_000_00n,
  files: [evidence],
}

export const answer: Statement = {
  id: uuid(503),
  kind: 'answer',
  side: 'vendor',
  body: 'They vary as agreed.',
  asks: 'release',
}

/** Sketches a proposal that gives the vendor so much of the 18,500.00 in escrow. */
export const proposal = (
  side: Side,
  toVendorCents: bigint,
  changes: Settlement = {},
): Settlement => ({
  id: uuid(side === 'client' ? 504 : 505),
  side,
  status: 'pending',
  toVendorCents,
  toClientCents: 18_500_00n - toVendorCents,
  ...changes,
})

/** Sketches a dispute that the client has opened, as `side` reads it. */
export const disputeAs = (side: Side, changes: DisputeSketch = {}): DisputeSketch => ({
  id: 'DSP-5001',
  contractId: 'CTR-2001',
  title: 'Card transactions',
  clientName: 'Halden Retail',
  vendorName: 'Meridian Synthetics',
  side,
  openedBy: 'client',
  isOpener: side === 'client',
  reason: 'quality',
  status: 'open',
  stake: { ...whole, stakeCents: 18_500_00n, feeStakeCents: 462_50n },
  openedAt: inDays(-1),
  answerDueAt: inDays(6),
  negotiateUntil: inDays(13),
  statements: [claim],
  ...changes,
})

/** Answers the page of a contract that is in dispute. */
export const disputedContract = (side: Side, changes: DisputeSketch = {}): Answers => ({
  ...contractPage({ side, status: 'disputed', heldCents: 18_500_00n }),
  'disputes.list': { items: [disputeAs(side, changes)] },
})

/** Answers the page on which staff decide a dispute, which waits for them and has been answered. */
export const staffDispute = (changes: StaffDisputeSketch = {}): Answers => ({
  'disputes.staff.list': { items: [] },
  'disputes.staff.get': {
    ...disputeAs('client', { status: 'escalated', statements: [claim, answer] }),
    side: null,
    isOpener: false,
    answeredAt: inDays(-1),
    escalatedAt: inDays(0),
    ledger: { frozenCents: 18_500_00n, feeHeldCents: 462_50n },
    needsTwo: true,
    ...changes,
  },
})

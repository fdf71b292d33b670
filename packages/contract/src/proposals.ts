/** Changes of an offer's terms: proposed, decided and as they stand. */
import { z } from 'zod'
import { contractStatuses } from './contracts.ts'
import { offerStatuses } from './offers.ts'
import { proposedTerms, requirements, termIds, terms } from './terms.ts'

export const proposalStatuses = [
  'pending',
  'approved',
  'rejected',
  'countered',
  'withdrawn',
  'outdated',
] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

/** What each party may do about a proposal in each state. */
export const proposalCan = {
  decide: (proposal: { status: ProposalStatus; isOwn: boolean }) =>
    proposal.status === 'pending' && !proposal.isOwn,
  withdraw: (proposal: { status: ProposalStatus; isOwn: boolean }) =>
    proposal.status === 'pending' && proposal.isOwn,
}

export const contractChange = z.object({
  id: z.enum(termIds),
  label: z.string(),
  currentValue: z.string(),
  proposedValue: z.string(),
  /** The compliance check it misses, as a sentence; nothing is blocked by it. */
  flag: z.string().nullable(),
})

export const proposal = z.object({
  id: z.uuid(),
  offerId: z.string(),
  status: z.enum(proposalStatuses),
  /** By the caller's organization. */
  isOwn: z.boolean(),
  byName: z.string(),
  note: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.array(contractChange),
  /** The same changes as values, for a counter to begin with. */
  proposed: proposedTerms,
  baseRevision: z.number().int(),
  createdAt: z.date(),
  decidedAt: z.date().nullable(),
})
export type Proposal = z.infer<typeof proposal>

export const currentTerm = z.object({
  id: z.enum(termIds),
  label: z.string(),
  currentValue: z.string(),
  status: z.enum(['agreed', 'pending']),
  proposedValue: z.string().nullable(),
  /** The compliance check that the current value misses. */
  flag: z.string().nullable(),
})

/** The terms of the conversation's offer, as they stand. */
export const currentTerms = z.object({
  offerId: z.string(),
  offerStatus: z.enum(offerStatuses),
  contractId: z.string().nullable(),
  contractStatus: z.enum(contractStatuses).nullable(),
  revision: z.number().int(),
  values: terms,
  /** What the request asks for, to check a value while it is typed. */
  requirements,
  terms: z.array(currentTerm),
  pendingProposalId: z.uuid().nullable(),
  /** By the caller's organization; false while none is pending. */
  pendingIsOwn: z.boolean(),
  canPropose: z.boolean(),
})
export type CurrentTerms = z.infer<typeof currentTerms>

/** One change of terms that happened: by an approved proposal or an edit of the vendor's. */
export const termRevision = z.object({
  revision: z.number().int(),
  byName: z.string(),
  changes: z.array(contractChange.omit({ flag: true })),
  createdAt: z.date(),
})
export type TermRevision = z.infer<typeof termRevision>

/** Changes of an offer's terms: proposed, decided and as they stand. */
import { z } from 'zod'
import { hexDigest } from '../core/transparency/leaves.ts'
import { contractStatuses } from './contracts.ts'
import { offerStatuses } from './offers.ts'
import { termChange } from './term-changes.ts'
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

/** Defines the actions of each party in each state of a proposal. */
export const proposalCan = {
  decide: (proposal: { status: ProposalStatus; isOwn: boolean }) =>
    proposal.status === 'pending' && !proposal.isOwn,
  withdraw: (proposal: { status: ProposalStatus; isOwn: boolean }) =>
    proposal.status === 'pending' && proposal.isOwn,
}

export const proposal = z.object({
  id: z.uuid(),
  offerId: z.string(),
  status: z.enum(proposalStatuses),
  /** Marks a proposal of the caller's organization. */
  isOwn: z.boolean(),
  byName: z.string(),
  /** Marks a proposal that the platform has made by rules which a member of the proposer stated. */
  isAutomatic: z.boolean(),
  /** Marks an approval that the platform has given by rules which a member of the recipient stated. */
  isDecidedAutomatically: z.boolean(),
  note: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.array(termChange),
  /** The compliance check that each new value misses, as a sentence; nothing is blocked by it. */
  flags: z.partialRecord(z.enum(termIds), z.string()),
  /** The new values alone, for a counter to begin with. */
  proposed: proposedTerms,
  baseRevision: z.number().int(),
  /** Hashes the agreement that it would make; null where consents were not recorded. */
  agreementSha256: hexDigest.nullable(),
  createdAt: z.date(),
  decidedAt: z.date().nullable(),
})
export type Proposal = z.infer<typeof proposal>

/** Describes the current terms of the conversation's offer. */
export const currentTerms = z.object({
  offerId: z.string(),
  offerStatus: z.enum(offerStatuses),
  contractId: z.string().nullable(),
  contractStatus: z.enum(contractStatuses).nullable(),
  revision: z.number().int(),
  values: terms,
  /** The request's requirements, to check a value during input. */
  requirements,
  /** The changes of the proposal that waits for an answer; none while none is pending. */
  pendingChanges: z.array(termChange),
  pendingProposalId: z.uuid().nullable(),
  /** Marks a pending proposal of the caller's organization; false without one. */
  pendingIsOwn: z.boolean(),
  canPropose: z.boolean(),
  /** Tells when a party has left all further answers in the conversation to people; null: none has. */
  answeringEndedAt: z.date().nullable(),
})
export type CurrentTerms = z.infer<typeof currentTerms>

/** Describes one change of terms, by an approved proposal or an edit of the vendor's. */
export const termRevision = z.object({
  revision: z.number().int(),
  byName: z.string(),
  changes: z.array(termChange),
  createdAt: z.date(),
})
export type TermRevision = z.infer<typeof termRevision>

import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { feeRate } from '../core/platform-fee.ts'
import { type Side, sides } from '../core/sides.ts'
import { requiredText } from '../core/text.ts'
import { hexDigest } from '../core/transparency/leaves.ts'
import { agreementConsent } from './agreements/consents.ts'
import { specificationIds } from './agreements/specifications.ts'
import { contractEvent } from './course/contract-events.ts'
import { licenseTerms } from './licensing/license-terms.ts'
import { offerDetails } from './offer-forms.ts'
import { duePrice } from './pricing/accuracy-price.ts'
import { offerChange, termChange } from './term-changes.ts'

export const contractStatuses = [
  'awaiting_payment',
  'in_progress',
  'synthetic_processing',
  'pending_review',
  'completed',
  'disputed',
  'cancelled',
] as const
export type ContractStatus = (typeof contractStatuses)[number]

export const contractStages = ['data_collection', 'data_submission', 'quality_review'] as const
export type ContractStage = (typeof contractStages)[number]

export const contractStatusLabels: Record<ContractStatus, string> = {
  awaiting_payment: 'Awaiting Payment',
  in_progress: 'In Progress',
  synthetic_processing: 'Synthetic Processing',
  pending_review: 'Pending Review',
  completed: 'Completed',
  disputed: 'Disputed',
  cancelled: 'Cancelled',
}

export const contractStageLabels: Record<ContractStage, string> = {
  data_collection: 'Data Collection',
  data_submission: 'Data Submission',
  quality_review: 'Quality Review',
}

/** List the statuses with work, payment or review to come, and those without. */
export const activeContractStatuses = [
  'awaiting_payment',
  'in_progress',
  'synthetic_processing',
  'pending_review',
  'disputed',
] as const satisfies readonly ContractStatus[]
export const endedContractStatuses = [
  'completed',
  'cancelled',
] as const satisfies readonly ContractStatus[]

/** Defines the contract statuses that allow each action. */
export const contractCan = {
  fund: (status: ContractStatus) => status === 'awaiting_payment',
  deliver: (status: ContractStatus) => status === 'in_progress',
  release: (status: ContractStatus) => status === 'pending_review',
  dispute: (status: ContractStatus) =>
    status === 'in_progress' || status === 'synthetic_processing' || status === 'pending_review',
  /** Clients before anything has been submitted, vendors until they have delivered. */
  cancel: (status: ContractStatus, stage: ContractStage | null, side: Side) =>
    status === 'awaiting_payment' ||
    (status === 'in_progress' && (side === 'vendor' || stage === 'data_collection')),
  requestChanges: (status: ContractStatus) => status === 'pending_review',
  download: (status: ContractStatus) => status === 'pending_review' || status === 'completed',
  /** Files of a delivery that a later one replaces or is to replace. */
  lookBack: (status: ContractStatus): boolean =>
    status === 'in_progress' || status === 'synthetic_processing' || contractCan.download(status),
  /** The vendor asks for more time, by a proposal. */
  extend: (status: ContractStatus) => status === 'in_progress',
  /** Milestones are added, changed and removed. */
  plan: (status: ContractStatus): boolean =>
    status === 'awaiting_payment' || contractCan.work(status),
  /** Milestones are started and completed. */
  work: (status: ContractStatus) =>
    status === 'in_progress' || status === 'synthetic_processing' || status === 'pending_review',
}

/**
 * Limits a client's change requests on one contract. After that, the client turns to support or a
 * dispute.
 */
export const MAX_CHANGE_REQUESTS = 3

/** Limits the milestones that the parties may add to one contract. */
export const MAX_MILESTONES = 50

export const workStatuses = ['completed', 'in_progress', 'pending', 'delayed'] as const
export type WorkStatus = (typeof workStatuses)[number]

export const workStatusLabels: Record<WorkStatus, string> = {
  completed: 'Completed',
  in_progress: 'In Progress',
  pending: 'Pending',
  delayed: 'Delayed',
}

export const milestone = z.object({
  /** One of the platform's four, or the ID of one that a party added. */
  id: z.string(),
  kind: z.enum(['platform', 'agreed']),
  title: z.string(),
  description: z.string().nullable(),
  /** `delayed` is past due and not completed, begun or not. */
  status: z.enum(workStatuses),
  state: z.enum(['pending', 'in_progress', 'completed']),
  /**
   * Holds the time of completion or, before it, the due time: an instant, or a day that the parties
   * chose.
   */
  date: z.union([z.date(), z.iso.date()]).nullable(),
  dueOn: z.iso.date().nullable(),
  addedBy: z.enum(sides).nullable(),
})
export type Milestone = z.infer<typeof milestone>

export const contractSummary = z.object({
  id: z.string(),
  offerId: z.string(),
  dprId: z.string(),
  title: z.string(),
  clientName: z.string(),
  vendorName: z.string(),
  /** Addresses below /company-profile; null for a closed account. */
  clientSlug: z.string().nullable(),
  vendorSlug: z.string().nullable(),
  priceCents: cents,
  /** Paid by the client; null for the vendor. */
  feeCents: cents.nullable(),
  /** The rate it was drawn up with. */
  feeBps: feeRate,
  /** Holds the price of the delivery at its accuracy; null for a fixed price, and until it is delivered. */
  duePrice: duePrice.nullable(),
  heldCents: cents,
  releasedCents: cents,
  /** The client has paid, and the bank has yet to settle it. */
  isPaymentUnderway: z.boolean(),
  status: z.enum(contractStatuses),
  stage: z.enum(contractStages).nullable(),
  /** 0 to 100: completed milestones of all. */
  progressPercent: z.number().int(),
  startDate: z.date().nullable(),
  /** Holds the due time of delivery, the agreed days after funding; null before funding. */
  deliveryDate: z.date().nullable(),
  /** The time at which the newest delivery became ready; null once the client has requested changes. */
  deliveredAt: z.date().nullable(),
  /** The time of automatic acceptance; null while no review runs. */
  reviewEndsAt: z.date().nullable(),
  milestones: z.array(milestone),
  /** The client's reason for returning the last delivery; null again once the next one arrives. */
  openChangeRequest: z.object({ reason: z.string(), createdAt: z.date() }).nullable(),
})
export type ContractSummary = z.infer<typeof contractSummary>

export const changeRequest = z.object({
  id: z.uuid(),
  reason: z.string(),
  createdAt: z.date(),
  /** Holds the time of the next delivery. */
  answeredAt: z.date().nullable(),
})
export type ChangeRequest = z.infer<typeof changeRequest>

/** Describes the document that states an agreement; hashes are SHA-256 in hexadecimal. */
export const agreementHead = z.object({
  /** The revision of the offer whose terms it states. */
  revision: z.number().int(),
  /** Hashes the terms as RFC 8785 JSON, as the transparency log has them. */
  termsSha256: hexDigest,
  /** Hashes the content that both parties have consented to; null where consents were not recorded. */
  agreementSha256: hexDigest.nullable(),
  /** Hashes the PDF. */
  documentSha256: hexDigest,
  drawnAt: z.date(),
  /** The newest consent of each side to this content. */
  consents: z.array(agreementConsent),
})

export const contractDetail = contractSummary.extend({
  side: z.enum(sides),
  /** The revision of the terms that are agreed now. */
  revision: z.number().int(),
  /** Null where no document of this revision is on record. */
  agreement: agreementHead.nullable(),
  offerDescription: z.string(),
  deliverables: z.array(z.string()),
  /** The agreed terms in words; `id` says which term it is. */
  specifications: z.array(
    z.object({ id: z.enum(specificationIds), label: z.string(), value: z.string() }),
  ),
  deliveryMethod: offerDetails.shape.deliveryMethod,
  /**
   * The vendor's support: it begins when the newest delivery became ready, and ends at `endsAt`; both null until
   * there is one. Null where none was agreed.
   */
  support: z
    .object({
      period: offerDetails.shape.supportPeriod,
      startsAt: z.date().nullable(),
      endsAt: z.date().nullable(),
    })
    .nullable(),
  /** Holds the agreed payment terms; actual payments are in the ledger. */
  paymentTerms: z.object({
    structure: offerDetails.shape.paymentStructure,
    upfrontCents: cents,
    onDeliveryCents: cents,
    escrowCents: cents,
  }),
  license: licenseTerms,
  /** The SHA-256 of the license as an ODRL policy; see `contractPolicy`. */
  policySha256: z.string(),
  /** Changes of the terms, newest first. */
  termHistory: z.array(
    z.object({
      revision: z.number().int(),
      byName: z.string(),
      changes: z.array(offerChange),
      createdAt: z.date(),
    }),
  ),
  /** The time since which a problem of the platform holds its delivery, with the due date suspended; null while none does. */
  heldSince: z.date().nullable(),
  /** The delivery date as it was at funding, when it has been moved since. */
  firstDeliveryDate: z.date().nullable(),
  pendingProposal: z
    .object({ byName: z.string(), isOwn: z.boolean(), changes: z.array(termChange) })
    .nullable(),
  changeRequests: z.array(changeRequest),
  changeRequestsLeft: z.number().int(),
  /** Past events, newest first. */
  events: z.array(contractEvent),
  /** True if the client has reviewed the vendor's work on the contract. */
  isReviewed: z.boolean(),
})
export type ContractDetail = z.infer<typeof contractDetail>

export const changeRequestForm = z.object({ reason: requiredText('Reason', 5000) })

export const contractFilters = ['active', 'ended', ...contractStatuses] as const
export type ContractFilter = (typeof contractFilters)[number]

export const contracts = {
  list: oc
    .route({
      method: 'GET',
      path: '/contracts',
      summary: "The organization's contracts on one side, newest first",
    })
    .input(
      pageInput.extend({
        side: z.enum(sides),
        status: z.enum(contractFilters).optional(),
        /** Part of the title, of the other party's name, or of the ID. */
        search: z.string().trim().max(200).optional(),
      }),
    )
    .output(pageOf(contractSummary)),
  get: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}',
      summary: 'One contract, for either party',
    })
    .input(z.object({ contractId: z.string().max(40) }))
    .output(contractDetail),
}

import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { feeRate } from '../core/platform-fee.ts'
import { hexDigest } from '../core/transparency/leaves.ts'
import { company } from '../people/organizations.ts'
import { offeredAgreement } from './agreements/consents.ts'
import type { ContractStatus } from './contracts.ts'
import { offerDetails, offerEditForm, offerForm, timelineUnits } from './offer-forms.ts'
import { offerChange } from './term-changes.ts'
import { requirements, terms } from './terms.ts'

export const offerStatuses = ['pending', 'accepted', 'rejected'] as const
export type OfferStatus = (typeof offerStatuses)[number]

export const offerStatusLabels: Record<OfferStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
}

/** Lists the reasons for which an offer ended. */
export const offerRejections = ['declined', 'not_selected', 'withdrawn', 'expired'] as const
export type OfferRejection = (typeof offerRejections)[number]

/**
 * Defines the offer statuses that allow each action. While a proposal is pending, only reject and
 * withdraw are allowed.
 */
export const offerCan = {
  accept: (status: OfferStatus) => status === 'pending',
  reject: (status: OfferStatus) => status === 'pending',
  edit: (status: OfferStatus) => status === 'pending',
  withdraw: (status: OfferStatus) => status === 'pending',
  pay: (status: OfferStatus) => status === 'accepted',
  /**
   * Permits changes of terms until the delivery starts; a new price is then topped up or partly
   * refunded.
   */
  changeTerms: (status: OfferStatus, contract: ContractStatus | null) =>
    status === 'pending' ||
    (status === 'accepted' && (contract === 'awaiting_payment' || contract === 'in_progress')),
}

const offer = z.object({
  id: z.string(),
  dprId: z.string(),
  dprTitle: z.string(),
  /** The whole price, additional services included. */
  ...terms.shape,
  additionalServicesCents: cents,
  timelineUnit: z.enum(timelineUnits),
  description: z.string(),
  deliverables: z.array(z.string()),
  paymentStructure: offerDetails.shape.paymentStructure,
  deliveryMethod: offerDetails.shape.deliveryMethod,
  supportPeriod: offerDetails.shape.supportPeriod,
  sampleDescription: z.string().nullable(),
  /** True if synthetic rows made from a sample are available. */
  hasPreview: z.boolean(),
  /** Counts changes of terms; a client accepts the revision it has seen. */
  revision: z.number().int(),
  changedAt: z.date().nullable(),
  status: z.enum(offerStatuses),
  rejectedAs: z.enum(offerRejections).nullable(),
  rejectReason: z.string().nullable(),
  createdAt: z.date(),
  decidedAt: z.date().nullable(),
  contractId: z.string().nullable(),
  /** The rate of its contract, or of one that would be drawn up now. */
  feeBps: feeRate,
  /** True once the resulting contract has been paid. */
  funded: z.boolean(),
  /** The request's requirements; see `complianceFlags`. */
  asked: requirements,
  /** A change of terms that waits for an answer. */
  pendingProposal: z.object({ id: z.uuid(), isOwn: z.boolean() }).nullable(),
})

/** Lists the distinctions that one live offer may have among all offers on the request. */
export const offerHighlights = ['lowest_price', 'fastest_delivery', 'best_rated'] as const
export type OfferDistinction = (typeof offerHighlights)[number]

/** Describes an offer as the client who received it sees it. */
export const receivedOffer = offer.extend({
  vendor: company,
  distinctions: z.array(z.enum(offerHighlights)),
  /** Changes by the vendor or by approved proposals since the caller last viewed the offer. */
  changes: z.array(offerChange),
  /** True if another offer on the request has been accepted. */
  rivalAccepted: z.boolean(),
})
export type ReceivedOffer = z.infer<typeof receivedOffer>

/** Describes one of the client's requests that has received offers. */
export const offeredRequest = z.object({
  dprId: z.string(),
  title: z.string(),
  /** Offers that wait for a decision or have been accepted. */
  liveCount: z.number().int(),
  lowestCents: cents.nullable(),
  highestCents: cents.nullable(),
  /** The offer that has been paid. */
  chosen: z.object({ vendorName: z.string(), priceCents: cents }).nullable(),
})
export type OfferedRequest = z.infer<typeof offeredRequest>

/** Describes an offer as the vendor who sent it sees it. */
export const sentOffer = offer.extend({
  clientName: z.string(),
  /** Null when the client's account is closed. */
  clientSlug: z.string().nullable(),
  messagesCount: z.number().int(),
  unreadCount: z.number().int(),
})
export type SentOffer = z.infer<typeof sentOffer>

export const offerRevision = z.object({
  revision: z.number().int(),
  byName: z.string(),
  isOwn: z.boolean(),
  changes: z.array(offerChange),
  createdAt: z.date(),
})
export type OfferRevision = z.infer<typeof offerRevision>

export const sentOfferDetail = sentOffer.extend({
  /** Newest first. */
  revisions: z.array(offerRevision),
})
export type SentOfferDetail = z.infer<typeof sentOfferDetail>

export const receivedSorts = ['price', 'time', 'rating', 'deals', 'newest'] as const
export type ReceivedSort = (typeof receivedSorts)[number]

const byId = z.object({ offerId: z.string().max(40) })
const revision = z.number().int().min(1)

export const offers = {
  submit: oc
    .route({ method: 'POST', path: '/offers', summary: 'Send an offer on a request (vendor)' })
    .input(offerForm)
    .output(sentOffer),
  /** Notes that the caller has looked at the offers of this page. */
  listReceived: oc
    .route({
      method: 'GET',
      path: '/offers/received',
      summary: 'Offers received, live or closed ones (client)',
    })
    .input(
      pageInput.extend({
        dprId: z.string().max(40).optional(),
        /** Selects one offer. */
        offerId: z.string().max(40).optional(),
        closed: z.boolean().default(false),
        sort: z.enum(receivedSorts).default('newest'),
      }),
    )
    .output(pageOf(receivedOffer)),
  listRequests: oc
    .route({
      method: 'GET',
      path: '/offers/requests',
      summary: 'Requests with offers, newest first (client)',
    })
    .input(
      pageInput.extend({
        /** Selects requests that take no more offers instead of those that do. */
        closed: z.boolean().default(false),
      }),
    )
    .output(pageOf(offeredRequest)),
  listSent: oc
    .route({
      method: 'GET',
      path: '/offers/sent',
      summary: 'Offers sent, newest first, with counts per status (vendor)',
    })
    .input(pageInput.extend({ status: z.enum(offerStatuses).optional() }))
    .output(
      pageOf(sentOffer).extend({ counts: z.record(z.enum(offerStatuses), z.number().int()) }),
    ),
  getSent: oc
    .route({
      method: 'GET',
      path: '/offers/{offerId}',
      summary: 'One offer with its history (vendor)',
    })
    .input(byId)
    .output(sentOfferDetail),
  edit: oc
    .route({
      method: 'PUT',
      path: '/offers/{offerId}',
      summary: 'Change a pending offer; the client is asked to look again (vendor)',
    })
    .input(offerEditForm.safeExtend({ ...byId.shape, revision }))
    .output(sentOfferDetail),
  withdraw: oc
    .route({
      method: 'POST',
      path: '/offers/{offerId}/withdraw',
      summary: 'Take back a pending offer (vendor)',
    })
    .input(byId)
    .output(sentOfferDetail),
  /** Marks the changes up to this revision as seen; they are no longer listed. */
  markSeen: oc
    .route({
      method: 'POST',
      path: '/offers/{offerId}/seen',
      summary: 'Say that one has seen what changed (client)',
    })
    .input(byId.extend({ revision }))
    .output(z.void()),
  /** Returns the text that the parties of the offer consent to; null where consents to its revision were not recorded. */
  agreement: oc
    .route({
      method: 'GET',
      path: '/offers/{offerId}/agreement',
      summary: 'The agreement that an offer or a proposed change of it makes, for either party',
    })
    .input(
      byId.extend({
        /** Names the agreement of a proposal; without it, that of the present revision. */
        agreementSha256: hexDigest.optional(),
      }),
    )
    .output(offeredAgreement.nullable()),
  /**
   * Consents to the agreement of the revision. A caller that has read it names its hash; where that is not what
   * the vendor has consented to, the answer is document_changed.
   */
  accept: oc
    .route({
      method: 'POST',
      path: '/offers/{offerId}/accept',
      summary: 'Accept, which consents to the agreement and draws up the contract (client)',
    })
    .input(byId.extend({ revision, agreementSha256: hexDigest.optional() }))
    .output(z.object({ contractId: z.string() })),
  reject: oc
    .route({
      method: 'POST',
      path: '/offers/{offerId}/reject',
      summary: 'Decline an offer (client)',
    })
    .input(byId.extend({ reason: z.string().trim().max(1000).optional() }))
    .output(z.object({ offerId: z.string() })),
}

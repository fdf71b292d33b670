/** Serializes an offer for both parties. */

import { PLATFORM_FEE_BPS } from '@semblance/contract'
import type { OfferWithRequest } from './queries.ts'
import { requirementsOf, termsOf } from './terms.ts'

/** Converts a row to the offer that `reader`, one of its parties, may see. */
export function toOffer(row: OfferWithRequest, reader: string) {
  return {
    id: row.id,
    dprId: row.dpr_id,
    dprTitle: row.dpr_title,
    ...termsOf(row),
    additionalServicesCents: row.additional_services_cents,
    timelineUnit: row.timeline_unit,
    description: row.description,
    deliverables: row.deliverables,
    paymentStructure: row.payment_structure,
    deliveryMethod: row.delivery_method,
    supportPeriod: row.support_period,
    sampleDescription: row.sample_description,
    hasPreview: row.preview_of !== null,
    revision: row.revision,
    changedAt: row.changed_at,
    status: row.status,
    rejectedAs: row.rejected_as,
    rejectReason: row.reject_reason,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    contractId: row.contract_id,
    feeBps: row.fee_bps ?? PLATFORM_FEE_BPS,
    funded: row.funded_at !== null,
    asked: requirementsOf(row),
    pendingProposal:
      row.proposal_id === null ? null : { id: row.proposal_id, isOwn: row.proposed_by === reader },
  }
}

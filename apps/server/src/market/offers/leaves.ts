/** The steps of an offer as leaves of the transparency log. */
import {
  jsonSha256,
  type OfferValues,
  type Side,
  statedValues,
  termValues,
} from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { record } from '../../platform/transparency/record.ts'
import type { OfferRow } from './queries.ts'
import { termsOf } from './terms-of.ts'

/** Returns all that an offer promises, as its revisions compare it. */
export const offerValues = (row: OfferRow): OfferValues => ({
  ...termValues(termsOf(row)),
  services: String(row.additional_services_cents),
  description: row.description,
  deliverables: row.deliverables,
  payment: row.payment_structure,
  delivery: row.delivery_method,
  support: row.support_period,
  sample: row.sample_description,
})

/** Records the terms of a revision, the first included, and who made it. */
export function recordOfferTerms(tx: Tx, offer: OfferRow, by: Side): void {
  record(tx, {
    ...chainOf(offer),
    type: 'offer.revised',
    body: { revision: offer.revision, by, terms: statedValues(offerValues(offer)) },
  })
}

/** Records that the client has accepted a revision, and the contract that it became. */
export function recordAcceptance(tx: Tx, offer: OfferRow, contractId: string): void {
  const { revision } = offer
  record(tx, {
    ...chainOf(offer),
    type: 'offer.accepted',
    body: {
      revision,
      contract: contractId,
      termsSha256: jsonSha256(statedValues(offerValues(offer))),
    },
  })
}

/** Returns the terms that a contract has from this revision on, and the text that both parties consented to. */
export const termsAgreed = (
  offer: OfferRow,
  { contractId, agreementSha256 }: { contractId: string; agreementSha256: string | null },
) => ({
  contractId,
  offerId: offer.id,
  revision: offer.revision,
  terms: statedValues(offerValues(offer)),
  agreementSha256,
})

const chainOf = ({ id, dpr_id, client, vendor }: OfferRow) =>
  ({ audience: 'both', deal: id, follows: dpr_id, client, vendor }) as const

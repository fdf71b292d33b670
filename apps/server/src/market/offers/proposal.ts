/** An offer as a printed proposal, for both parties. */
import {
  alwaysProhibited,
  deliveryMethods,
  formatTerm,
  formatValue,
  licenseWords,
  offerFieldLabels,
  offerStatusLabels,
  paymentStructures,
  supportPeriods,
  termIds,
  termLabels,
} from '@semblance/contract'
import type { Ctx } from '../../platform/http/context.ts'
import { makePdf, type PdfDocument } from '../../platform/pdf/pdf.ts'
import { getPartyNames, type OfferWithRequest } from './queries.ts'
import { getOfferForParty } from './service.ts'
import { termsOf } from './terms.ts'

export async function proposalPdf(ctx: Ctx, offerId: string): Promise<Buffer<ArrayBuffer>> {
  const offer = await getOfferForParty(ctx, offerId)
  const names = await getPartyNames(ctx.tx, offer.id)
  return await makePdf(proposalOf(offer, names))
}

type Names = { client_name: string | null; vendor_name: string | null }

export function proposalOf(offer: OfferWithRequest, names: Names): PdfDocument {
  const vendor = names.vendor_name ?? 'Closed account'
  const client = names.client_name ?? 'Closed account'
  return {
    kind: 'Proposal',
    title: offer.dpr_title,
    subtitle: `${vendor} for ${client}`,
    documentId: offer.id,
    issuedAt: offer.changed_at ?? offer.created_at,
    blocks: [
      { definitions: facts(offer, vendor, client) },
      { heading: 'Pricing' },
      { definitions: pricing(offer) },
      { heading: 'Description' },
      { paragraph: offer.description },
      { heading: 'Deliverables' },
      { list: offer.deliverables },
      { heading: 'Terms' },
      { definitions: conditions(offer) },
      { heading: termLabels.license },
      { definitions: license(offer) },
      { heading: 'Sample data' },
      { paragraph: offer.sample_description ?? 'No sample is described.' },
    ],
  }
}

const facts = (offer: OfferWithRequest, vendor: string, client: string) => [
  { term: 'Vendor', value: vendor },
  { term: 'Client', value: client },
  { term: 'Request', value: offer.dpr_id },
  { term: 'Status', value: statusText(offer) },
  { term: 'Revision', value: String(offer.revision) },
]

function pricing(offer: OfferWithRequest) {
  const money = (cents: bigint) => formatValue('price', String(cents))
  const { price_cents, additional_services_cents } = offer
  return [
    { term: 'Base price', value: money(price_cents - additional_services_cents) },
    { term: offerFieldLabels.services, value: money(additional_services_cents) },
    { term: termLabels.price, value: money(price_cents) },
    { term: offerFieldLabels.payment, value: paymentStructures[offer.payment_structure] },
  ]
}

function conditions(offer: OfferWithRequest) {
  const terms = termsOf(offer)
  return [
    ...termIds
      .filter((term) => term !== 'price' && term !== 'license')
      .map((term) => ({ term: termLabels[term], value: formatTerm(term, terms) })),
    { term: offerFieldLabels.delivery, value: deliveryMethods[offer.delivery_method] },
    { term: offerFieldLabels.support, value: supportPeriods[offer.support_period] },
  ]
}

const license = (offer: OfferWithRequest) => [
  ...licenseWords(offer.license).map(({ label, text }) => ({ term: label, value: text })),
  { term: 'Always prohibited', value: alwaysProhibited },
]

const endings = {
  declined: 'declined by the client',
  not_selected: 'not selected',
  withdrawn: 'withdrawn by the vendor',
  expired: 'the request closed',
} as const

const statusText = ({ status, rejected_as }: OfferWithRequest) =>
  rejected_as ? `${offerStatusLabels[status]}: ${endings[rejected_as]}` : offerStatusLabels[status]

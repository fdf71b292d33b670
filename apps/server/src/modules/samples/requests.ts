/** The sample requests with their offers, contracts and reviews: posted, answered and decided at moments of the past. */
import { dprForm } from '@semblance/contract'
import { cancelDpr, expireDpr } from '../closings/service.ts'
import { createDpr } from '../dprs/service.ts'
import { changeTerms, rejectOffer, submitOffer, withdrawOffer } from '../offers/service.ts'
import { enterPreview } from '../previews/service.ts'
import type { Cast } from './cast.ts'
import { companies } from './companies.ts'
import { loadContract } from './contracts.ts'
import { detailsOf } from './offer-details.ts'
import type { MadeFiles } from './originals.ts'
import { pitches } from './pitches.ts'
import { backdate } from './queries.ts'
import { askedFor } from './request-details.ts'
import type { Parties, SampleOffer, SampleRequest } from './request-schema.ts'
import { loadThreads } from './request-threads.ts'

const DAY_MS = 86_400_000

export async function loadRequest(
  cast: Cast,
  request: SampleRequest,
  files: MadeFiles,
): Promise<void> {
  const parties = partiesOf(cast, request)
  const { client } = parties
  const { tx } = cast
  const { id: dprId } = await createDpr(client(0), formOf(request))
  await backdate(tx, 'dprs', dprId, client(0).now)
  await loadThreads({ ...parties, idOf: cast.idOf }, { dprId, title: request.title })
  const step = Math.min(0.1, 0.8 / request.offers.length)
  const made: { id: string; offer: SampleOffer }[] = []
  for (const [index, offer] of request.offers.entries()) {
    const id = await loadOffer(parties, dprId, offer, 0.1 + step * index)
    made.push({ id, offer })
    const previewed = offer.preview && files.get(offer.preview)
    if (!previewed) continue
    const sides = { client: cast.idOf(request.client), vendor: cast.idOf(offer.vendor) }
    await enterPreview(tx, { offer_id: id, ...sides }, previewed)
  }
  for (const { id, offer } of made) await decide(parties, request, { id, offer })
  if (request.cancelled) await cancelDpr(client(0.9), dprId)
  if (request.expired) await expireDpr(client(1), dprId)
}

function partiesOf({ acting }: Cast, { client, ageDays, endedDays }: SampleRequest): Parties {
  const now = Date.now()
  const spanDays = ageDays + 0.2 - endedDays
  /** Never in the future. */
  const at = (share: number) => new Date(now - (endedDays + spanDays * (1 - share)) * DAY_MS)
  return {
    client: (share) => acting(client, at(share)),
    vendor: (key, share) => acting(key, at(share)),
  }
}

async function loadOffer(
  { vendor }: Parties,
  dprId: string,
  offer: SampleOffer,
  share: number,
): Promise<string> {
  const sending = vendor(offer.vendor, share)
  const { paymentStructure } = offer
  const { id } = await submitOffer(sending, {
    dprId,
    priceCents: offer.priceDollars * 100n,
    timelineDays: offer.timelineDays,
    description: pitches[offer.vendor],
    termsAccepted: true,
    ...detailsOf(offer.vendor),
    ...(offer.delivery && reachable(offer.delivery)),
    ...(paymentStructure && { paymentStructure }),
  })
  await backdate(sending.tx, 'offers', id, sending.now)
  if (offer.revised) {
    const revising = vendor(offer.vendor, 0.5)
    await changeTerms(revising, {
      offerId: id,
      baseRevision: 1,
      changedBy: revising.actor.organization!.id,
      changes: {
        priceCents: offer.revised.priceDollars * 100n,
        timelineDays: offer.revised.timelineDays,
      },
    })
  }
  return id
}

async function decide(
  parties: Parties,
  request: SampleRequest,
  { id, offer }: { id: string; offer: SampleOffer },
): Promise<void> {
  if (!offer.outcome) return
  if (offer.outcome === 'declined')
    await rejectOffer(parties.client(0.6), { offerId: id, reason: offer.reason })
  else if (offer.outcome === 'withdrawn') await withdrawOffer(parties.vendor(offer.vendor, 0.7), id)
  else await loadContract(parties, request, { id, offer })
}

/** What the small originals of the samples allow. */
const reachable = (delivery: SampleOffer['delivery']) =>
  delivery && {
    minAccuracyPercent: delivery.minAccuracyPercent,
    privacyLevel: 'standard' as const,
  }

const formOf = (request: SampleRequest) =>
  dprForm.parse({
    ...request,
    ...askedFor(request.category, request.title),
    ...reachable(request.offers.find(({ delivery }) => delivery)?.delivery),
    complianceRequirements: 'GDPR and CCPA; no direct identifiers',
    contacts: companies[request.client].email,
    budgetMinCents: request.budgetDollars[0] * 100n,
    budgetMaxCents: request.budgetDollars[1] * 100n,
  })

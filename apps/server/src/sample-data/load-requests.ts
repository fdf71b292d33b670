/** The sample requests with their offers and contracts: posted, answered and decided at moments of the past. */
import { type DprForm, dprForm } from '@semblance/contract'
import { cancelDpr, expireDpr } from '../market/dpr-closing/service.ts'
import {
  answerQuestion,
  askQuestion,
  backdateDpr,
  backdateInvitation,
  backdateQuestion,
  createDpr,
  inviteVendor,
  saveDraft,
} from '../market/dprs/service.ts'
import {
  backdateOffer,
  changeTerms,
  rejectOffer,
  submitOffer,
  withdrawOffer,
} from '../market/offers/service.ts'
import { versionsFor } from '../people/legal/service.ts'
import { loadContract } from './load-contracts.ts'
import { daysBefore, type Parties, type SampleIds } from './sample-ids.ts'
import { requestsAt } from './seed/all-requests.ts'
import {
  draft,
  offerTexts,
  organizations,
  requestDetails,
  type SampleOffer,
  type SampleRequest,
} from './seed/seed.ts'

/** Loads the oldest request first. */
export async function loadRequests(cast: SampleIds): Promise<void> {
  for (const request of requestsAt(cast.now)) await loadRequest(cast, request)
  await saveDraft(cast.acting('halden', cast.now), { content: draft })
}

async function loadRequest(cast: SampleIds, request: SampleRequest): Promise<void> {
  const parties = partiesOf(cast, request)
  const { client } = parties
  const form = formOf(request)
  const { id: dprId } = await createDpr(client(0), form)
  await backdateDpr(cast.tx, dprId, client(0).now)
  await loadThreads(cast, parties, { dprId, request })
  const step = Math.min(0.1, 0.8 / request.offers.length)
  const sent: { id: string; offer: SampleOffer }[] = []
  for (const [index, offer] of request.offers.entries())
    sent.push({
      id: await loadOffer(parties, { dprId, form, offer, share: 0.1 + step * index }),
      offer,
    })
  for (const one of sent) await decide(parties, request, one)
  if (request.cancelled) await cancelDpr(client(0.9), dprId)
  if (request.expired) await expireDpr(client(1), dprId)
}

function partiesOf(cast: SampleIds, { client, ageDays, endedDays }: SampleRequest): Parties {
  const spanDays = ageDays + 0.2 - endedDays
  const at = (share: number) => daysBefore(cast, endedDays + spanDays * (1 - share))
  return {
    client: (share) => cast.acting(client, at(share)),
    vendor: (key, share) => cast.acting(key, at(share)),
    now: cast.now,
  }
}

const formOf = (request: SampleRequest) =>
  dprForm.parse({
    minAccuracyPercent: null,
    ...request,
    ...requestDetails.all,
    ...requestDetails.byCategory[request.category],
    ...request.details,
    ...agreedFor(request.offers.find(({ delivery }) => delivery)),
    complianceRequirements: 'GDPR and CCPA; no direct identifiers',
    contacts: organizations[request.client].profile.email,
    budgetMinCents: request.budgetDollars[0] * 100n,
    budgetMaxCents: request.budgetDollars[1] * 100n,
  })

/** Returns the terms that a delivered original can meet. */
const agreedFor = (offer: SampleOffer | undefined) =>
  offer?.delivery && {
    minAccuracyPercent: offer.delivery.minAccuracyPercent,
    privacyLevel: 'standard' as const,
  }

/** Loads the invitations to a request, and bidders' questions with their answers. */
async function loadThreads(
  { tx, idOf }: SampleIds,
  { client, vendor }: Parties,
  { dprId, request }: { dprId: string; request: SampleRequest },
): Promise<void> {
  for (const { vendor: key, message } of request.invitations) {
    const ctx = client(0.05)
    await inviteVendor(ctx, { dprId, vendorId: idOf(key), message })
    await backdateInvitation(tx, { dprId, vendor: idOf(key) }, ctx.now)
  }
  for (const [index, { vendor: key, question, answer }] of request.questions.entries()) {
    const ctx = vendor(key, 0.15 + 0.2 * index)
    const { id: questionId } = await askQuestion(ctx, { dprId, question })
    await backdateQuestion(tx, questionId, ctx.now)
    if (answer) await answerQuestion(client(0.25 + 0.2 * index), { questionId, answer })
  }
}

async function loadOffer(
  { vendor }: Parties,
  {
    dprId,
    form,
    offer,
    share,
  }: { dprId: string; form: DprForm; offer: SampleOffer; share: number },
): Promise<string> {
  const sending = vendor(offer.vendor, share)
  const { paymentStructure, revised } = offer
  const { pitch, terms } = offerTexts[offer.vendor]
  const { id } = await submitOffer(sending, {
    dprId,
    priceCents: offer.priceDollars * 100n,
    timelineDays: offer.timelineDays,
    description: pitch,
    minAccuracyPercent: form.minAccuracyPercent,
    accepted: versionsFor(sending.platform.config, 'offer'),
    ...terms,
    ...agreedFor(offer),
    ...(paymentStructure && { paymentStructure }),
  })
  await backdateOffer(sending.tx, id, sending.now)
  if (revised) {
    const revising = vendor(offer.vendor, 0.5)
    const { priceDollars, timelineDays } = revised
    await changeTerms(revising, {
      offerId: id,
      baseRevision: 1,
      changedBy: revising.actor.organization!.id,
      changes: { priceCents: priceDollars * 100n, timelineDays },
      consent: { act: 'edit' },
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

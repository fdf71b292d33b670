/** The contracts of accepted sample offers: paid, worked on, delivered, accepted and reviewed. */
import { backfillRunningDelivery, backfillUploadTakenBack } from '../delivery/deliveries/service.ts'
import { replyToReview, reviewContract } from '../market/companies/service.ts'
import {
  addMilestone,
  backdateContract,
  markDelivered,
  markProcessing,
  markSubmissionStarted,
  moveMilestone,
} from '../market/contracts/service.ts'
import { acceptOffer } from '../market/offers/service.ts'
import { backfillFailure, backfillSettlement } from '../money/bank-gateway/service.ts'
import { releaseEscrow, releaseUpfront } from '../money/escrow/service.ts'
import {
  applyPaymentOutcome,
  cancelContract,
  findLivePayment,
  fundEscrow,
} from '../money/payments/service.ts'
import { versionsFor } from '../people/legal/service.ts'
import type { Ctx } from '../platform/http/context.ts'
import { daysBefore, type Parties } from './sample-ids.ts'
import { getContract } from './sample-queries.ts'
import { contracts, type SampleOffer, type SampleRequest } from './seed/seed.ts'

const DAY_MS = 86_400_000
/** After the days in which the bank may take a payment back. */
const UPFRONT_AFTER_DAYS = 4

export async function loadContract(
  parties: Parties,
  { title }: SampleRequest,
  { id: offerId, offer }: { id: string; offer: SampleOffer },
): Promise<void> {
  const { client } = parties
  const signing = client(0.6)
  const { contractId } = await acceptOffer(signing, { offerId, revision: 1 })
  await backdateContract(signing.tx, contractId, signing.now)
  if (offer.outcome === 'called_off') await cancelContract(client(0.8), { contractId })
  if (offer.failedPayment)
    await backfillFailure(
      client(0.7),
      await pay(client(0.7), { offerId, contractId }),
      'R01',
      applyPaymentOutcome,
    )
  if (offer.outcome !== 'funded' && offer.outcome !== 'completed') return
  await fund(parties, { offerId, contractId })
  if (offer.outcome === 'completed') return await complete(parties, contractId, offer)
  await loadMilestones(parties, offer, { contractId, title })
  await work(parties, offer, contractId)
}

/** Funds escrow in the past, and releases the upfront share. */
async function fund(
  { client, now }: Parties,
  payment: { offerId: string; contractId: string },
): Promise<void> {
  const ctx = client(0.7)
  await backfillSettlement(ctx, await pay(ctx, payment), applyPaymentOutcome)
  const releasedAt = Math.min(ctx.now.getTime() + UPFRONT_AFTER_DAYS * DAY_MS, now.getTime())
  await releaseUpfront({ ...ctx, now: new Date(releasedAt) }, payment.contractId)
}

/** Returns the key by which the bank knows the payment. */
async function pay(
  ctx: Ctx,
  { offerId, contractId }: { offerId: string; contractId: string },
): Promise<string> {
  const accountHolderName = ctx.actor.organization!.name
  await fundEscrow(ctx, {
    offerId,
    bankAccount: { ...contracts.bankAccount, accountHolderName },
    accepted: versionsFor(ctx.platform.config, 'checkout'),
  })
  const payment = await findLivePayment(ctx.tx, contractId)
  return `payment:${payment!.id}`
}

/** Loads what the parties have agreed beyond the platform's four milestones. */
async function loadMilestones(
  { client, vendor, now }: Parties,
  offer: SampleOffer,
  { contractId, title }: { contractId: string; title: string },
): Promise<void> {
  const planning = { client: client(0.85), vendor: vendor(offer.vendor, 0.9) }
  for (const { by, dueInDays, state, ...content } of contracts.milestones[title] ?? []) {
    const dueOn = daysBefore({ now }, -dueInDays).toISOString().slice(0, 10)
    const { id } = await addMilestone(planning[by], { ...content, dueOn, contractId })
    if (state) await moveMilestone(planning.vendor, id, 'start')
    if (state === 'completed') await moveMilestone(planning.vendor, id, 'complete')
  }
}

async function work({ vendor }: Parties, offer: SampleOffer, contractId: string): Promise<void> {
  const { tx, now } = vendor(offer.vendor, 0.92)
  const { submitting, processing } = contracts.unfinishedUploads
  if (offer.work === 'submitting') {
    await markSubmissionStarted(tx, contractId)
    await backfillUploadTakenBack(tx, await getContract(tx, contractId), { ...submitting, at: now })
  }
  if (offer.work === 'processing' || offer.delivery) await markProcessing(tx, contractId, now)
  if (offer.work === 'processing')
    await backfillRunningDelivery(tx, await getContract(tx, contractId), processing)
  if (offer.delivery)
    await markDelivered(tx, contractId, {
      accuracy: null,
      now: vendor(offer.vendor, 0.94).now,
    })
}

/** Delivers, accepts, pays and reviews. The dataset is entered later, for a contract that has one. */
async function complete(
  { client, vendor }: Parties,
  contractId: string,
  offer: SampleOffer,
): Promise<void> {
  const { tx } = client(1)
  await markProcessing(tx, contractId, client(0.92).now)
  await markDelivered(tx, contractId, { accuracy: null, now: client(0.94).now })
  await releaseEscrow(client(0.999), contractId)
  if (!offer.review) return
  const { reply, ...words } = offer.review
  const { id } = await reviewContract(client(1), { contractId, ...words })
  if (reply) await replyToReview(vendor(offer.vendor, 1), { reviewId: id, reply })
}

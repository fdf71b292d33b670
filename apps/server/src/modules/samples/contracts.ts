/** What became of the sample offers that were accepted. */
import type { Ctx } from '../../platform/context.ts'
import { replyToReview, reviewContract } from '../companies/service.ts'
import { markDelivered, markProcessing, markSubmissionStarted } from '../contracts/service.ts'
import { enterRunning } from '../deliveries/service.ts'
import { releaseEscrow } from '../escrow/service.ts'
import { acceptOffer } from '../offers/service.ts'
import { cancelContract } from '../payments/service.ts'
import { loadMilestones } from './milestones.ts'
import { failInPast, payInPast } from './payments.ts'
import { backdate, getContract } from './queries.ts'
import type { Parties, SampleOffer, SampleRequest } from './request-schema.ts'

const bankAccount = {
  accountNumber: '000123456789',
  routingNumber: '021000021',
  bankName: 'First National Bank',
}

export async function loadContract(
  { client, vendor }: Parties,
  request: SampleRequest,
  { id: offerId, offer }: { id: string; offer: SampleOffer },
): Promise<void> {
  const signing = client(0.6)
  const { contractId } = await acceptOffer(signing, { offerId, revision: 1 })
  await backdate(signing.tx, 'contracts', contractId, signing.now)
  if (offer.outcome === 'called_off') await cancelContract(client(0.8), { contractId })
  const accountHolderName = signing.actor.organization!.name
  const payment = { offerId, contractId, bankAccount: { ...bankAccount, accountHolderName } }
  if (offer.failedPayment) await failInPast(client(0.7), payment)
  if (offer.outcome !== 'funded' && offer.outcome !== 'completed') return
  await payInPast(client(0.7), payment)
  if (offer.outcome === 'completed')
    await complete({ client, vendor: vendor(offer.vendor, 1) }, contractId, offer.review)
  else {
    const milestones = { id: contractId, title: request.title }
    await loadMilestones(milestones, { client: client(0.85), vendor: vendor(offer.vendor, 0.9) })
    await work(vendor(offer.vendor, 0.92), vendor(offer.vendor, 0.94), { contractId, offer })
  }
}

async function work(
  submitting: Ctx,
  delivering: Ctx,
  { contractId, offer }: { contractId: string; offer: SampleOffer },
): Promise<void> {
  const { tx, now } = submitting
  if (offer.work === 'submitting') await markSubmissionStarted(tx, contractId)
  if (offer.work === 'processing' || offer.delivery) await markProcessing(tx, contractId, now)
  if (offer.work === 'processing')
    await enterRunning(tx, await getContract(tx, contractId), {
      fileName: 'exposures.json',
      fileBytes: 18_400_000n,
    })
  if (offer.delivery) await markDelivered(tx, contractId, delivering.now)
}

/** Delivered, accepted, paid and spoken about. The dataset of it is entered later, where one is kept. */
async function complete(
  { client, vendor }: { client: Parties['client']; vendor: Ctx },
  contractId: string,
  review: SampleOffer['review'],
): Promise<void> {
  const { tx } = vendor
  await markProcessing(tx, contractId, client(0.92).now)
  await markDelivered(tx, contractId, client(0.94).now)
  await releaseEscrow(client(0.999), contractId)
  if (!review) return
  const { reply, ...words } = review
  const { id } = await reviewContract(client(1), { contractId, ...words })
  if (reply) await replyToReview(vendor, { reviewId: id, reply })
}

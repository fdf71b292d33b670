/** Approvals of payments for offers: whether one is needed, asking for it, deciding on it. */
import {
  type Approval,
  feeCents,
  PLATFORM_FEE_BPS,
  type PurchaseReferences,
} from '@semblance/contract'
import { requireMemberOrganization } from '../../core/api/service.ts'
import { getOfferForParty, lockOffer, type OfferWithRequest } from '../../market/offers/service.ts'
import {
  approverOf,
  findApproval,
  findLatest,
  findRules,
  keepReferences,
  neededFor,
  openApproval,
  recordDecision,
  referencesOf,
} from '../../people/spending/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { getCheckout } from '../payments/service.ts'
import { presentApproval } from './view.ts'

/** Returns what is to be paid for an offer, fee included: all of it, or what is due on its contract. */
async function amountOf(ctx: Ctx, offer: OfferWithRequest): Promise<bigint> {
  if (offer.status === 'accepted') return (await getCheckout(ctx, offer.id)).totalCents
  return offer.price_cents + feeCents(offer.price_cents, PLATFORM_FEE_BPS)
}

const isPayable = ({ status }: OfferWithRequest) => status === 'pending' || status === 'accepted'

/** Returns what the caller needs to pay for a received offer. */
export async function getNeed(ctx: Ctx, offerId: string) {
  const client = requireMemberOrganization(ctx, 'client')
  const offer = await getOfferForParty(ctx, offerId)
  if (offer.client !== client) throw new AppError('not_found')
  const amountCents = isPayable(offer) ? await amountOf(ctx, offer) : 0n
  const { tx, now } = ctx
  const { userId } = ctx.actor
  const found = await withSystemRole(tx, async () => {
    const rules = await findRules(tx, client)
    const purchase = { client, offerId, revision: offer.revision, amountCents, now }
    const needed =
      rules && amountCents > 0n ? await neededFor(tx, rules, { ...purchase, userId }) : null
    const isGiven =
      rules !== null &&
      needed !== null &&
      (await approverOf(tx, rules, { ...purchase, needed })) !== null
    const latest = await findLatest(tx, offerId)
    const references = await referencesOf(tx, offerId)
    return { rules, needed: isGiven ? null : needed, latest, references }
  })
  const { rules, needed, latest, references } = found
  return {
    needed: needed && { reason: needed.reason, limitCents: needed.limitCents, amountCents },
    approval: latest && (await presentApproval(ctx, client, latest.id)),
    revision: offer.revision,
    needsPurchaseOrder: rules?.needs_purchase_order ?? false,
    needsCostCenter: rules?.needs_cost_center ?? false,
    references,
  }
}

/** Asks for the approval of an offer as it is. Throws offer_changed, offer_decided, proposal_pending, and what `openApproval` does. */
export async function askApproval(
  ctx: Ctx,
  input: Partial<PurchaseReferences> & { offerId: string; revision: number; note: string },
): Promise<Approval> {
  const client = requireMemberOrganization(ctx, 'client')
  const offer = await lockOffer(ctx, input.offerId, { client })
  if (!isPayable(offer)) throw new AppError('offer_decided')
  if (offer.revision !== input.revision) throw new AppError('offer_changed')
  if (offer.proposal_id) throw new AppError('proposal_pending')
  const amountCents = await amountOf(ctx, offer)
  if (amountCents === 0n) throw new AppError('approval_not_needed')
  await keepReferences(ctx.tx, { client, offerId: offer.id }, input)
  const id = await openApproval(ctx, {
    client,
    offerId: offer.id,
    revision: offer.revision,
    amountCents,
    note: input.note,
    title: offer.dpr_title,
  })
  return await presentApproval(ctx, client, id)
}

/** Decides on an approval; the offer is locked first, as by a payment of it. */
export async function decideApproval(
  ctx: Ctx,
  { id, decision, comment }: { id: string; decision: 'approve' | 'decline'; comment: string },
): Promise<Approval> {
  const client = requireMemberOrganization(ctx, 'client')
  const known = await withSystemRole(ctx.tx, () => findApproval(ctx.tx, client, id))
  if (!known) throw new AppError('not_found')
  const offer = await lockOffer(ctx, known.offer_id, { client })
  const isCurrent = isPayable(offer) && offer.revision === known.revision
  const title = offer.dpr_title
  await recordDecision(ctx, { organization: client, id, decision, comment, isCurrent, title })
  return await presentApproval(ctx, client, id)
}

/** Offers: what vendors answer requests with, and what clients decide about them. */
import type { OfferStatus, offerForm, ReceivedOffer, SentOffer } from '@semblance/contract'
import type { z } from 'zod'
import { memberOrg, readerOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/cursor.ts'
import { asSystem } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { drawUpContract } from '../contracts/service.ts'
import { recordOffer } from '../dprs/service.ts'
import { notify } from '../notifications/service.ts'
import {
  closePendingOffers,
  decideOffer,
  findReceivedOffer,
  getSentOffer,
  insertOffer,
  listReceived,
  listSent,
  type ReceivedOfferRow,
  type SentOfferRow,
} from './queries.ts'

export async function submitOffer(ctx: Ctx, form: z.infer<typeof offerForm>): Promise<SentOffer> {
  const vendor = memberOrg(ctx, 'vendor')
  const dpr = await recordOffer(ctx.tx, form.dprId, vendor)
  const { id } = await insertOffer(ctx.tx, {
    dpr_id: dpr.id,
    client: dpr.client,
    vendor,
    created_by: ctx.actor.userId,
    price_cents: form.priceCents,
    timeline_days: form.timelineDays,
    description: form.description,
  })
  await notify(ctx, {
    organizationId: dpr.client,
    type: 'offer',
    title: 'New offer received',
    message: `${ctx.actor.organization!.name} sent an offer on ${dpr.title}.`,
    path: `/vendor-offers/${dpr.id}`,
    mail: true,
  })
  return toSentOffer(await getSentOffer(ctx.tx, id))
}

export async function listReceivedOffers(ctx: Ctx, input: Page & { dprId?: string }) {
  const client = readerOrg(ctx, 'client')
  const after = decodeCursor(input.cursor)
  const rows = await listReceived(ctx.tx, client, { ...input, after })
  return pageOf(rows, input.limit, positionOf, toReceivedOffer)
}

export async function listSentOffers(ctx: Ctx, input: Page & { status?: OfferStatus }) {
  const vendor = readerOrg(ctx, 'vendor')
  const after = decodeCursor(input.cursor)
  const rows = await listSent(ctx.tx, vendor, { ...input, after })
  return pageOf(rows, input.limit, positionOf, toSentOffer)
}

/** Accepts a pending offer and draws up its contract; one per request can be accepted. */
export async function acceptOffer(ctx: Ctx, offerId: string): Promise<{ contractId: string }> {
  const offer = await decide(ctx, offerId, { status: 'accepted', decided_at: ctx.now })
  const contract = await drawUpContract(ctx.tx, offer, offer.dpr_title)
  await notify(ctx, {
    organizationId: offer.vendor,
    type: 'offer',
    title: 'Offer accepted',
    message: `Your offer on ${offer.dpr_title} was accepted. You will be told as soon as the client has paid into escrow.`,
    path: '/vendor-my-offers',
    mail: true,
  })
  return { contractId: contract.id }
}

export async function rejectOffer(
  ctx: Ctx,
  input: { offerId: string; reason?: string },
): Promise<{ offerId: string }> {
  const offer = await decide(ctx, input.offerId, {
    status: 'rejected',
    rejected_as: 'declined',
    reject_reason: input.reason || null,
    decided_at: ctx.now,
  })
  await notify(ctx, {
    organizationId: offer.vendor,
    type: 'offer',
    title: 'Offer declined',
    message: `Your offer on ${offer.dpr_title} was declined.${input.reason ? ` Reason: ${input.reason}` : ''}`,
    path: '/vendor-my-offers',
    mail: true,
  })
  return { offerId: offer.id }
}

/** Closes what is still pending on a request that has found its vendor, and tells those who lost. */
export async function closeRivals(ctx: Ctx, dprId: string, title: string): Promise<void> {
  const rivals = await asSystem(ctx.tx, () => closePendingOffers(ctx.tx, dprId, ctx.now))
  for (const { vendor } of rivals)
    await notify(ctx, {
      organizationId: vendor,
      type: 'offer',
      title: 'Offer not selected',
      message: `The client has chosen another offer on ${title}.`,
      path: '/vendor-my-offers',
    })
}

async function decide(ctx: Ctx, offerId: string, decision: Parameters<typeof decideOffer>[3]) {
  const client = memberOrg(ctx, 'client')
  const offer = await decideOffer(ctx.tx, offerId, client, decision)
  if (offer) return offer
  const known = await findReceivedOffer(ctx.tx, offerId, client)
  throw new AppError(known ? 'offer_decided' : 'not_found')
}

const positionOf = (row: SentOfferRow | ReceivedOfferRow) => ({ at: row.created_at, id: row.id })

function toOffer(row: SentOfferRow | ReceivedOfferRow) {
  return {
    id: row.id,
    dprId: row.dpr_id,
    dprTitle: row.dpr_title,
    priceCents: row.price_cents,
    timelineDays: row.timeline_days,
    description: row.description,
    status: row.status,
    rejectedAs: row.rejected_as,
    rejectReason: row.reject_reason,
    createdAt: row.created_at,
    contractId: row.contract_id,
  }
}

function toSentOffer(row: SentOfferRow): SentOffer {
  return { ...toOffer(row), clientName: row.client_name ?? 'Closed account' }
}

function toReceivedOffer(row: ReceivedOfferRow): ReceivedOffer {
  return {
    ...toOffer(row),
    vendor: {
      id: row.vendor,
      slug: row.vendor_slug ?? '',
      name: row.vendor_name ?? 'Closed account',
      city: row.vendor_city ?? '',
      country: row.vendor_country ?? '',
      rating: row.rating === null ? null : Number(row.rating),
      completedContracts: row.completed_contracts,
    },
    dprBudgetMinCents: row.budget_min_cents,
    dprBudgetMaxCents: row.budget_max_cents,
    dprTimelineDays: row.dpr_timeline_days,
    funded: row.funded_at !== null,
  }
}

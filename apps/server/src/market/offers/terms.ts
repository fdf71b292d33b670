/** The terms of an offer and the only way they change: under a lock, recorded as a revision. */
import {
  applyProposal,
  diffTerms,
  diffValues,
  type OfferChange,
  offerCan,
  offerFields,
  type PaymentStructure,
  type PriceTerms,
  type ProposedTerms,
  priceTermsProblem,
  type Requirements,
  type TermChange,
  type Terms,
} from '@semblance/contract'
import { announceEvent } from '../../core/webhooks/service.ts'
import { supersedeApprovals } from '../../people/spending/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { applyTerms, drawAgreement } from '../contracts/service.ts'
import { agreeToProposal, agreeToRevision, type RevisionConsent } from './agreements.ts'
import { offerValues, recordOfferTerms, termsAgreed } from './leaves.ts'
import {
  findOfferOf,
  insertRevision,
  lockOfferRow,
  type OfferRow,
  type OfferTermsUpdate,
  type OfferWithRequest,
  type Owner,
  updateTerms,
} from './queries.ts'
import { copyLastSeenRevision } from './received-queries.ts'
import { termsOf } from './terms-of.ts'

export { termsOf } from './terms-of.ts'

/**
 * Locks and returns the offer with its request and contract. Throws not_found unless `owner` owns
 * it.
 */
export async function lockOffer(
  ctx: Pick<Ctx, 'tx'>,
  offerId: string,
  owner: Owner,
): Promise<OfferWithRequest> {
  const offer = await withSystemRole(ctx.tx, async () => {
    // Two statements: the second sees what the holder of the lock before had done.
    const known = await lockOfferRow(ctx.tx, offerId)
    return known && (await findOfferOf(ctx.tx, offerId, owner))
  })
  if (!offer) throw new AppError('not_found')
  return offer
}

/** Throws purchase_fixed and revision_fixed for offers whose terms stay as a listing or a subscription states them. */
export function requireNegotiable(offer: OfferWithRequest): void {
  if (offer.listing_id) throw new AppError('purchase_fixed')
  if (offer.subscription_id) throw new AppError('revision_fixed')
}

/**
 * Changes an offer's terms on behalf of one of its parties, and its contract with them; the caller has checked that
 * the other party agrees, and says how the caller consents; null: that is not recorded. Throws terms_changed when there is a newer revision, terms_fixed, payment_underway, price_below_released,
 * nothing_proposed, and what `checkPriceTerms` does.
 */
export async function changeTerms(
  ctx: Ctx,
  input: {
    offerId: string
    baseRevision: number
    changes: ProposedTerms
    changedBy: string
    consent: RevisionConsent | null
  },
): Promise<OfferRow> {
  const { baseRevision, changes, changedBy, consent } = input
  const offer = await lockOffer(ctx, input.offerId, { parties: [changedBy] })
  requireNegotiable(offer)
  if (offer.revision !== baseRevision) throw new AppError('terms_changed')
  if (!offerCan.changeTerms(offer.status, offer.contract_status)) throw new AppError('terms_fixed')
  const current = termsOf(offer)
  const changed = diffTerms(current, changes)
  if (changed.length === 0) throw new AppError('nothing_proposed')
  const next = applyProposal(current, changes)
  checkPriceTerms(next, offer.payment_structure)
  const update = updateOf(offer, next, changed)
  const revised = await saveRevision(ctx, offer, { update, changedBy, consent })
  const { userId } = ctx.actor
  if (userId) await withSystemRole(ctx.tx, () => copyLastSeenRevision(ctx.tx, revised, userId))
  return revised
}

/** Consents for the caller to what a proposal would make of a locked offer. Returns the SHA-256 of the agreement. */
export async function proposeTerms(
  ctx: Ctx,
  offer: OfferWithRequest,
  changes: ProposedTerms,
): Promise<string> {
  requireNegotiable(offer)
  const current = termsOf(offer)
  const update = updateOf(offer, applyProposal(current, changes), diffTerms(current, changes))
  return await agreeToProposal(ctx, { ...offer, ...update, revision: offer.revision + 1 })
}

type Revision = {
  update: OfferTermsUpdate
  changedBy: string
  consent: RevisionConsent | null
}

/**
 * Writes the next revision of a locked offer, copies its terms to the contract and publishes the
 * change to both parties. Throws terms_changed.
 */
export async function saveRevision(
  ctx: Ctx,
  offer: OfferWithRequest,
  { update, changedBy, consent }: Revision,
): Promise<OfferRow> {
  const revised = await withSystemRole(ctx.tx, async () => {
    const row = await updateTerms(ctx.tx, offer, { ...update, changed_at: ctx.now })
    if (!row) throw new AppError('terms_changed')
    await insertRevision(ctx.tx, {
      offer_id: row.id,
      revision: row.revision,
      changed_by: changedBy,
      changes: JSON.stringify(diffOfferTerms(offer, row)),
      created_at: ctx.now,
    })
    return row
  })
  await supersedeApprovals(ctx, offer.id, offer.dpr_title)
  recordOfferTerms(ctx.tx, revised, changedBy === offer.vendor ? 'vendor' : 'client')
  const agreementSha256 = await agreeToRevision(ctx, revised, consent)
  const contract = await applyTerms(ctx.tx, offer.id, termsOf(revised))
  const parties = [{ organization: offer.client }, { organization: offer.vendor }]
  await publish(ctx.tx, parties, { topic: 'offer.changed', id: offer.id })
  const { revision } = revised
  const about = { offerId: offer.id, dprId: offer.dpr_id, revision }
  announceEvent(ctx.tx, [offer.client, offer.vendor], 'offer.changed', about)
  if (contract) {
    await drawAgreement(ctx, termsAgreed(revised, { contractId: contract.id, agreementSha256 }))
    const oldPriceCents = offer.price_cents
    await ctx.platform.hooks.onContractPriceChanged(ctx, { contractId: contract.id, oldPriceCents })
    await publish(ctx.tx, parties, { topic: 'contract.changed', id: contract.id })
  }
  return revised
}

/** Throws price_terms_incomplete, target_below_minimum or floor_below_released for terms that cannot be offered. */
export function checkPriceTerms(
  terms: Omit<PriceTerms, 'priceCents'>,
  structure: PaymentStructure,
): void {
  const problem = priceTermsProblem(terms, structure)
  if (problem) throw new AppError(problem)
}

function updateOf(offer: OfferRow, next: Terms, changed: TermChange[]) {
  return {
    ...columnsOf(next),
    ...(changed.some(({ field }) => field === 'timeline') && { timeline_unit: 'days' as const }),
    // The services are a part of the price, and a price below them pays for none.
    ...(offer.additional_services_cents >= next.priceCents && { additional_services_cents: 0n }),
  }
}

function columnsOf(terms: Terms) {
  return {
    price_cents: terms.priceCents,
    timeline_days: terms.timelineDays,
    data_formats: terms.dataFormats,
    sample_records: terms.sampleRecords,
    min_accuracy_percent: terms.minAccuracyPercent,
    target_accuracy_percent: terms.targetAccuracyPercent,
    floor_price_percent: terms.floorPricePercent,
    privacy_level: terms.privacyLevel,
    more_rows: terms.moreRows,
    license: terms.license,
  }
}

type RequestRow = Pick<
  OfferWithRequest,
  | 'budget_min_cents'
  | 'budget_max_cents'
  | 'asked_timeline_days'
  | 'asked_format'
  | 'asked_sample_records'
  | 'asked_accuracy_percent'
  | 'asked_privacy_level'
  | 'asked_more_rows'
  | 'asked_license'
>

export function requirementsOf(row: RequestRow): Requirements {
  return {
    budgetMinCents: row.budget_min_cents,
    budgetMaxCents: row.budget_max_cents,
    timelineDays: row.asked_timeline_days,
    deliveryFormat: row.asked_format,
    sampleRecords: row.asked_sample_records,
    minAccuracyPercent: row.asked_accuracy_percent,
    privacyLevel: row.asked_privacy_level,
    moreRows: row.asked_more_rows,
    license: row.asked_license,
  }
}

/** Returns what differs, in the order of `offerFields`. */
export const diffOfferTerms = (before: OfferRow, after: OfferRow): OfferChange[] =>
  diffValues(offerFields, offerValues(before), offerValues(after))

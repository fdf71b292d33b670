/** The terms of an offer and the only way they change: under a lock, recorded as a revision. */
import {
  changedTerms,
  deliveryMethods,
  type OfferChange,
  type OfferField,
  offerCan,
  offerFieldLabels,
  offerFields,
  type ProposedTerms,
  paymentStructures,
  type Requirements,
  supportPeriods,
  type Terms,
  termText,
  withProposed,
} from '@semblance/contract'
import type { Ctx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { publish } from '../../platform/events.ts'
import { applyTerms } from '../contracts/service.ts'
import { adjustEscrow } from '../escrow/service.ts'
import {
  findOfferOf,
  insertRevision,
  lockOffer,
  type OfferRow,
  type OfferTermsUpdate,
  type OfferWithRequest,
  type Owner,
  updateTerms,
} from './queries.ts'
import { carrySeen } from './received-queries.ts'

/** The offer with its request and contract, kept as it is until the transaction ends; not_found to anyone but `owner`. */
export async function holdOffer(
  ctx: Ctx,
  offerId: string,
  owner: Owner,
): Promise<OfferWithRequest> {
  const offer = await asSystem(ctx.tx, async () => {
    // Two statements: the second sees what the holder of the lock before had done.
    const known = await lockOffer(ctx.tx, offerId)
    return known && (await findOfferOf(ctx.tx, offerId, owner))
  })
  if (!offer) throw new AppError('not_found')
  return offer
}

/**
 * Changes an offer's terms on behalf of one of its parties, and its contract with them; the caller has checked that
 * the other party agrees. Throws terms_changed when there is a newer revision, terms_fixed, payment_underway, price_below_released and
 * nothing_proposed.
 */
export async function changeTerms(
  ctx: Ctx,
  input: { offerId: string; baseRevision: number; changes: ProposedTerms; changedBy: string },
): Promise<OfferRow> {
  const { baseRevision, changes, changedBy } = input
  const offer = await holdOffer(ctx, input.offerId, { parties: [changedBy] })
  if (offer.revision !== baseRevision) throw new AppError('terms_changed')
  if (!offerCan.changeTerms(offer.status, offer.contract_status)) throw new AppError('terms_fixed')
  const current = termsOf(offer)
  const changed = changedTerms(current, changes)
  if (changed.length === 0) throw new AppError('nothing_proposed')
  const next = withProposed(current, changes)
  const revised = await revise(ctx, offer, {
    update: {
      ...columnsOf(next),
      ...(changed.includes('timeline') && { timeline_unit: 'days' as const }),
      // The services are a part of the price, and a price below them pays for none.
      ...(offer.additional_services_cents >= next.priceCents && { additional_services_cents: 0n }),
    },
    changedBy,
  })
  const { userId } = ctx.actor
  if (userId) await asSystem(ctx.tx, () => carrySeen(ctx.tx, revised, userId))
  return revised
}

/** Writes the next revision of a held offer, carries its terms over to the contract and tells both parties' browsers. */
export async function revise(
  ctx: Ctx,
  offer: OfferWithRequest,
  { update, changedBy }: { update: OfferTermsUpdate; changedBy: string },
): Promise<OfferRow> {
  const revised = await asSystem(ctx.tx, async () => {
    const row = await updateTerms(ctx.tx, offer, { ...update, changed_at: ctx.now })
    if (!row) throw new AppError('terms_changed')
    await insertRevision(ctx.tx, {
      offer_id: row.id,
      revision: row.revision,
      changed_by: changedBy,
      changes: JSON.stringify(changesBetween(offer, row)),
      created_at: ctx.now,
    })
    return row
  })
  const { priceCents, timelineDays } = termsOf(revised)
  const contract = await applyTerms(ctx.tx, offer.id, { priceCents, timelineDays })
  const parties = [{ organization: offer.client }, { organization: offer.vendor }]
  await publish(ctx.tx, parties, { topic: 'offer.changed', id: offer.id })
  if (contract) {
    await adjustEscrow(ctx, offer.price_cents, contract)
    await publish(ctx.tx, parties, { topic: 'contract.changed', id: contract.id })
  }
  return revised
}

export function termsOf(row: OfferRow): Terms {
  return {
    priceCents: row.price_cents,
    timelineDays: row.timeline_days,
    dataFormats: row.data_formats,
    sampleRecords: row.sample_records,
    minAccuracyPercent: row.min_accuracy_percent,
    privacyLevel: row.privacy_level,
  }
}

function columnsOf(terms: Terms) {
  return {
    price_cents: terms.priceCents,
    timeline_days: terms.timelineDays,
    data_formats: terms.dataFormats,
    sample_records: terms.sampleRecords,
    min_accuracy_percent: terms.minAccuracyPercent,
    privacy_level: terms.privacyLevel,
  }
}

export function requirementsOf(row: OfferWithRequest): Requirements {
  return {
    budgetMinCents: row.budget_min_cents,
    budgetMaxCents: row.budget_max_cents,
    timelineDays: row.asked_timeline_days,
    deliveryFormat: row.asked_format,
    sampleRecords: row.asked_sample_records,
    minAccuracyPercent: row.asked_accuracy_percent,
    privacyLevel: row.asked_privacy_level,
  }
}

/** What differs, as people read it, in the order of `offerFields`. */
export function changesBetween(before: OfferRow, after: OfferRow): OfferChange[] {
  return offerFields
    .map((field) => ({
      field,
      label: offerFieldLabels[field],
      from: fieldText(field, before),
      to: fieldText(field, after),
    }))
    .filter(({ from, to }) => from !== to)
}

function fieldText(field: OfferField, row: OfferRow): string {
  switch (field) {
    case 'services':
      return termText('price', { ...termsOf(row), priceCents: row.additional_services_cents })
    case 'description':
      return row.description
    case 'deliverables':
      return row.deliverables.join('; ')
    case 'payment':
      return paymentStructures[row.payment_structure]
    case 'delivery':
      return deliveryMethods[row.delivery_method]
    case 'support':
      return supportPeriods[row.support_period]
    case 'sample':
      return row.sample_description ?? 'None'
    default:
      return termText(field, termsOf(row))
  }
}

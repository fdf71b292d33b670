/** A contract from its drawing up to its end, step by step. */
import {
  feeCents,
  floorCents,
  MAX_CHANGE_REQUESTS,
  type MeasuredAccuracy,
  offerCan,
  PLATFORM_FEE_BPS,
  type PriceTerms,
  priceSlope,
} from '@semblance/contract'
import { sql } from 'kysely'
import { requireMemberOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { markDprAccepted, markDprCompleted, markDprReady } from '../dprs/service.ts'
import { contractMoney } from './balances.ts'
import {
  answerChangeRequests,
  countChangeRequests,
  insertChangeRequest,
} from './change-request-queries.ts'
import { getContractForParty } from './parties.ts'
import { deliveredAccuracy, dueAt, noDuePrice } from './pricing/due-price.ts'
import {
  type ContractRow,
  findPriceTerms,
  insertContract,
  lockContract,
  lockContractOfOffer,
  updateContractTerms,
} from './queries.ts'
import { moveSuspended } from './suspension.ts'
import { move, partiesOf, pauseReviewDeadline } from './transition.ts'

/** Draws up the contract of an offer the caller has just accepted, at the platform's present fee; `offers` notifies both parties. */
export async function createContract(
  tx: Tx,
  offer: {
    id: string
    dpr_id: string
    client: string
    vendor: string
    price_cents: bigint
    timeline_days: number
  },
  { title, reviewDays }: { title: string; reviewDays: number },
): Promise<ContractRow> {
  const { id, dpr_id, client, vendor, price_cents, timeline_days } = offer
  return await insertContract(tx, {
    offer_id: id,
    dpr_id,
    client,
    vendor,
    title,
    price_cents,
    fee_bps: PLATFORM_FEE_BPS,
    fee_cents: feeCents(price_cents, PLATFORM_FEE_BPS),
    timeline_days,
    review_days: reviewDays,
  })
}

/**
 * Applies an offer's changed terms to its contract, and the amount in escrow follows. Null if there
 * is no contract yet. A delivery that waits for its review costs what the new terms say. Throws
 * terms_fixed, and floor_below_released where more than the new floor has been released. `offers`
 * notifies both parties.
 */
export async function applyTerms(
  tx: Tx,
  offerId: string,
  terms: PriceTerms & { timelineDays: number },
): Promise<ContractRow | null> {
  return await withSystemRole(tx, async () => {
    const contract = await lockContractOfOffer(tx, offerId)
    if (!contract) return null
    if (!offerCan.changeTerms('accepted', contract.status)) throw new AppError('terms_fixed')
    const { releasedCents } = (await contractMoney(tx, [contract.id]))(contract.id)
    if (priceSlope(terms) && floorCents(terms) < releasedCents)
      throw new AppError('floor_below_released')
    return await updateContractTerms(tx, contract.id, {
      ...dueAt(terms, deliveredAccuracy(contract)),
      price_cents: terms.priceCents,
      fee_cents: feeCents(terms.priceCents, contract.fee_bps),
      timeline_days: terms.timelineDays,
    })
  })
}

/** Claims the one release of a contract, which completes it and its request; null when it is not awaiting review. */
export async function claimRelease(tx: Tx, contractId: string, now: Date) {
  const contract = await move(tx, contractId, 'pending_review', {
    status: 'completed',
    stage: null,
    completed_at: now,
    ...pauseReviewDeadline,
  })
  if (contract) await markDprCompleted(tx, contract.dpr_id)
  return contract
}

/** Ends a contract that nothing was delivered on; null when its status is not `from`. */
export async function claimCancellation(
  tx: Tx,
  contractId: string,
  from: 'awaiting_payment' | 'in_progress',
  now: Date,
) {
  return await move(tx, contractId, from, {
    status: 'cancelled',
    stage: null,
    cancelled_at: now,
    resumes_as: null,
    review_left: null,
  })
}

/** Records that the vendor has started to upload; does nothing the second time. */
export async function markSubmissionStarted(tx: Tx, contractId: string): Promise<void> {
  await transitionToSubmission(tx, contractId, 'in_progress')
}

/** Records that the upload is complete and synthesis starts. */
export async function markProcessing(tx: Tx, contractId: string, now: Date): Promise<void> {
  const moved = await move(tx, contractId, 'in_progress', {
    status: 'synthetic_processing',
    stage: 'quality_review',
    submitted_at: now,
  })
  if (!moved) throw new AppError('not_awaiting_delivery')
}

/** Returns a contract to its vendor after a refused or failed synthesis. */
export async function markReturnedToVendor(tx: Tx, contractId: string): Promise<void> {
  await transitionToSubmission(tx, contractId, 'synthetic_processing')
}

/**
 * Moves a contract with a validated dataset to the client's review, and stores its accuracy, null if
 * it was not measured, and what it costs by that. This answers the client's requests for changes.
 * Throws not_awaiting_delivery.
 */
export async function markDelivered(
  tx: Tx,
  contractId: string,
  { accuracy, now }: { accuracy: MeasuredAccuracy | null; now: Date },
): Promise<void> {
  const due = await withSystemRole(tx, async () => {
    await lockContract(tx, contractId) // a change of terms waits, and computes the price again
    return dueAt(await findPriceTerms(tx, contractId), accuracy)
  })
  const contract = await move(tx, contractId, 'synthetic_processing', {
    status: 'pending_review',
    stage: null,
    delivered_at: now,
    ...due,
    review_ends_at: sql<Date>`${now}::timestamptz + make_interval(days => review_days)`,
  })
  if (!contract) {
    if (await moveSuspended(tx, contractId, 'pending_review', { delivered_at: now, ...due })) return
    throw new AppError('not_awaiting_delivery')
  }
  await withSystemRole(tx, () => answerChangeRequests(tx, contract.id, now))
  await markDprReady(tx, contract.dpr_id)
}

/** Returns contract and request to the vendor, because the client asks for changes. */
export async function requestChangesTransition(
  ctx: Ctx,
  input: { contractId: string; reason: string },
): Promise<{ contract: ContractRow; changeRequestsLeft: number }> {
  const { tx, now } = ctx
  const client = requireMemberOrganization(ctx, 'client')
  const before = await getContractForParty(ctx, input.contractId)
  if (before.client !== client) throw new AppError('not_found')
  if (before.status === 'disputed') throw new AppError('contract_disputed')
  const contract = await transitionToRework(tx, before.id)
  const asked = await countChangeRequests(tx, contract.id)
  if (asked >= MAX_CHANGE_REQUESTS) throw new AppError('changes_used_up')
  await withSystemRole(tx, () =>
    insertChangeRequest(tx, {
      contract_id: contract.id,
      client,
      vendor: contract.vendor,
      user_id: ctx.actor.userId,
      reason: input.reason,
      created_at: now,
    }),
  )
  await markDprAccepted(tx, contract.dpr_id)
  const about = { contractId: contract.id }
  announceEvent(tx, partiesOf(contract), 'delivery.changes_requested', about)
  await notify(ctx, {
    organizationId: contract.vendor,
    type: 'contract',
    title: 'Changes requested',
    message: `The client asks for changes to your delivery for ${contract.title}: ${input.reason}`,
    path: `/data-upload/${contract.id}`,
    mail: true,
  })
  return { contract, changeRequestsLeft: MAX_CHANGE_REQUESTS - asked - 1 }
}

async function transitionToRework(tx: Tx, contractId: string): Promise<ContractRow> {
  const contract = await move(tx, contractId, 'pending_review', {
    status: 'in_progress',
    stage: 'data_submission',
    submitted_at: null,
    delivered_at: null,
    ...noDuePrice,
    ...pauseReviewDeadline,
  })
  if (!contract) throw new AppError('not_awaiting_review')
  return contract
}

async function transitionToSubmission(
  tx: Tx,
  contractId: string,
  from: 'in_progress' | 'synthetic_processing',
): Promise<void> {
  const moved = await move(tx, contractId, from, {
    status: 'in_progress',
    stage: 'data_submission',
    submitted_at: null,
  })
  if (moved) return
  if (await moveSuspended(tx, contractId, 'in_progress', { submitted_at: null })) return
  throw new AppError('not_awaiting_delivery')
}

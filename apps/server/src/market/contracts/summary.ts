import type { ContractSummary, Side } from '@semblance/contract'
import type { ContractMoney } from './balances.ts'
import type { ChangeRequestRow } from './change-request-queries.ts'
import type { MilestoneRow } from './milestone-queries.ts'
import { deliveryDue, milestonesOf, progressPercent } from './milestones.ts'
import { duePriceOf } from './pricing/due-price.ts'
import type { NamedContract } from './queries.ts'

type Parts = {
  /** The reader's. */
  side: Side
  money: ContractMoney
  agreed: MilestoneRow[]
  changeRequests: ChangeRequestRow[]
}

export function toSummary(row: NamedContract, parts: Parts, now: Date): ContractSummary {
  const milestones = milestonesOf(row, parts.agreed, now)
  const open = parts.changeRequests.find(({ answered_at }) => answered_at === null)
  return {
    id: row.id,
    offerId: row.offer_id,
    dprId: row.dpr_id,
    title: row.title,
    clientName: row.client_name ?? 'Closed account',
    vendorName: row.vendor_name ?? 'Closed account',
    clientSlug: row.client_slug,
    vendorSlug: row.vendor_slug,
    priceCents: row.price_cents,
    feeCents: parts.side === 'client' ? row.fee_cents : null,
    feeBps: row.fee_bps,
    duePrice: duePriceOf(row),
    heldCents: parts.money.heldCents,
    releasedCents: parts.money.releasedCents,
    isPaymentUnderway: parts.money.pendingCents > 0n,
    status: row.status,
    stage: row.stage,
    progressPercent: progressPercent(milestones),
    startDate: row.funded_at,
    deliveryDate: deliveryDue(row, now),
    deliveredAt: row.delivered_at,
    reviewEndsAt: row.review_ends_at,
    milestones,
    openChangeRequest: open ? { reason: open.reason, createdAt: open.created_at } : null,
  }
}

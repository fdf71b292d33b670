/**
 * Manages Data Procurement Requests: clients post them, all users browse them, and the outcomes of
 * their offers change their status.
 */
import {
  type DprDetail,
  type DprForm,
  type DprStatus,
  type DprSummary,
  MAX_OPEN_DAYS,
  type OwnDpr,
} from '@semblance/contract'
import { requireMemberOrganization } from '../../core/api/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { record } from '../../platform/transparency/record.ts'
import { getOwnDpr, marketReader } from './access.ts'
import { claimEnd, hasAcceptedOffer, moveSampleClosings, updateClosing } from './closing-queries.ts'
import { deleteDraft } from './draft-queries.ts'
import type { OwnDprRow } from './list-queries.ts'
import {
  countOffer,
  type DprDetailRow,
  type DprSummaryRow,
  findDpr,
  findDprDetail,
  insertDataContract,
  insertDpr,
  setDprStatus,
} from './queries.ts'

export { getOwnDpr } from './access.ts'
export { backdateDpr, backdateInvitation, backdateQuestion } from './backfill.ts'
export { listOverdueDprs } from './closing-queries.ts'
export { saveDraft } from './drafts.ts'
export { inviteVendor } from './invitations.ts'
export { closePurchase, createPurchaseRequest, isPurchase, purchasedBy } from './purchases.ts'
export { answerQuestion, askQuestion } from './questions.ts'

const DAY_MS = 86_400_000

export async function createDpr(
  ctx: Ctx,
  form: DprForm & { draftId?: string },
): Promise<DprSummary> {
  const client = requireMemberOrganization(ctx, 'client')
  const row = await insertDpr(ctx.tx, {
    client,
    created_by: ctx.actor.userId,
    title: form.title,
    category: form.category,
    description: form.description,
    use_case: form.useCase,
    compliance_requirements: form.complianceRequirements,
    delivery_format: form.deliveryFormat,
    contacts: form.contacts,
    notes: form.notes || null,
    budget_min_cents: form.budgetMinCents,
    budget_max_cents: form.budgetMaxCents,
    timeline_days: form.timelineDays,
    specifications: form.specifications,
    technical_requirements: form.technicalRequirements,
    deliverables: form.deliverables,
    min_records: form.minRecords === null ? null : BigInt(form.minRecords),
    min_accuracy_percent: form.minAccuracyPercent,
    sample_records: form.sampleRecords,
    privacy_level: form.privacyLevel,
    more_rows: form.moreRows,
    license: form.license,
    vendor_min_rating: form.vendorMinRating,
    vendor_min_completed: form.vendorMinCompleted,
    vendor_preferences: form.vendorPreferences,
    closes_at: closingDate(ctx, form.closesInDays),
    review_days: form.reviewDays,
  })
  if (form.dataContract) await insertDataContract(ctx.tx, row.id, form.dataContract)
  if (form.draftId) await deleteDraft(ctx.tx, form.draftId)
  recordRequest(ctx.tx, { id: row.id, client }, form)
  await enqueue(ctx.tx, 'search.match', { dprId: row.id })
  announceEvent(ctx.tx, [client], 'dpr.published', { dprId: row.id })
  await publish(ctx.tx, { organization: client }, { topic: 'dpr.changed', id: row.id })
  return toSummary(row)
}

/** Records the terms of a request as a leaf: all that was posted, without the people to contact. */
function recordRequest(
  tx: Tx,
  { id, client }: { id: string; client: string },
  { contacts: _contacts, draftId: _draftId, ...terms }: DprForm & { draftId?: string },
): void {
  record(tx, { type: 'request.posted', audience: 'both', deal: id, client, body: { terms } })
}

export async function getDpr(ctx: Ctx, dprId: string): Promise<DprDetail> {
  const row = await findDprDetail(ctx.tx, dprId, marketReader(ctx))
  if (!row) throw new AppError('not_found')
  return toDetail(row, ctx.actor.readsAs.client)
}

/** Extends the period for offers to a number of days from today, never a shorter one. */
export async function extendDpr(
  ctx: Ctx,
  input: { dprId: string; closesInDays: number },
): Promise<{ closesAt: Date }> {
  const client = requireMemberOrganization(ctx, 'client')
  const dpr = await getOwnDpr(ctx, input.dprId, client)
  const closesAt = closingDate(ctx, input.closesInDays)
  if (closesAt <= dpr.closes_at)
    throw new AppError('bad_input', {
      field: 'closesInDays',
      message: 'It takes offers for longer than that already',
    })
  const moved = await withSystemRole(ctx.tx, () =>
    updateClosing(ctx.tx, { id: dpr.id, client, closesAt }),
  )
  if (!moved) throw new AppError('dpr_closed')
  await publish(ctx.tx, { organization: client }, { topic: 'dpr.changed', id: dpr.id })
  return { closesAt }
}

const closingDate = ({ now }: Pick<Ctx, 'now'>, days: number) =>
  new Date(now.getTime() + days * DAY_MS)

/**
 * Extends the sample requests, so that a sample marketplace that runs for months does not become
 * empty.
 */
export async function extendSampleRequests(tx: Tx, now: Date): Promise<void> {
  const closesAt = closingDate({ now }, MAX_OPEN_DAYS)
  await moveSampleClosings(tx, { until: closingDate({ now }, 1), closesAt })
}

/**
 * Ends a live request; the caller then closes its offers, and calls `refuseAgreed` after that: an acceptance under
 * way is waited for there. Null when the request is not live.
 */
export async function closeDpr(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  dprId: string,
  as: 'cancelled' | 'expired',
) {
  const ended = await withSystemRole(tx, () => claimEnd(tx, dprId, as, now))
  if (!ended) return null
  announceEvent(tx, [ended.client], 'dpr.closed', { dprId: ended.id, as })
  await publish(tx, { organization: ended.client }, { topic: 'dpr.changed', id: ended.id })
  return ended
}

/** Throws dpr_agreed when an offer on the request has been accepted. */
export async function requireNoAgreement(tx: Tx, dprId: string): Promise<void> {
  if (await withSystemRole(tx, () => hasAcceptedOffer(tx, dprId))) throw new AppError('dpr_agreed')
}

/**
 * Counts an offer about to be made on a request, and keeps the request as it is until the transaction ends.
 * Throws not_found, own_dpr or dpr_closed.
 */
export async function recordOffer({ tx, now }: Ctx, dprId: string, vendor: string) {
  return await withSystemRole(tx, async () => {
    const dpr = await findDpr(tx, dprId)
    if (!dpr) throw new AppError('not_found')
    if (dpr.client === vendor) throw new AppError('own_dpr')
    const counted = await countOffer(tx, dprId, now)
    if (!counted) throw new AppError('dpr_closed')
    return counted
  })
}

export const markDprAccepted = (tx: Tx, dprId: string) => moveDpr(tx, dprId, 'accepted')
export const markDprReady = (tx: Tx, dprId: string) => moveDpr(tx, dprId, 'ready_for_download')
export const markDprCompleted = (tx: Tx, dprId: string) => moveDpr(tx, dprId, 'completed')

/** Cancels the request of a contract that was cancelled after payment. */
export async function markDprCancelled(tx: Tx, dprId: string, now: Date): Promise<void> {
  const client = await withSystemRole(tx, () => setDprStatus(tx, dprId, 'cancelled', now))
  announceEvent(tx, [client], 'dpr.closed', { dprId, as: 'cancelled' })
}

async function moveDpr(tx: Tx, dprId: string, status: DprStatus): Promise<void> {
  await withSystemRole(tx, () => setDprStatus(tx, dprId, status))
}

function toSummary(row: DprSummaryRow): DprSummary {
  return {
    id: row.id,
    title: row.title,
    category: row.category,
    status: row.status,
    budgetMinCents: row.budget_min_cents,
    budgetMaxCents: row.budget_max_cents,
    timelineDays: row.timeline_days,
    offersCount: row.offers_count,
    createdAt: row.created_at,
  }
}

export function toOwnDpr(row: OwnDprRow): OwnDpr {
  return {
    ...toSummary(row),
    closesAt: row.closes_at,
    closedAt: row.closed_at,
    isAgreed: Boolean(row.is_agreed),
  }
}

function toDetail(row: DprDetailRow, client: string | null): DprDetail {
  const isOwn = row.client === client
  return {
    ...toOwnDpr(row),
    clientName: row.client_name,
    clientSlug: row.client_slug,
    description: row.description,
    deliveryFormat: row.delivery_format,
    offered: Boolean(row.offered),
    useCase: row.use_case,
    complianceRequirements: row.compliance_requirements,
    specifications: row.specifications,
    technicalRequirements: row.technical_requirements,
    deliverables: row.deliverables,
    minRecords: row.min_records === null ? null : Number(row.min_records),
    minAccuracyPercent: row.min_accuracy_percent,
    sampleRecords: row.sample_records,
    privacyLevel: row.privacy_level,
    moreRows: row.more_rows,
    license: row.license,
    vendorMinRating: row.vendor_min_rating === null ? null : Number(row.vendor_min_rating),
    vendorMinCompleted: row.vendor_min_completed,
    vendorPreferences: row.vendor_preferences,
    reviewDays: row.review_days,
    notes: row.notes,
    contacts: isOwn ? row.contacts : null,
    isOwn,
    invitation: row.invited_at && { message: row.invitation, createdAt: row.invited_at },
    contractId: row.contract_id,
    dataContract: row.data_contract,
  }
}

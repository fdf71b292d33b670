/** Data Procurement Requests: posted by clients, browsed by everyone, moved on by what becomes of their offers. */
import {
  type Category,
  type DprDetail,
  type DprForm,
  type DprStatus,
  type DprSummary,
  type DprTab,
  dprTabStatuses,
  type MarketDpr,
} from '@semblance/contract'
import { memberOrg, readerOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/cursor.ts'
import { asSystem, type Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import {
  countOffer,
  countOwnDprs,
  type DprSummaryRow,
  findDpr,
  findDprDetail,
  insertDpr,
  listMarketDprs,
  listOwnDprs,
  type MarketDprRow,
  setDprStatus,
} from './queries.ts'

export async function createDpr(ctx: Ctx, form: DprForm): Promise<DprSummary> {
  const row = await insertDpr(ctx.tx, {
    client: memberOrg(ctx, 'client'),
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
  })
  return toSummary(row)
}

export async function listDprs(ctx: Ctx, input: Page & { tab: DprTab }) {
  const client = readerOrg(ctx, 'client')
  const after = decodeCursor(input.cursor)
  const statuses = dprTabStatuses[input.tab]
  const rows = await listOwnDprs(ctx.tx, client, { statuses, after, limit: input.limit })
  const byStatus = await countOwnDprs(ctx.tx, client)
  const count = (tab: DprTab) =>
    dprTabStatuses[tab].reduce((sum, status) => sum + (byStatus.get(status) ?? 0), 0)
  return {
    ...pageOf(rows, input.limit, positionOf, toSummary),
    counts: { active: count('active'), fulfilled: count('fulfilled'), pending: count('pending') },
  }
}

export async function browseDprs(ctx: Ctx, input: Page & { search?: string; category?: Category }) {
  const after = decodeCursor(input.cursor)
  const rows = await listMarketDprs(ctx.tx, marketReader(ctx), { ...input, after })
  return pageOf(rows, input.limit, positionOf, toMarketDpr)
}

export async function getDpr(ctx: Ctx, dprId: string): Promise<DprDetail> {
  const row = await findDprDetail(ctx.tx, dprId, marketReader(ctx))
  if (!row) throw new AppError('not_found')
  const isOwn = row.client === ctx.actor.readsAs.client
  return {
    ...toMarketDpr(row),
    useCase: row.use_case,
    complianceRequirements: row.compliance_requirements,
    notes: row.notes,
    contacts: isOwn ? row.contacts : null,
    isOwn,
    contractId: row.contract_id,
  }
}

/**
 * Counts an offer about to be made on a request, and keeps the request as it is until the transaction ends.
 * Throws not_found, own_dpr or dpr_closed.
 */
export async function recordOffer(tx: Tx, dprId: string, vendor: string) {
  return await asSystem(tx, async () => {
    const dpr = await findDpr(tx, dprId)
    if (!dpr) throw new AppError('not_found')
    if (dpr.client === vendor) throw new AppError('own_dpr')
    const counted = await countOffer(tx, dprId)
    if (!counted) throw new AppError('dpr_closed')
    return counted
  })
}

export const markDprAccepted = (tx: Tx, dprId: string) => moveDpr(tx, dprId, 'accepted')
export const markDprReady = (tx: Tx, dprId: string) => moveDpr(tx, dprId, 'ready_for_download')
export const markDprCompleted = (tx: Tx, dprId: string) => moveDpr(tx, dprId, 'completed')

async function moveDpr(tx: Tx, dprId: string, status: DprStatus): Promise<void> {
  await asSystem(tx, () => setDprStatus(tx, dprId, status))
}

/** Both sides may look around the market. */
function marketReader(ctx: Ctx): string {
  return ctx.actor.readsAs.vendor ?? readerOrg(ctx, 'client')
}

const positionOf = (row: DprSummaryRow) => ({ at: row.created_at, id: row.id })

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

function toMarketDpr(row: MarketDprRow): MarketDpr {
  return {
    ...toSummary(row),
    clientName: row.client_name ?? 'Closed account',
    description: row.description,
    deliveryFormat: row.delivery_format,
    offered: Boolean(row.offered),
  }
}

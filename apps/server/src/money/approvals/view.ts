/** Approvals as their organization reads them. */
import {
  type Approval,
  type ApprovalState,
  type approvalDecision,
  type LimitReason,
  PLATFORM_FEE_BPS,
} from '@semblance/contract'
import type { z } from 'zod'
import { requireMemberOrganization } from '../../core/api/service.ts'
import {
  findRules,
  listDecisions,
  listUndecided,
  neededFor,
  type RulesRow,
  type Standing,
  standings,
} from '../../people/spending/service.ts'
import { decodeIdCursor, type Page } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { getListedApproval, type ListedApproval, listApprovals } from './queries.ts'

type DecisionRow = Awaited<ReturnType<typeof listDecisions>>[number]

export async function listOwnApprovals(ctx: Ctx, input: Page & { state: ApprovalState }) {
  const organization = requireMemberOrganization(ctx, 'client')
  const { state, limit } = input
  const after = decodeIdCursor(input.cursor)
  return await withSystemRole(ctx.tx, async () => {
    const rows = await listApprovals(ctx.tx, organization, { state, after, limit })
    const shown = rows.slice(0, limit)
    const items = await present(ctx, organization, shown)
    return { items, nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
  })
}

/** Limits the waiting approvals that are looked at for a count. */
const MAX_COUNTED = 50

/** Counts the approvals that the caller can decide on now, of the oldest ones of the organization. */
export async function countOwnDecisions(ctx: Ctx) {
  const organization = requireMemberOrganization(ctx, 'client')
  const { tx, actor, now } = ctx
  return await withSystemRole(tx, async () => {
    const rules = await findRules(tx, organization)
    const { mayDecide, on } = standings(ctx, organization, rules)
    if (!(await mayDecide())) return { waitingCount: 0, isMore: false }
    const asked = { userId: actor.userId, now, limit: MAX_COUNTED + 1 }
    const rows = await listUndecided(tx, organization, asked)
    const looked = rows.slice(0, MAX_COUNTED)
    const decisions = await listDecisions(tx, idsOf(looked))
    let waitingCount = 0
    for (const row of looked)
      if ((await on(row, ofApproval(decisions, row))).bar === null) waitingCount++
    return { waitingCount, isMore: rows.length > looked.length }
  })
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

const ofApproval = (decisions: DecisionRow[], { id }: { id: string }) =>
  decisions.filter(({ approval }) => approval === id)

/** Returns one approval of the organization, which the caller has checked. */
export async function presentApproval(
  ctx: Ctx,
  organization: string,
  id: string,
): Promise<Approval> {
  return await withSystemRole(ctx.tx, async () => {
    const row = await getListedApproval(ctx.tx, id)
    const [shown] = await present(ctx, organization, [row])
    if (!shown) throw new Error('an approval that was read is gone')
    return shown
  })
}

async function present(ctx: Ctx, organization: string, rows: ListedApproval[]) {
  const rules = await findRules(ctx.tx, organization)
  const decisions = await listDecisions(ctx.tx, idsOf(rows))
  const { on } = standings(ctx, organization, rules)
  const shown: Approval[] = []
  for (const row of rows) {
    const own = ofApproval(decisions, row)
    const standing = row.state === 'waiting' ? await on(row, own) : null
    shown.push(await toApproval(ctx, row, rules, { decisions: own, standing }))
  }
  return shown
}

async function toApproval(
  ctx: Ctx,
  row: ListedApproval,
  rules: RulesRow | null,
  { decisions, standing }: { decisions: DecisionRow[]; standing: Standing | null },
): Promise<Approval> {
  const { tx, actor, now } = ctx
  const isCurrent =
    row.offer_revision === row.revision &&
    ['pending', 'accepted'].includes(row.offer_status) &&
    row.expires_at > now
  const asked = {
    userId: row.asked_by,
    client: row.organization,
    offerId: row.offer_id,
    amountCents: row.amount_cents,
    now,
  }
  const needed = standing && rules ? await neededFor(tx, rules, asked) : null
  return {
    id: row.id,
    state: row.state as ApprovalState,
    offerId: row.offer_id,
    dprId: row.dpr_id,
    revision: row.revision,
    title: row.title,
    vendorName: row.vendor_name ?? 'Closed account',
    priceCents: row.price_cents,
    feeBps: row.fee_bps ?? PLATFORM_FEE_BPS,
    amountCents: row.amount_cents,
    budgetMinCents: row.budget_min_cents,
    budgetMaxCents: row.budget_max_cents,
    timelineDays: row.timeline_days,
    askedBy: row.asked_by_name,
    isOwn: row.asked_by !== null && row.asked_by === actor.userId,
    note: row.note,
    reason: row.reason as LimitReason,
    limitCents: row.limit_cents,
    needsAdministrator: needed?.needsAdministrator ?? false,
    references: { purchaseOrder: row.purchase_order, costCenter: row.cost_center },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    decisions: decisions.map(toDecision),
    bar: standing && isCurrent ? standing.bar : 'ended',
    leftCents: standing?.leftCents ?? null,
  }
}

const toDecision = (row: DecisionRow): z.infer<typeof approvalDecision> => ({
  name: row.name ?? 'A closed account',
  inPlaceOf: row.in_place_of ? (row.in_place_of_name ?? 'A closed account') : null,
  decision: row.decision as 'approve' | 'decline',
  comment: row.comment,
  decidedAt: row.decided_at,
})

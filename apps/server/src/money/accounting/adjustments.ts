/** Manual entries, by four eyes: one person of staff proposes, another one approves. Callers have checked that it is staff. */
import {
  type Adjustment,
  type AdjustmentInput,
  type AdjustmentState,
  adjustmentCan,
  adjustmentRules,
  explainedBy,
} from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { audit } from '../../platform/security/audit.ts'
import { resolveBreak } from '../bank-gateway/service.ts'
import { type Leg, post } from '../ledger/service.ts'
import * as queries from './adjustment-queries.ts'

export async function listAdjustments(
  { tx }: Ctx,
  staffId: string,
  { state, cursor, limit }: Page & { state?: AdjustmentState },
) {
  const after = decodeUuidCursor(cursor)?.id ?? null
  const rows = await withSystemRole(tx, () => queries.listAdjustments(tx, { state, after, limit }))
  return pageOf(
    rows,
    limit,
    ({ proposed_at: at, id }) => ({ at, id }),
    (row) => toAdjustment(row, staffId),
  )
}

const toAdjustment = (row: queries.AdjustmentRow, staffId: string): Adjustment => ({
  id: row.id,
  form: row.form,
  organizationName: row.organization_name,
  amountCents: row.amount_cents,
  reason: row.reason,
  state: row.state,
  reverses: row.reverses,
  isReversed: row.is_reversed,
  isOwn: row.proposed_by === staffId,
  proposedBy: row.proposer ?? 'Somebody of the staff',
  proposedAt: row.proposed_at,
  decidedBy: row.decided_at ? (row.decider ?? 'Somebody of the staff') : null,
  decidedAt: row.decided_at,
  decisionNote: row.decision_note,
  entryId: row.entry_id,
})

async function readAdjustment({ tx }: Ctx, id: string, staffId: string): Promise<Adjustment> {
  const row = await withSystemRole(tx, () => queries.findAdjustment(tx, id))
  if (!row) throw new AppError('not_found')
  return toAdjustment(row, staffId)
}

export async function proposeAdjustment(
  ctx: Ctx,
  staffId: string,
  input: AdjustmentInput,
): Promise<Adjustment> {
  const { form, amountCents, reason, breakId } = input
  if (breakId) await checkBreak(ctx, breakId, input)
  return await insertProposal(ctx, staffId, {
    form,
    organization: await organizationOf(ctx, input),
    amount_cents: amountCents,
    reason,
    break_id: breakId ?? null,
  })
}

async function organizationOf(
  { tx }: Ctx,
  { form, organizationId }: AdjustmentInput,
): Promise<string | null> {
  const side = adjustmentRules[form].organization
  if (!side || !organizationId) return null
  const found = await withSystemRole(tx, () => queries.findOrganization(tx, organizationId))
  if (found && (side === 'client' ? found.is_client : found.is_vendor)) return found.id
  throw new AppError('bad_input', {
    field: 'organizationId',
    message: `There is no ${side} with this ID`,
  })
}

/** A break is explained as a whole, by a form that takes its difference out of suspense. */
async function checkBreak(
  { tx }: Ctx,
  breakId: string,
  { form, amountCents }: AdjustmentInput,
): Promise<void> {
  const row = await withSystemRole(tx, () => queries.findBreak(tx, breakId))
  if (!row) throw new AppError('not_found')
  if (row.state === 'resolved') throw new AppError('break_resolved')
  const difference = row.difference_cents ?? 0n
  const isShort = difference < 0n
  if (explainedBy(form) !== (isShort ? 'shortfall' : 'surplus'))
    throw new AppError('bad_input', { field: 'form', message: 'This does not explain it' })
  if (amountCents !== (isShort ? -difference : difference))
    throw new AppError('bad_input', {
      field: 'amountCents',
      message: 'Amount must be the whole difference',
    })
}

/**
 * Proposes the same amount in the opposite direction. It also needs the approval of another member
 * of staff.
 */
export async function proposeReversal(
  ctx: Ctx,
  staffId: string,
  { id, reason }: { id: string; reason: string },
): Promise<Adjustment> {
  const row = await withSystemRole(ctx.tx, async () => {
    await queries.lockApprovals(ctx.tx)
    return await queries.findAdjustment(ctx.tx, id)
  })
  if (!row) throw new AppError('not_found')
  if (!adjustmentCan.reverse(judged(row, staffId))) throw new AppError('adjustment_reversed')
  return await insertProposal(ctx, staffId, {
    form: row.form,
    organization: row.organization,
    amount_cents: row.amount_cents,
    reason,
    reverses: row.id,
  })
}

const judged = (
  row: { state: AdjustmentState; proposed_by: string | null; reverses: string | null } & {
    is_reversed?: boolean
  },
  staffId: string,
) => ({
  state: row.state,
  isOwn: row.proposed_by === staffId,
  isReversal: row.reverses !== null,
  isReversed: row.is_reversed ?? false,
})

async function insertProposal(
  ctx: Ctx,
  staffId: string,
  proposal: Omit<Parameters<typeof queries.insertAdjustment>[1], 'proposed_by' | 'proposed_at'>,
): Promise<Adjustment> {
  const { tx, now } = ctx
  const id = await withSystemRole(tx, () =>
    queries.insertAdjustment(tx, { ...proposal, proposed_by: staffId, proposed_at: now }),
  )
  await audit(tx, {
    actor: { userId: staffId },
    action: 'adjustment.propose',
    object: `adjustment:${id}`,
    detail: {
      form: proposal.form,
      amountCents: proposal.amount_cents,
      reverses: proposal.reverses ?? null,
    },
  })
  await notify(ctx, {
    audience: 'staff',
    type: 'payment',
    title: 'Adjustment proposed',
    message: `${adjustmentRules[proposal.form].label}: somebody else has to approve or reject it.`,
    path: '/admin/ledger?tab=adjustments',
  })
  return await readAdjustment(ctx, id, staffId)
}

type Decision = { id: string; note: string | null }

/** Posts a proposed adjustment. Refused to its proposer. */
export async function approveAdjustment(
  ctx: Ctx,
  staffId: string,
  decision: Decision,
): Promise<Adjustment> {
  const { tx, now } = ctx
  await withSystemRole(tx, async () => {
    await queries.lockApprovals(tx)
    const row = await claim(ctx, staffId, decision.id, 'approve')
    const entryId = await postAdjustment(ctx, row)
    if (row.break_id) await explainBreak(ctx, row.break_id, row)
    await queries.updateAdjustment(tx, row.id, {
      state: 'approved',
      entry_id: entryId,
      decided_by: staffId,
      decided_at: now,
      decision_note: decision.note,
    })
  })
  await record(ctx, staffId, 'approve', decision.id)
  return await readAdjustment(ctx, decision.id, staffId)
}

export async function rejectAdjustment(
  ctx: Ctx,
  staffId: string,
  decision: Decision,
): Promise<Adjustment> {
  return await turnDown(ctx, staffId, decision, 'reject', 'rejected')
}

export async function withdrawAdjustment(
  ctx: Ctx,
  staffId: string,
  id: string,
): Promise<Adjustment> {
  return await turnDown(ctx, staffId, { id, note: null }, 'withdraw', 'withdrawn')
}

async function turnDown(
  ctx: Ctx,
  staffId: string,
  { id, note }: Decision,
  act: 'reject' | 'withdraw',
  state: 'rejected' | 'withdrawn',
): Promise<Adjustment> {
  await withSystemRole(ctx.tx, async () => {
    await claim(ctx, staffId, id, act)
    await queries.updateAdjustment(ctx.tx, id, {
      state,
      decided_by: staffId,
      decided_at: ctx.now,
      decision_note: note,
    })
  })
  await record(ctx, staffId, act, id)
  return await readAdjustment(ctx, id, staffId)
}

async function claim(
  { tx }: Ctx,
  staffId: string,
  id: string,
  act: 'approve' | 'reject' | 'withdraw',
) {
  const row = await queries.lockProposed(tx, id)
  if (!row) {
    const isKnown = await queries.findAdjustment(tx, id)
    throw new AppError(isKnown ? 'adjustment_decided' : 'not_found')
  }
  if (!adjustmentCan[act](judged(row, staffId)))
    throw new AppError(act === 'withdraw' ? 'not_permitted' : 'adjustment_own')
  return row
}

type Proposed = NonNullable<Awaited<ReturnType<typeof queries.lockProposed>>>

async function postAdjustment({ tx, now }: Ctx, row: Proposed): Promise<string> {
  const { form, organization, amount_cents: amountCents, reverses } = row
  if (form === 'fee_sweep' && !reverses && amountCents > (await queries.findUnswept(tx)))
    throw new AppError('sweep_too_large')
  const rule = adjustmentRules[form]
  const code = (kind: string) =>
    organization && (kind === 'payable' || kind === 'receivable_client')
      ? `${kind}:${organization}`
      : kind
  const legs = rule.legs.map(
    ([dr, cr]): Leg =>
      reverses
        ? { dr: code(cr), cr: code(dr), amountCents }
        : { dr: code(dr), cr: code(cr), amountCents },
  )
  try {
    const { entryId } = await post(tx, {
      organizationId: null,
      key: `adjustment:${row.id}`,
      kind: rule.kind,
      contractId: null,
      effectiveAt: now,
      legs,
    })
    return entryId
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'balance__no_overdraft')
      throw new AppError('balance_too_small')
    throw error
  }
}

async function explainBreak({ tx, now }: Ctx, breakId: string, row: Proposed): Promise<void> {
  const resolution = `${adjustmentRules[row.form].label}: ${row.reason}`
  if (!(await resolveBreak(tx, breakId, resolution, now))) throw new AppError('break_resolved')
}

async function record(
  { tx }: Ctx,
  staffId: string,
  verb: 'approve' | 'reject' | 'withdraw',
  id: string,
): Promise<void> {
  const action = `adjustment.${verb}` as const
  await audit(tx, { actor: { userId: staffId }, action, object: `adjustment:${id}` })
}

/** Decisions of staff: by one person, or where much is at stake drafted by one and confirmed by another. */
import {
  disputeCan,
  formatDollars,
  isLive,
  RULING_BY_TWO_CENTS,
  type StaffDispute,
} from '@semblance/contract'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { audit } from '../../platform/security/audit.ts'
import { notifyParties, notifyStaff } from './notifications.ts'
import { type DisputeRow, findDispute, lockDispute } from './queries.ts'
import { applySplit, checkShare } from './resolutions.ts'
import {
  decideRuling,
  findDraft,
  findRuling,
  insertRuling,
  type RulingRow,
} from './settlement-queries.ts'
import { readStaffDispute } from './staff/staff-view.ts'

type Ruling = {
  disputeId: string
  toVendorCents: bigint
  reasons: string
  replaces?: string | null
}

export const requiresSecondApproval = ({ stake_cents }: Pick<DisputeRow, 'stake_cents'>): boolean =>
  stake_cents >= RULING_BY_TWO_CENTS

/** Ends the dispute, or stores a draft that another member of staff has to confirm. Throws ruling_changed. */
export async function issueRuling(ctx: Ctx, input: Ruling, staffId: string): Promise<StaffDispute> {
  const dispute = await hold(ctx, input.disputeId)
  await checkShare(ctx, dispute, input.toVendorCents)
  const draft = await findDraft(ctx.tx, dispute.id)
  if ((draft?.id ?? null) !== (input.replaces ?? null)) throw new AppError('ruling_changed')
  const byTwo = requiresSecondApproval(dispute)
  const id = await withSystemRole(ctx.tx, async () => {
    if (draft) await decideRuling(ctx.tx, draft.id, { status: 'replaced', decided_at: ctx.now })
    const ruling = await insertRuling(ctx.tx, {
      dispute_id: dispute.id,
      client: dispute.client,
      vendor: dispute.vendor,
      to_vendor_cents: input.toVendorCents,
      to_client_cents: dispute.stake_cents - input.toVendorCents,
      reasons: input.reasons,
      status: byTwo ? 'draft' : 'final',
      needs_two: byTwo,
      drafted_by: staffId,
      created_at: ctx.now,
      decided_at: byTwo ? null : ctx.now,
    })
    return ruling.id
  })
  await log(ctx, dispute, byTwo ? 'dispute.draft' : 'dispute.rule', id, input.toVendorCents)
  if (byTwo) await notifyStaff(ctx, dispute, 'A decision waits for its confirmation')
  else await executeRuling(ctx, dispute, input)
  return await readStaffDispute(ctx, dispute.id)
}

/** Confirms a draft ruling. Refused to its drafter. */
export async function confirmRuling(
  ctx: Ctx,
  rulingId: string,
  staffId: string,
): Promise<StaffDispute> {
  const known = await findRuling(ctx.tx, rulingId)
  if (!known) throw new AppError('not_found')
  const dispute = await hold(ctx, known.dispute_id)
  const ruling = (await findRuling(ctx.tx, rulingId)) as RulingRow
  if (ruling.status !== 'draft') throw new AppError('ruling_changed')
  if (!disputeCan.confirm({ isOwn: ruling.drafted_by === staffId }))
    throw new AppError('ruling_needs_another')
  await withSystemRole(ctx.tx, async () => {
    const final = { status: 'final', decided_at: ctx.now, confirmed_by: staffId } as const
    if (!(await decideRuling(ctx.tx, ruling.id, final))) throw new AppError('ruling_changed')
  })
  await log(ctx, dispute, 'dispute.confirm', ruling.id, ruling.to_vendor_cents)
  const { to_vendor_cents: toVendorCents, reasons } = ruling
  await executeRuling(ctx, dispute, { toVendorCents, reasons })
  return await readStaffDispute(ctx, dispute.id)
}

/** The dispute, kept as it is, for staff whose turn it is. */
async function hold(ctx: Ctx, disputeId: string): Promise<DisputeRow> {
  const known = await findDispute(ctx.tx, disputeId)
  if (!known) throw new AppError('not_found')
  const dispute = await withSystemRole(ctx.tx, () => lockDispute(ctx.tx, known.id))
  if (!isLive(dispute)) throw new AppError('dispute_ended')
  const { status, answered_at: answeredAt, answer_due_at: answerDueAt } = dispute
  if (!disputeCan.rule({ status, answeredAt, answerDueAt }, ctx.now))
    throw new AppError('dispute_too_early')
  return dispute
}

async function executeRuling(
  ctx: Ctx,
  dispute: DisputeRow,
  { toVendorCents, reasons }: Pick<Ruling, 'toVendorCents' | 'reasons'>,
): Promise<void> {
  const shares = await applySplit(ctx, dispute, { as: 'ruled', toVendorCents, reasons })
  await notifyParties(ctx, dispute, {
    title: 'Dispute decided',
    message: `Semblance has decided: ${formatDollars(shares.toVendorCents)} goes to the vendor, ${formatDollars(shares.toClientCents)} back to the client. Read the reasons in the dispute.`,
  })
}

async function log(
  ctx: Ctx,
  dispute: DisputeRow,
  action: 'dispute.draft' | 'dispute.rule' | 'dispute.confirm',
  rulingId: string,
  toVendorCents: bigint,
): Promise<void> {
  await audit(ctx.tx, {
    actor: { userId: ctx.actor.userId! },
    action,
    object: `dispute:${dispute.id}`,
    detail: {
      ruling: rulingId,
      toVendorCents,
      toClientCents: dispute.stake_cents - toVendorCents,
    },
  })
}

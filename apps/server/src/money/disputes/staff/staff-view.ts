/** Disputes as staff read them: what is at stake by the ledger, and the decision in the making. */

import {
  type DisputeTab,
  type DisputeRow as Row,
  RULING_BY_TWO_CENTS,
  type StaffDispute,
  splitOf,
} from '@semblance/contract'
import { contractMoney, listContractEvents } from '../../../market/contracts/service.ts'
import { decodeCursor, type Page, pageOf } from '../../../platform/database/cursor.ts'
import { withSystemRole } from '../../../platform/database/db.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { sideOfOrg } from '../participants.ts'
import { findDispute, type NamedDispute } from '../queries.ts'
import { listRulings, type RulingRow } from '../settlement-queries.ts'
import { disputedAmountOf, toDisputes } from '../view.ts'
import { countBefore } from './before.ts'
import { type ListedDispute, listForStaff, listStaffNames } from './staff-queries.ts'

export async function listStaffDisputes(
  { tx }: Ctx,
  { cursor, ...filter }: Page & { tab: DisputeTab; search?: string },
) {
  const { tab, search, limit } = filter
  const rows = await listForStaff(tx, { tab, search, limit, after: decodeCursor(cursor) })
  return pageOf(rows, limit, (row) => ({ at: row.moved_at, id: row.id }), toRow)
}

const toRow = (row: ListedDispute): Row => ({
  id: row.id,
  contractId: row.contract_id,
  title: row.title,
  clientName: row.client_name ?? 'Closed account',
  vendorName: row.vendor_name ?? 'Closed account',
  openedBy: sideOfOrg(row, row.opened_by),
  reason: row.reason,
  status: row.status,
  stakeCents: row.stake_cents,
  answeredAt: row.answered_at,
  answerDueAt: row.answer_due_at,
  negotiateUntil: row.negotiate_until,
  hasDraft: row.has_draft,
  openedAt: row.opened_at,
  movedAt: row.moved_at,
})

export async function readStaffDispute(ctx: Ctx, disputeId: string): Promise<StaffDispute> {
  const row = await findDispute(ctx.tx, disputeId)
  if (!row) throw new AppError('not_found')
  const [dispute] = await toDisputes(ctx, [row], null)
  const money = (await contractMoney(ctx.tx, [row.contract_id]))(row.contract_id)
  const rulings = await listRulings(ctx.tx, [row.id])
  const people = rulings.flatMap(({ drafted_by, confirmed_by }) => [drafted_by, confirmed_by])
  const nameOf = await listStaffNames(
    ctx.tx,
    people.filter((id) => id !== null),
  )
  const draft = rulings.find(({ status }) => status === 'draft')
  const final = rulings.find(({ status }) => status === 'final')
  return {
    ...dispute!,
    clientSlug: row.client_slug,
    vendorSlug: row.vendor_slug,
    ledger: {
      frozenCents: money.frozenCents,
      feeHeldCents: money.feeHeldCents,
      releasedCents: money.releasedCents,
    },
    contractEvents: await withSystemRole(ctx.tx, () =>
      listContractEvents(ctx.tx, { ...row, id: row.contract_id }),
    ),
    before: await countBefore(ctx.tx, row),
    needsTwo: row.stake_cents >= RULING_BY_TWO_CENTS,
    draft: draft ? draftOf(ctx, row, draft, nameOf(draft.drafted_by)) : null,
    ruledBy: nameOf(final?.drafted_by ?? null),
    confirmedBy: nameOf(final?.confirmed_by ?? null),
  }
}

const draftOf = (
  { actor }: Ctx,
  row: NamedDispute,
  draft: RulingRow,
  draftedBy: string | null,
): NonNullable<StaffDispute['draft']> => ({
  ...splitOf(disputedAmountOf(row), draft.to_vendor_cents),
  id: draft.id,
  reasons: draft.reasons,
  draftedBy,
  isOwn: draft.drafted_by === actor.userId,
  createdAt: draft.created_at,
})

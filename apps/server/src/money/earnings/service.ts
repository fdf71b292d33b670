/** A vendor's money, as the ledger has it. */
import type { Earning, Statement } from '@semblance/contract'
import { viewerOrganization } from '../../core/api/service.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import {
  type EarningFilter,
  type EarningRow,
  findTotals,
  listEarningRows,
  listMonths,
  readStatement,
} from './queries.ts'

export { sumEarned } from './queries.ts'

/** Months of the series, the current one included. */
const MONTHS = 12

export async function summarizeEarnings(ctx: Ctx) {
  const vendor = viewerOrganization(ctx, 'vendor')
  const { totals, months } = await withSystemRole(ctx.tx, async () => ({
    totals: await findTotals(ctx.tx, vendor),
    months: await listMonths(ctx.tx, vendor, ctx.now, MONTHS),
  }))
  return {
    totalCents: totals.released_cents,
    thisMonthCents: months.at(-1)!.released_cents,
    pendingCents: totals.held_cents,
    pendingCount: totals.held_count,
    completedCents: totals.paid_cents,
    completedCount: totals.completed,
    since: totals.since,
    months: months.map((row) => ({
      month: row.month,
      releasedCents: row.released_cents,
      heldCents: row.held_cents,
    })),
  }
}

export async function listEarnings(ctx: Ctx, input: Page & EarningFilter) {
  const vendor = viewerOrganization(ctx, 'vendor')
  const after = decodeCursor(input.cursor)
  const rows = await withSystemRole(ctx.tx, () =>
    listEarningRows(ctx.tx, vendor, input, after, input.limit),
  )
  return pageOf(rows, input.limit, ({ at, id }) => ({ at, id }), toEarning)
}

const toEarning = (row: EarningRow): Earning => ({
  id: row.id,
  contractId: row.contract_id,
  project: row.title ?? 'Adjustment',
  clientName: row.client_name ?? (row.contract_id ? 'Closed account' : 'Semblance'),
  part: row.part,
  amountCents: row.cents,
  backForAccuracyCents: row.back_cents,
  status: row.status,
  date: row.at,
  paymentMethod: row.status === 'pending' ? 'Escrow' : 'Bank transfer (ACH)',
})

/** `month` is 2026-11. */
export async function getStatement(ctx: Ctx, month: string): Promise<Statement> {
  const vendor = viewerOrganization(ctx, 'vendor')
  const from = new Date(`${month}-01T00:00:00Z`)
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
  const { openingCents, rows } = await withSystemRole(ctx.tx, () =>
    readStatement(ctx.tx, vendor, from, to),
  )
  const sum = (fits: (kind: string) => boolean) =>
    rows.reduce((total, { kind, cents }) => (fits(kind) ? total + cents : total), 0n)
  return {
    openingCents,
    closingCents: rows.at(-1)?.balance_cents ?? openingCents,
    releasedCents: sum((kind) => !kind.startsWith('payout')),
    paidOutCents: -sum((kind) => kind.startsWith('payout')),
    lines: rows.map((row) => ({
      id: row.id,
      at: row.at,
      kind: row.kind,
      contractId: row.contract_id,
      project: row.title,
      amountCents: row.cents,
      backForAccuracyCents: row.back_cents,
      balanceCents: row.balance_cents,
    })),
  }
}

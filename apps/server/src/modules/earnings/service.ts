/** A vendor's money, as the ledger has it. */
import type { Earning } from '@semblance/contract'
import { readerOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/cursor.ts'
import { asSystem } from '../../platform/db.ts'
import { type ContractMoney, contractMoney } from '../ledger/service.ts'
import { findTotals, listFunded, listMonths } from './queries.ts'

/** Months of the series, the current one included. */
const MONTHS = 12

export async function summarizeEarnings(ctx: Ctx) {
  const vendor = readerOrg(ctx, 'vendor')
  const { totals, months } = await asSystem(ctx.tx, async () => ({
    totals: await findTotals(ctx.tx, vendor),
    months: await listMonths(ctx.tx, vendor, ctx.now, MONTHS),
  }))
  return {
    totalCents: totals.released_cents,
    thisMonthCents: months.at(-1)!.released_cents,
    pendingCents: totals.held_cents,
    completedCount: totals.completed,
    months: months.map((row) => ({
      month: row.month,
      releasedCents: row.released_cents,
      heldCents: row.held_cents,
    })),
  }
}

export async function listEarnings(ctx: Ctx, input: Page) {
  const vendor = readerOrg(ctx, 'vendor')
  const after = decodeCursor(input.cursor)
  const rows = await asSystem(ctx.tx, () => listFunded(ctx.tx, vendor, after, input.limit))
  const ids = rows.map((row) => row.id)
  const money = await contractMoney(ctx.tx, ids)
  return pageOf(
    rows,
    input.limit,
    (row) => ({ at: row.funded_at, id: row.id }),
    (row) => toEarning(row, money(row.id)),
  )
}

/** `paid` comes with payouts: until then released money waits as processing. */
function toEarning(
  row: Awaited<ReturnType<typeof listFunded>>[number],
  money: ContractMoney,
): Earning {
  const released = money.releasedCents > 0n && money.heldCents === 0n
  return {
    id: row.id,
    contractId: row.id,
    project: row.title,
    clientName: row.client_name ?? 'Closed account',
    amountCents: released ? money.releasedCents : money.heldCents,
    status: released ? 'processing' : 'pending',
    date: released && row.completed_at ? row.completed_at : row.funded_at,
    paymentMethod: row.method === 'ACH' ? 'Bank transfer (ACH)' : 'Bank transfer',
  }
}

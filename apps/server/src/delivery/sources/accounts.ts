/** Sources as their vendor reads them, and the limits that its administrators set. */
import {
  MAX_SOURCE_EPSILON,
  SOURCE_DELTA,
  type Source,
  type SourceSpending,
} from '@semblance/contract'
import { requireAdminOrganization, viewerOrganization } from '../../core/api/service.ts'
import {
  decodeCursor,
  decodeUuidCursor,
  type Page,
  pageOf,
} from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { epsilonOfLimit, epsilonThatFits, guaranteeOf, limitOf } from './budget.ts'
import {
  type Deltas,
  findSource,
  findSourceOfDeals,
  listSourceRows,
  lockSource,
  type SourceRow,
  setLimitOfSource,
  sumDeltas,
} from './queries.ts'
import { leftOf } from './service.ts'
import { type ListedSpending, listSpendingRows } from './spending-queries.ts'

export async function listSources(ctx: Ctx, page: Page) {
  const vendor = viewerOrganization(ctx, 'vendor')
  const after = decodeCursor(page.cursor)
  const rows = await listSourceRows(ctx.tx, vendor, { after, limit: page.limit })
  const listed = pageOf(rows, page.limit, positionOf, (row) => row)
  return { ...listed, items: await toSources(ctx.tx, listed.items) }
}

/** Throws not_found for sources of other vendors. */
export async function getSource(ctx: Ctx, id: string): Promise<Source> {
  return await readSource(ctx.tx, await requireSource(ctx, id))
}

export async function listSpendings(ctx: Ctx, id: string, page: Page) {
  const source = await requireSource(ctx, id)
  const after = decodeUuidCursor(page.cursor)
  const rows = await listSpendingRows(ctx.tx, source.id, { after, limit: page.limit })
  return pageOf(rows, page.limit, positionOf, toSpending)
}

/** Returns the source of a deal's latest measurement; null for none, and for deals of others. */
export async function getSourceOfDeal(ctx: Ctx, deal: string): Promise<Source | null> {
  const vendor = viewerOrganization(ctx, 'vendor')
  const row = await findSourceOfDeals(ctx.tx, vendor, [deal])
  return row ? await readSource(ctx.tx, row) : null
}

/** Throws not_found, and limit_below_spent with what is already taken. */
export async function setLimit(
  ctx: Ctx,
  { id, epsilon }: { id: string; epsilon: number },
): Promise<Source> {
  const vendor = requireAdminOrganization(ctx)
  const limit = limitOf(Math.min(epsilon, MAX_SOURCE_EPSILON))
  return await withSystemRole(ctx.tx, async () => {
    const before = await lockSource(ctx.tx, { id, vendor })
    if (!before) throw new AppError('not_found')
    const taken = before.rho_limit_billionths - leftOf(before)
    if (limit < taken) throw belowTaken(taken)
    const isRaised = limit > before.rho_limit_billionths
    const change = {
      rho_limit_billionths: limit,
      limit_raised_at: isRaised ? ctx.now : before.limit_raised_at,
    }
    await setLimitOfSource(ctx.tx, id, change)
    await audit(ctx.tx, {
      actor: actorOf(ctx.actor),
      action: 'source.set_limit',
      object: `source:${id}`,
      detail: { from: epsilonOfLimit(before.rho_limit_billionths), to: epsilonOfLimit(limit) },
    })
    return await readSource(ctx.tx, { ...before, ...change })
  })
}

function belowTaken(billionths: bigint): AppError {
  const { epsilon } = guaranteeOf({ billionths, delta: SOURCE_DELTA })
  const least = Math.ceil(epsilon * 100) / 100
  return new AppError('limit_below_spent', {
    field: 'epsilon',
    message: `ε ${least.toFixed(2)} is already spent or reserved. The limit cannot be lower.`,
  })
}

async function requireSource(ctx: Ctx, id: string): Promise<SourceRow> {
  const row = await findSource(ctx.tx, { id, vendor: viewerOrganization(ctx, 'vendor') })
  if (!row) throw new AppError('not_found')
  return row
}

const positionOf = ({ created_at, id }: { created_at: Date; id: string }) => ({
  at: created_at,
  id,
})

async function readSource(tx: Tx, row: SourceRow): Promise<Source> {
  const deltasOf = await sumDeltas(tx, [row.id])
  return toSource(row, deltasOf(row.id))
}

async function toSources(tx: Tx, rows: SourceRow[]): Promise<Source[]> {
  if (rows.length === 0) return []
  const deltasOf = await sumDeltas(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toSource(row, deltasOf(row.id)))
}

function toSource(row: SourceRow, deltas: Deltas): Source {
  const spent = { billionths: row.rho_spent_billionths, delta: deltas.spent }
  const committed = {
    billionths: spent.billionths + row.rho_reserved_billionths,
    delta: deltas.spent + deltas.reserved,
  }
  return {
    id: row.id,
    name: row.name,
    limitEpsilon: epsilonOfLimit(row.rho_limit_billionths),
    limitRaisedAt: row.limit_raised_at,
    spent: guaranteeOf(spent),
    committed: guaranteeOf(committed),
    committedShare: Number(committed.billionths) / Number(row.rho_limit_billionths),
    leftEpsilon: epsilonThatFits(leftOf(row)),
    createdAt: row.created_at,
  }
}

const toSpending = (row: ListedSpending): SourceSpending => ({
  id: row.id,
  purpose: row.purpose,
  deal: row.deal,
  twinTitle: row.twin_title,
  state: row.state,
  // A report alone spends no delta: its own epsilon is stated at the limit's.
  epsilon: guaranteeOf({ billionths: row.rho_billionths, delta: row.delta || SOURCE_DELTA })
    .epsilon,
  drawnFrom:
    row.drawn_from !== null && row.drawn_deal !== null
      ? { id: row.drawn_from, deal: row.drawn_deal, twinTitle: row.drawn_twin }
      : null,
  createdAt: row.created_at,
  endedAt: row.ended_at,
})

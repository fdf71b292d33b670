/** A dispute as its parties and staff read it. */
import { type Dispute, type DisputedAmount, isLive, type Side, splitOf } from '@semblance/contract'
import { listFilesOf } from '../../core/attachments/service.ts'
import { getContractForParty } from '../../market/contracts/service.ts'
import { type Page, pageOfShort } from '../../platform/database/cursor.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { evidence } from './evidence.ts'
import { eventsOf } from './history.ts'
import { sideOfOrg } from './participants.ts'
import {
  type DisputeRow,
  findDispute,
  listDisputesOf,
  listStatements,
  type NamedDispute,
} from './queries.ts'
import {
  listRulings,
  listSettlements,
  type RulingRow,
  type SettlementRow,
} from './settlement-queries.ts'

/** Lists a contract's disputes for either party, newest first. */
export async function listDisputes(ctx: Ctx, contractId: string, page: Page) {
  const { rows, side } = await findDisputes(ctx, contractId)
  const { items, nextCursor } = pageOfShort(rows, page, idOf, (row) => row)
  return { items: await toDisputes(ctx, items, side), nextCursor }
}

/** Returns all disputes of a contract for either party, newest first. */
export async function readDisputes(ctx: Ctx, contractId: string): Promise<Dispute[]> {
  const { rows, side } = await findDisputes(ctx, contractId)
  return await toDisputes(ctx, rows, side)
}

async function findDisputes(ctx: Ctx, contractId: string) {
  const contract = await getContractForParty(ctx, contractId)
  const side: Side = contract.client === ctx.actor.readsAs.client ? 'client' : 'vendor'
  return { rows: await listDisputesOf(ctx.tx, contract.id), side }
}

const idOf = ({ id }: NamedDispute) => id

export async function readDispute(ctx: Ctx, id: string, side: Side): Promise<Dispute> {
  const row = await findDispute(ctx.tx, id)
  if (!row) throw new AppError('not_found')
  return (await toDisputes(ctx, [row], side))[0]!
}

export const disputedAmountOf = (row: DisputeRow): DisputedAmount => ({
  stakeCents: row.stake_cents,
  feeStakeCents: row.fee_stake_cents,
  priceCents: row.price_cents,
  feeCents: row.fee_cents,
  feeBps: row.fee_bps,
  releasedCents: row.released_cents,
  feeEarnedCents: row.fee_earned_cents,
})

/** `side` is the reader's, null for staff; what may be read is up to the reader's rights. */
export async function toDisputes(
  { tx }: Pick<Ctx, 'tx'>,
  rows: NamedDispute[],
  side: Side | null,
): Promise<Dispute[]> {
  const ids = rows.map(({ id }) => id)
  const statements = await listStatements(tx, ids)
  const files = await listFilesOf(
    tx,
    evidence,
    statements.map(({ id }) => id),
  )
  const settlements = await listSettlements(tx, ids)
  const rulings = await listRulings(tx, ids)
  return rows.map((row) => {
    const own = <Row extends { dispute_id: string }>(all: Row[]) =>
      all.filter(({ dispute_id }) => dispute_id === row.id)
    const said = own(statements)
    const proposed = own(settlements)
    const final = own(rulings).find(({ status }) => status === 'final')
    return {
      ...factsOf(row, side),
      outcome: outcomeOf(row, final),
      statements: said.map((one) => ({
        id: one.id,
        kind: one.kind,
        side: sideOfOrg(row, one.organization),
        body: one.body,
        asks: one.asks,
        refundCents: one.refund_cents,
        files: files(one.id),
        createdAt: one.created_at,
      })),
      settlements: proposed.map((one) => settlementOf(row, one, side)),
      events: eventsOf(row, { statements: said, settlements: proposed }),
    }
  })
}

function factsOf(row: NamedDispute, side: Side | null) {
  const openedBy = sideOfOrg(row, row.opened_by)
  return {
    id: row.id,
    contractId: row.contract_id,
    title: row.title,
    clientName: row.client_name ?? 'Closed account',
    vendorName: row.vendor_name ?? 'Closed account',
    side,
    openedBy,
    isOpener: openedBy === side,
    reason: row.reason,
    status: row.status,
    stake: disputedAmountOf(row),
    openedAt: row.opened_at,
    answerDueAt: row.answer_due_at,
    answeredAt: row.answered_at,
    negotiateUntil: row.negotiate_until,
    escalatedAt: row.escalated_at,
    escalatedBy: row.escalated_by,
    endedAt: row.ended_at,
  }
}

function outcomeOf(row: DisputeRow, ruling: RulingRow | undefined): Dispute['outcome'] {
  if (isLive(row) || row.to_vendor_cents === null) return null
  return {
    toVendorCents: row.to_vendor_cents,
    toClientCents: row.to_client_cents ?? 0n,
    feeKeptCents: row.fee_kept_cents ?? 0n,
    feeReturnedCents: row.fee_returned_cents ?? 0n,
    reasons: row.status === 'ruled' ? (ruling?.reasons ?? null) : null,
  }
}

function settlementOf(row: DisputeRow, one: SettlementRow, side: Side | null) {
  const by = sideOfOrg(row, one.proposed_by)
  return {
    ...splitOf(disputedAmountOf(row), one.to_vendor_cents),
    id: one.id,
    side: by,
    isOwn: by === side,
    status: one.status,
    note: one.note,
    createdAt: one.created_at,
    decidedAt: one.decided_at,
  }
}

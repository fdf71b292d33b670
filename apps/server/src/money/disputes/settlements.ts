/** Agreements between the parties on who gets what: proposed by one, decided once by the other. */
import {
  type Dispute,
  disputeCan,
  formatDollars,
  MAX_SETTLEMENTS_PER_SIDE,
  otherSide,
} from '@semblance/contract'
import { requireProofForPayment, requireWithinKeyLimit } from '../../core/api/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { announce, notifyParties, notifyParty } from './notifications.ts'
import { type Participant, requireParticipant } from './participants.ts'
import { applySplit, checkShare } from './resolutions.ts'
import {
  countSettlementsBy,
  decideSettlement,
  findSettlement,
  insertSettlement,
  listSettlements,
  type SettlementRow,
} from './settlement-queries.ts'
import { readDispute } from './view.ts'

type Proposed = { disputeId: string; toVendorCents: bigint; note?: string; counters?: string }

export async function proposeSettlement(ctx: Ctx, input: Proposed): Promise<Dispute> {
  const seat = await requireParticipant(ctx, input.disputeId, 'buy')
  const { dispute, side, own } = seat
  await checkShare(ctx, dispute, input.toVendorCents)
  requireWithinKeyLimit(ctx, dispute.stake_cents)
  await makeRoom(ctx, seat, input.counters)
  const toClientCents = dispute.stake_cents - input.toVendorCents
  await withSystemRole(ctx.tx, () =>
    insertSettlement(ctx.tx, {
      dispute_id: dispute.id,
      client: dispute.client,
      vendor: dispute.vendor,
      proposed_by: own,
      user_id: ctx.actor.userId,
      to_vendor_cents: input.toVendorCents,
      to_client_cents: toClientCents,
      note: input.note || null,
      created_at: ctx.now,
    }),
  )
  const shares = `${formatDollars(input.toVendorCents)} to the vendor, ${formatDollars(toClientCents)} to the client`
  const message = `the ${side} ${input.counters ? 'answers your proposal with another' : 'proposes a settlement'}: ${shares}.`
  return await conclude(ctx, seat, { title: 'Settlement proposed', message })
}

/** One pending proposal a side; the other party's gives way to an answer that names it. */
async function makeRoom(
  ctx: Ctx,
  { dispute, own }: Participant,
  counters: string | undefined,
): Promise<void> {
  const known = await withSystemRole(ctx.tx, () => listSettlements(ctx.tx, [dispute.id]))
  const pending = known.filter(({ status }) => status === 'pending')
  if (pending.some((one) => one.proposed_by === own)) throw new AppError('settlement_pending')
  const made = await withSystemRole(ctx.tx, () => countSettlementsBy(ctx.tx, dispute.id, own))
  if (made >= MAX_SETTLEMENTS_PER_SIDE) throw new AppError('dispute_full')
  if (!counters) return
  const countered = pending.find(({ id }) => id === counters)
  if (!countered) throw new AppError('settlement_decided')
  await decide(ctx, countered.id, 'countered')
}

/** Ends the dispute: the money moves in the same transaction. */
export async function acceptSettlement(ctx: Ctx, settlementId: string): Promise<Dispute> {
  const { seat, row } = await hold(ctx, settlementId, 'recipient', 'buy')
  await requireProofForPayment(ctx, row.to_vendor_cents + row.to_client_cents)
  await decide(ctx, row.id, 'accepted')
  await applySplit(ctx, seat.dispute, { as: 'settled', toVendorCents: row.to_vendor_cents })
  await audit(ctx.tx, {
    actor: actorOf(ctx.actor),
    action: 'dispute.settle',
    object: `dispute:${seat.dispute.id}`,
    detail: { toVendorCents: row.to_vendor_cents, toClientCents: row.to_client_cents },
  })
  await notifyParties(ctx, seat.dispute, {
    title: 'Dispute settled',
    message: `you have agreed. ${formatDollars(row.to_vendor_cents)} goes to the vendor, ${formatDollars(row.to_client_cents)} back to the client.`,
  })
  return await readDispute(ctx, seat.dispute.id, seat.side)
}

export async function rejectSettlement(ctx: Ctx, settlementId: string): Promise<Dispute> {
  const { seat, row } = await hold(ctx, settlementId, 'recipient', 'request')
  await decide(ctx, row.id, 'rejected')
  const message = `the ${seat.side} rejected your settlement proposal.`
  return await conclude(ctx, seat, { title: 'Settlement rejected', message })
}

export async function withdrawSettlement(ctx: Ctx, settlementId: string): Promise<Dispute> {
  const { seat, row } = await hold(ctx, settlementId, 'proposer', 'request')
  await decide(ctx, row.id, 'withdrawn')
  const message = `the ${seat.side} withdrew its settlement proposal.`
  return await conclude(ctx, seat, { title: 'Settlement withdrawn', message, mail: false })
}

/** The proposal with its dispute kept as it is, for the party whose turn it is. */
async function hold(
  ctx: Ctx,
  settlementId: string,
  as: 'proposer' | 'recipient',
  buying: 'request' | 'buy',
): Promise<{ seat: Participant; row: SettlementRow }> {
  const known = await findSettlement(ctx.tx, settlementId)
  const seat = await requireParticipant(ctx, known?.dispute_id ?? '', buying)
  const row = (await findSettlement(ctx.tx, settlementId))!
  const isOwn = row.proposed_by === seat.own
  if (isOwn !== (as === 'proposer')) throw new AppError('not_permitted')
  const isTurn = isOwn ? disputeCan.retract : disputeCan.decide
  if (!isTurn({ status: row.status, isOwn })) throw new AppError('settlement_decided')
  return { seat, row }
}

async function decide(
  ctx: Ctx,
  id: string,
  status: Parameters<typeof decideSettlement>[2],
): Promise<void> {
  if (!(await withSystemRole(ctx.tx, () => decideSettlement(ctx.tx, id, status, ctx.now))))
    throw new AppError('settlement_decided')
}

async function conclude(
  ctx: Ctx,
  { dispute, side }: Participant,
  words: Parameters<typeof notifyParty>[3],
): Promise<Dispute> {
  await announce(ctx, dispute)
  await notifyParty(ctx, dispute, otherSide(side), words)
  return await readDispute(ctx, dispute.id, side)
}

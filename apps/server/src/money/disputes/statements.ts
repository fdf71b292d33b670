/** Adds the parties' answers and statements to a dispute. */
import {
  type Dispute,
  type DisputeAsk,
  disputeCan,
  MAX_STATEMENTS_PER_SIDE,
  otherSide,
} from '@semblance/contract'
import { takeFiles } from '../../core/attachments/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { evidence } from './evidence.ts'
import { announce, notifyParty } from './notifications.ts'
import { checkAsk } from './open-dispute.ts'
import { type Participant, requireParticipant, seen } from './participants.ts'
import {
  claimDisputeRow,
  countStatementsBy,
  insertStatement,
  type StatementRow,
} from './queries.ts'
import { readDispute } from './view.ts'

type Said = { disputeId: string; statement: string; evidenceIds: string[] }

/** Stores the other party's answer, once. */
export async function answerDispute(
  ctx: Ctx,
  input: Said & { asks: DisputeAsk; refundCents: bigint | null },
): Promise<Dispute> {
  const seat = await requireParticipant(ctx, input.disputeId, 'request')
  const now = seen(seat)
  if (now.isOpener) throw new AppError('not_permitted')
  if (!disputeCan.answer(now)) throw new AppError('dispute_ended')
  checkAsk(input, seat.dispute.stake_cents)
  await withSystemRole(ctx.tx, () =>
    claimDisputeRow(ctx.tx, seat.dispute.id, ['open', 'escalated'], { answered_at: ctx.now }),
  )
  await say(ctx, seat, input, {
    kind: 'answer',
    asks: input.asks,
    refund_cents: input.asks === 'partial_refund' ? input.refundCents : null,
  })
  const { id: disputeId, contract_id: contractId, client, vendor } = seat.dispute
  announceEvent(ctx.tx, [client, vendor], 'dispute.answered', { disputeId, contractId })
  return await conclude(ctx, seat, 'Dispute answered', 'has answered the dispute')
}

export async function addStatement(ctx: Ctx, input: Said): Promise<Dispute> {
  const seat = await requireParticipant(ctx, input.disputeId, 'request')
  if (!disputeCan.state(seen(seat))) throw new AppError('dispute_unanswered')
  const said = await withSystemRole(ctx.tx, () =>
    countStatementsBy(ctx.tx, seat.dispute.id, seat.own),
  )
  if (said >= MAX_STATEMENTS_PER_SIDE) throw new AppError('dispute_full')
  await say(ctx, seat, input, { kind: 'statement' })
  return await conclude(ctx, seat, 'New statement in a dispute', 'has added a statement')
}

async function say(
  ctx: Ctx,
  { dispute, own }: Participant,
  { statement, evidenceIds }: Said,
  row: Pick<StatementRow, 'kind'> & Partial<Pick<StatementRow, 'asks' | 'refund_cents'>>,
): Promise<void> {
  const { id } = await withSystemRole(ctx.tx, () =>
    insertStatement(ctx.tx, {
      ...row,
      dispute_id: dispute.id,
      client: dispute.client,
      vendor: dispute.vendor,
      organization: own,
      user_id: ctx.actor.userId,
      body: statement,
      created_at: ctx.now,
    }),
  )
  const by = { placeId: dispute.contract_id, organization: own, carrierId: id }
  await takeFiles(ctx, evidence, evidenceIds, by)
}

async function conclude(
  ctx: Ctx,
  { dispute, side }: Participant,
  title: string,
  did: string,
): Promise<Dispute> {
  await announce(ctx, dispute)
  await notifyParty(ctx, dispute, otherSide(side), { title, message: `the ${side} ${did}.` })
  return await readDispute(ctx, dispute.id, side)
}

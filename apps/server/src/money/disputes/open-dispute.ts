/** Opens a dispute: claims the contract, freezes what is in escrow, and stores the claim. */
import {
  ANSWER_BUSINESS_DAYS,
  type DataClaim,
  type Dispute,
  type DisputeAsk,
  type DisputeForm,
  disputeReasonsOf,
  formatDollars,
  MAX_DISPUTES_PER_SIDE,
  NEGOTIATION_DAYS,
  otherSide,
  type Side,
} from '@semblance/contract'
import { takeFiles } from '../../core/attachments/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import {
  type ContractRow,
  claimDispute,
  contractMoney,
  getContractForParty,
  getOwnContract,
} from '../../market/contracts/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { freezeEscrow } from '../escrow/service.ts'

import { evidence } from './evidence.ts'
import { announce, notifyParty } from './notifications.ts'
import { countDisputesBy, insertDispute, insertStatement, lockDispute } from './queries.ts'
import { readDispute } from './view.ts'

const DAY_MS = 86_400_000

type Claim = DisputeForm & { contractId: string; evidenceIds: string[]; claims: DataClaim[] }

export async function openDispute(ctx: Ctx, input: Claim): Promise<Dispute> {
  const { contract: known, side } = await getOwnContract(ctx, input.contractId, 'request')
  if (!disputeReasonsOf[side].includes(input.reason))
    throw new AppError('bad_input', { field: 'reason', message: 'Choose a reason' })
  const contract = await claim(ctx, known)
  await limit(ctx, contract, side)
  const money = await freeze(ctx, contract)
  checkAsk(input, money.stake_cents)
  const own = contract[side]
  const id = await withSystemRole(ctx.tx, async () => {
    const dispute = await insertDispute(ctx.tx, {
      ...money,
      contract_id: contract.id,
      client: contract.client,
      vendor: contract.vendor,
      opened_by: own,
      title: contract.title,
      reason: input.reason,
      answer_due_at: addBusinessDays(ctx.now, ANSWER_BUSINESS_DAYS),
      negotiate_until: new Date(ctx.now.getTime() + NEGOTIATION_DAYS * DAY_MS),
      opened_at: ctx.now,
      moved_at: ctx.now,
    })
    return dispute.id
  })
  await stateClaim(ctx, { id, contract, own }, input)
  const { claims } = input
  if (claims.length > 0) await ctx.platform.hooks.onDataClaimed(ctx, { disputeId: id, claims })
  await notifyDisputeOpened(ctx, id, side)
  return await readDispute(ctx, id, side)
}

async function claim(ctx: Ctx, contract: ContractRow): Promise<ContractRow> {
  try {
    return await claimDispute(ctx.tx, contract.id, ctx.now)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'contract_fixed')) throw error
    const { status } = await getContractForParty(ctx, contract.id)
    throw status === 'disputed' ? new AppError('contract_disputed') : error
  }
}

/**
 * Limits the disputes per side, so that no party can freeze a contract's money by opening one
 * dispute after another. Throws disputes_used_up.
 */
async function limit(ctx: Ctx, contract: ContractRow, side: Side): Promise<void> {
  const opened = await withSystemRole(ctx.tx, () =>
    countDisputesBy(ctx.tx, contract.id, contract[side]),
  )
  if (opened >= MAX_DISPUTES_PER_SIDE) throw new AppError('disputes_used_up')
}

async function freeze(ctx: Ctx, contract: ContractRow) {
  const money = (await contractMoney(ctx.tx, [contract.id]))(contract.id)
  if (money.pendingCents > 0n) throw new AppError('payment_underway')
  const stake = await freezeEscrow(ctx, contract)
  if (stake === 0n) throw new AppError('nothing_held')
  return {
    stake_cents: stake,
    fee_stake_cents: money.feeHeldCents,
    released_cents: money.releasedCents,
    price_cents: contract.price_cents,
    fee_cents: contract.fee_cents,
    fee_bps: contract.fee_bps,
    fee_earned_cents: money.feeEarnedCents,
  }
}

type DisputeRequest = { asks: DisputeAsk; refundCents: bigint | null }

/**
 * Checks that the requested part is more than nothing and less than everything. Throws bad_input.
 */
export function checkAsk({ asks, refundCents }: DisputeRequest, stakeCents: bigint): void {
  if (asks !== 'partial_refund') return
  if (refundCents === null || refundCents <= 0n || refundCents >= stakeCents)
    throw new AppError('bad_input', {
      field: 'refundCents',
      message: `Enter less than the ${formatDollars(stakeCents)} in escrow`,
    })
}

async function stateClaim(
  ctx: Ctx,
  { id, contract, own }: { id: string; contract: ContractRow; own: string },
  input: Claim,
): Promise<void> {
  const statement = await withSystemRole(ctx.tx, () =>
    insertStatement(ctx.tx, {
      dispute_id: id,
      client: contract.client,
      vendor: contract.vendor,
      organization: own,
      user_id: ctx.actor.userId,
      kind: 'claim',
      body: input.statement,
      asks: input.asks,
      refund_cents: input.asks === 'partial_refund' ? input.refundCents : null,
      created_at: ctx.now,
    }),
  )
  const by = { placeId: contract.id, organization: own, carrierId: statement.id }
  await takeFiles(ctx, evidence, input.evidenceIds, by)
}

async function notifyDisputeOpened(ctx: Ctx, id: string, side: Side): Promise<void> {
  const dispute = await withSystemRole(ctx.tx, () => lockDispute(ctx.tx, id))
  const frozen = formatDollars(dispute.stake_cents)
  await audit(ctx.tx, {
    actor: actorOf(ctx.actor),
    action: 'dispute.open',
    object: `dispute:${id}`,
    detail: { contract: dispute.contract_id, side, stakeCents: dispute.stake_cents },
  })
  await announce(ctx, dispute)
  const about = { disputeId: id, contractId: dispute.contract_id, by: side }
  announceEvent(ctx.tx, [dispute.client, dispute.vendor], 'dispute.opened', about)
  await notifyParty(ctx, dispute, otherSide(side), {
    title: 'Dispute opened',
    message: `the ${side} has opened a dispute. ${frozen} in escrow is frozen until it ends. Answer within ${ANSWER_BUSINESS_DAYS} business days.`,
  })
  await notifyParty(ctx, dispute, side, {
    title: 'Dispute opened',
    message: `your dispute is open, and ${frozen} in escrow is frozen until it ends. The ${otherSide(side)} has ${ANSWER_BUSINESS_DAYS} business days to answer.`,
  })
}

/** Returns the same time of day some days from Monday to Friday later, in UTC. */
export function addBusinessDays(from: Date, days: number): Date {
  const date = new Date(from)
  for (let left = days; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (date.getUTCDay() % 6 !== 0) left -= 1
  }
  return date
}

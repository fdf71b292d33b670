/**
 * Moves a contract's price out of escrow, in all possible ways. Each step claims the state, then
 * moves the money.
 */
import { describeDuePrice, splitAtAccuracy } from '@semblance/contract'
import { requireMemberOrganization, requireProofForPayment } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import {
  announce,
  type ContractRow,
  claimRelease,
  contractMoney,
  getContractForParty,
  getDuePrice,
  lockContract,
} from '../../market/contracts/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { record } from '../../platform/transparency/record.ts'
import { issueForRelease } from '../invoices/service.ts'
import { account, type Leg, post } from '../ledger/service.ts'
import { earnedFee } from './fees.ts'
import { lockTranches, type RefundRow, type TrancheRow } from './queries.ts'
import { startRefund } from './refunds.ts'
import { consume, moveTranches, sumOf } from './tranches.ts'

/** Accepts the delivery on the client's behalf: the vendor gets what is held, the platform its fee. */
export async function releaseEscrow(
  ctx: Ctx,
  contractId: string,
): Promise<{ releasedCents: bigint }> {
  const client = requireMemberOrganization(ctx, 'client')
  const before = await getContractForParty(ctx, contractId)
  if (before.client !== client) throw new AppError('not_found')
  await requireProofForPayment(ctx, before.price_cents)
  const releasedCents = await acceptDelivery(ctx, contractId, 'accepted')
  if (releasedCents !== null) return { releasedCents }
  const { status } = await getContractForParty(ctx, contractId)
  if (status === 'disputed') throw new AppError('contract_disputed')
  throw new AppError(status === 'completed' ? 'already_released' : 'not_awaiting_review')
}

/** Completes a contract under review and releases what is left; null when it is not under review. */
export async function acceptDelivery(
  ctx: SystemCtx,
  contractId: string,
  reason: 'accepted' | 'timer',
): Promise<bigint | null> {
  const contract = await claimRelease(ctx.tx, contractId, ctx.now)
  if (!contract) return null
  const by = reason === 'timer' ? 'review_window' : 'client'
  const { client, vendor } = contract
  announceEvent(ctx.tx, [client, vendor], 'delivery.accepted', { contractId: contract.id, by })
  const tranches = await withSystemRole(ctx.tx, () => lockTranches(ctx.tx, contract.id))
  if (tranches.some(({ state }) => state === 'unfunded' || state === 'pending'))
    throw new AppError('top_up_due')
  const { toVendorCents: releasedCents, toClientCents } = await settleDue(ctx, contract, tranches)
  record(ctx.tx, {
    type: 'delivery.accepted',
    audience: 'both',
    deal: contract.id,
    client,
    vendor,
    body: { by, releasedCents, toClientCents },
  })
  const due = toClientCents > 0n ? await getDuePrice(ctx.tx, contract) : null
  const price = due
    ? ` ${describeDuePrice(due, contract.price_cents)} The rest goes back to the client, with the fee on it.`
    : ''
  const words = {
    accepted: 'The client has accepted your delivery',
    timer: 'The review window has passed, so your delivery is accepted',
  }[reason]
  await notify(ctx, {
    organizationId: contract.vendor,
    type: 'payment',
    title: 'Escrow released',
    message: `${words} for ${contract.title}. Escrow funds have been released to you.${price}`,
    path: '/vendor-earnings',
    mail: true,
  })
  if (reason === 'timer')
    await notify(ctx, {
      organizationId: contract.client,
      type: 'payment',
      title: 'Delivery accepted automatically',
      message: `The review window for ${contract.title} has passed. Escrow funds have been released to the vendor.${price}`,
      path: `/download/${contract.dpr_id}`,
      mail: true,
    })
  await ctx.platform.hooks.onDeliveryAccepted(ctx, { contractId: contract.id })
  return releasedCents
}

/**
 * Pays what the delivery costs out of what is held; at a fixed price, all. What a lower accuracy
 * leaves of the price goes back to the client, with the fee on it.
 */
async function settleDue(
  ctx: SystemCtx,
  contract: ContractRow,
  tranches: TrancheRow[],
): Promise<{ toVendorCents: bigint; toClientCents: bigint }> {
  const held = tranches.filter(isHeld)
  const { releasedCents } = (await contractMoney(ctx.tx, [contract.id]))(contract.id)
  const parts = splitAtAccuracy({
    duePriceCents: contract.due_price_cents,
    releasedCents,
    heldCents: sumOf(held),
  })
  if (parts.toClientCents === 0n) await releaseTranches(ctx, contract, held)
  else await splitEscrow(ctx, contract, { ...parts, reason: 'accuracy' })
  return parts
}

/** Releases the upfront share once the bank can no longer take the payment back within its usual days. */
export async function releaseUpfront(ctx: SystemCtx, contractId: string): Promise<void> {
  const contract = await lockContract(ctx.tx, contractId)
  if (!['in_progress', 'synthetic_processing', 'pending_review'].includes(contract.status)) return
  const due = (await lockTranches(ctx.tx, contractId)).filter(
    (tranche) => isHeld(tranche) && tranche.release_at !== null && tranche.release_at <= ctx.now,
  )
  if (due.length === 0) return
  await releaseTranches(ctx, contract, due)
  await announce(ctx.tx, contract)
  await notify(ctx, {
    organizationId: contract.vendor,
    type: 'payment',
    title: 'Upfront share released',
    message: `The agreed upfront share for ${contract.title} has been released to you.`,
    path: '/vendor-earnings',
    mail: true,
  })
}

const isHeld = ({ state }: TrancheRow) => state === 'held'

/** Releases the rest of these held tranches to the vendor, with the fee it earns. */
async function releaseTranches(
  ctx: SystemCtx,
  contract: ContractRow,
  tranches: TrancheRow[],
): Promise<bigint> {
  const cents = sumOf(tranches)
  if (cents === 0n) return 0n
  return await withSystemRole(ctx.tx, async () => {
    await consume(ctx.tx, tranches, cents, 'released', ctx.now)
    const parts = { tranches, toVendorCents: cents, toClientCents: 0n }
    await moveOut(ctx, contract, { from: account.escrow, ...parts })
    return cents
  })
}

/** Freezes what is held, for a dispute the caller has claimed. */
export const freezeEscrow = (ctx: SystemCtx, contract: ContractRow) =>
  moveAll(ctx, contract, { kind: 'freeze', from: 'held', to: 'frozen' })

export const unfreezeEscrow = (ctx: SystemCtx, contract: ContractRow) =>
  moveAll(ctx, contract, { kind: 'thaw', from: 'frozen', to: 'held' })

async function moveAll(
  ctx: SystemCtx,
  { id, client }: ContractRow,
  { kind, from, to }: { kind: 'freeze' | 'thaw'; from: 'held' | 'frozen'; to: 'held' | 'frozen' },
): Promise<bigint> {
  return await withSystemRole(ctx.tx, async () => {
    const cents = sumOf(await moveTranches(ctx.tx, id, from, to))
    if (cents === 0n) return 0n
    const accounts = { held: account.escrow(id), frozen: account.escrowFrozen(id) }
    await post(ctx.tx, {
      organizationId: client,
      key: `${kind}:${id}:${ctx.now.toISOString()}`,
      kind,
      contractId: id,
      effectiveAt: ctx.now,
      legs: [{ dr: accounts[from], cr: accounts[to], amountCents: cents }],
    })
    return cents
  })
}

/**
 * Ends a contract's escrow: everything held or frozen goes to the two parties. The fee on the vendor's part is earned,
 * the rest of it goes back with the client's part. Throws amounts_differ when the parts are not the whole.
 */
export async function splitEscrow(
  ctx: SystemCtx,
  contract: ContractRow,
  parts: { toVendorCents: bigint; toClientCents: bigint; reason: RefundRow['reason'] },
): Promise<void> {
  const { toVendorCents, toClientCents, reason } = parts
  await withSystemRole(ctx.tx, async () => {
    const live = (await lockTranches(ctx.tx, contract.id)).filter(
      ({ state }) => state === 'held' || state === 'frozen',
    )
    if (toVendorCents < 0n || toClientCents < 0n || sumOf(live) !== toVendorCents + toClientCents)
      throw new AppError('amounts_differ')
    if (live.length === 0) return
    const from = live[0]!.state === 'frozen' ? account.escrowFrozen : account.escrow
    await consume(ctx.tx, live, toVendorCents, 'released', ctx.now)
    await consume(ctx.tx, live.toReversed(), toClientCents, 'refunded', ctx.now)
    const released = live.filter(({ released_cents }) => released_cents > 0n)
    const out = { from, tranches: released, toVendorCents, toClientCents }
    const moved = await moveOut(ctx, contract, out)
    const amountCents = toClientCents + moved.feeBackCents
    if (amountCents > 0n)
      await startRefund(ctx, contract, {
        ...moved,
        amountCents,
        feeCents: moved.feeBackCents,
        reason,
      })
  })
}

async function moveOut(
  ctx: SystemCtx,
  contract: ContractRow,
  parts: {
    from: (contractId: string) => string
    /** Lists the tranches that the vendor's part is taken from. */
    tranches: TrancheRow[]
    toVendorCents: bigint
    toClientCents: bigint
  },
): Promise<{ entryId: string; feeBackCents: bigint }> {
  const { id, client, vendor } = contract
  const { from, toVendorCents, toClientCents } = parts
  const money = (await contractMoney(ctx.tx, [id]))(id)
  const earned = earnedFee(contract.fee_bps, money, toVendorCents)
  const isEnd = money.heldCents === toVendorCents + toClientCents
  const feeBackCents = isEnd && toClientCents > 0n ? money.feeHeldCents - earned : 0n
  const legs: Leg[] = [
    { dr: from(id), cr: account.payable(vendor), amountCents: toVendorCents },
    { dr: account.feeDeferred(id), cr: account.feeRevenue, amountCents: earned },
    { dr: from(id), cr: account.refundTransit(client), amountCents: toClientCents },
    { dr: account.feeDeferred(id), cr: account.refundTransit(client), amountCents: feeBackCents },
  ]
  const kind = toClientCents > 0n ? 'refund' : 'release'
  const { entryId } = await post(ctx.tx, {
    organizationId: client,
    key: `${kind}:${id}:${money.releasedCents}:${money.refundedCents}`,
    kind,
    contractId: id,
    effectiveAt: ctx.now,
    legs,
  })
  if (toVendorCents > 0n) {
    announceEvent(ctx.tx, [client, vendor], 'escrow.released', { contractId: id })
    await issueForRelease(ctx, {
      contractId: id,
      trancheNumbers: parts.tranches.map(({ number }) => number),
      entryId,
      amountCents: toVendorCents,
    })
  }
  return { entryId, feeBackCents }
}

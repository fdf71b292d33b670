/**
 * Applies the bank's outcomes of a client's payment. Each one claims the payment's state first.
 * Requires the system role.
 */

import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import {
  announce,
  type ContractRow,
  contractMoney,
  lockContract,
  markFunded,
  markPaymentReturned,
} from '../../market/contracts/service.ts'
import { isPurchase, markDprAccepted } from '../../market/dprs/service.ts'
import { closeCompetingOffers } from '../../market/offers/service.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { type BankOutcome, bankingDaysAfter } from '../bank-gateway/service.ts'
import {
  amountDue,
  depositEscrow,
  freezeEscrow,
  moveTranches,
  returnPayment,
  splitEscrow,
} from '../escrow/service.ts'
import { issueCreditNote, issueForPayment } from '../invoices/service.ts'
import { account, type Leg, post } from '../ledger/service.ts'
import { claimPayment, findPayment, type PaymentRow } from './queries.ts'

/** Banking days after settlement in which the bank takes back what bounces as a rule. */
const RETURN_WINDOW_DAYS = 2

export async function applyPaymentOutcome(
  ctx: SystemCtx,
  { key, outcome, code }: BankOutcome,
): Promise<void> {
  const id = key.split(':')[1]!
  const known = await findPayment(ctx.tx, id)
  if (!known) throw new Error(`no payment ${id}`)
  const contract = await lockContract(ctx.tx, known.contract_id)
  if (outcome === 'settled') await settle(ctx, contract, id)
  else if (outcome === 'failed') await fail(ctx, contract, id, code)
  else await takeBack(ctx, contract, id, code)
}

async function settle(ctx: SystemCtx, before: ContractRow, id: string): Promise<void> {
  const payment = await claimPayment(ctx.tx, id, 'submitted', {
    state: 'settled',
    settled_at: ctx.now,
  })
  if (!payment) return
  const releaseAt = bankingDaysAfter(ctx.platform.config, ctx.now, RETURN_WINDOW_DAYS)
  await postFor(ctx, before, 'settle', id, await depositEscrow(ctx.tx, before, payment))
  const funded = await moveTranches(ctx.tx, before.id, 'pending', 'held', releaseAt)
  const isPaidUp = (await amountDue(ctx.tx, before)).totalCents === 0n
  const contract = isPaidUp ? await markFunded(ctx.tx, before, ctx.now) : before
  await issueForPayment(ctx, id)
  if (contract.status === 'disputed') await freezeEscrow(ctx, contract)
  if (contract.status === 'cancelled' || contract.status === 'completed')
    return await sendBack(ctx, contract)
  if (funded.some(({ trigger }) => trigger === 'on_settlement'))
    await enqueue(ctx.tx, 'escrow.release', {}, { runAt: releaseAt })
  // An earlier payment was returned in the meantime: the contract still waits for that money.
  if (!isPaidUp) return await announce(ctx.tx, contract)
  const parties = [contract.client, contract.vendor]
  announceEvent(ctx.tx, parties, 'contract.funded', { contractId: contract.id })
  if (before.funded_at) await notifyToppedUp(ctx, contract)
  else await beginWork(ctx, contract)
}

async function beginWork(ctx: SystemCtx, contract: ContractRow): Promise<void> {
  await markDprAccepted(ctx.tx, contract.dpr_id)
  await closeCompetingOffers(ctx, contract.dpr_id, contract.title)
  const isListed = await isPurchase(ctx.tx, contract.dpr_id)
  await notify(ctx, {
    organizationId: contract.vendor,
    type: 'payment',
    title: 'Escrow funded',
    message: `Funds have been placed in escrow for ${contract.title}. ${isListed ? 'The listed twin is being delivered; you have nothing to do.' : 'You can begin work.'}`,
    path: '/vendor-active-contracts',
    mail: true,
  })
  if (isListed) await ctx.platform.hooks.onPurchaseFunded(ctx, contract.id)
}

/** The contract ended while the bank had the payment: what is not owed goes back. */
async function sendBack(ctx: SystemCtx, contract: ContractRow): Promise<void> {
  const { heldCents } = (await contractMoney(ctx.tx, [contract.id]))(contract.id)
  const parts = { toVendorCents: 0n, toClientCents: heldCents }
  await splitEscrow(ctx, contract, { ...parts, reason: 'cancellation' })
}

async function notifyToppedUp(ctx: SystemCtx, contract: ContractRow): Promise<void> {
  for (const organizationId of [contract.vendor, contract.client])
    await notify(ctx, {
      organizationId,
      type: 'payment',
      title: 'Escrow complete',
      message: `Everything due on ${contract.title} is in escrow.`,
      path: `/contract-details/${contract.id}`,
    })
}

async function fail(
  ctx: SystemCtx,
  contract: ContractRow,
  id: string,
  code: string | null,
): Promise<void> {
  const payment = await claimPayment(ctx.tx, id, 'submitted', {
    state: 'failed',
    failure_code: code,
    ended_at: ctx.now,
  })
  if (!payment) return
  await undoPending(ctx, contract, payment)
  await notify(ctx, {
    organizationId: contract.client,
    type: 'payment',
    title: 'Payment failed',
    message: `Your bank refused the payment for ${contract.title}. Nothing was charged; try again.`,
    path: `/payment/${contract.offer_id}`,
    mail: true,
  })
}

/** Reverses a payment that never settled; only its entries remain. */
export async function undoPending(
  ctx: SystemCtx,
  contract: ContractRow,
  payment: PaymentRow,
): Promise<void> {
  const { id } = contract
  const amountCents = payment.amount_cents
  await postFor(ctx, contract, 'fund_reversed', payment.id, [
    { dr: account.escrowPending(id), cr: account.clearingCashIn, amountCents },
  ])
  await moveTranches(ctx.tx, id, 'pending', 'unfunded')
  await announce(ctx.tx, contract)
}

async function takeBack(
  ctx: SystemCtx,
  contract: ContractRow,
  id: string,
  code: string | null,
): Promise<void> {
  const payment = await claimPayment(ctx.tx, id, 'settled', {
    state: 'returned',
    failure_code: code,
    ended_at: ctx.now,
  })
  if (!payment) return
  const legs = await returnPayment(ctx.tx, contract, payment)
  const entryId = await postFor(ctx, contract, 'return', id, legs)
  await markPaymentReturned(ctx.tx, contract, ctx.now)
  await notify(ctx, {
    organizationId: contract.client,
    type: 'payment',
    title: 'Payment returned',
    message: `Your bank has taken back the payment for ${contract.title}. Pay again so that the contract can go on.`,
    path: `/payment/${contract.offer_id}`,
    mail: true,
  })
  await notify(ctx, {
    organizationId: contract.vendor,
    type: 'payment',
    title: 'Escrow interrupted',
    message: `The client's bank has taken back the payment for ${contract.title}. Wait with further work until escrow is funded again.`,
    path: `/payment-details/${contract.id}`,
    mail: true,
  })
  await notify(ctx, {
    audience: 'staff',
    type: 'payment',
    title: 'Payment returned',
    message: `A settled payment on ${contract.id} was returned (${code ?? 'no reason'}).`,
    path: '/admin/ledger',
  })
  await issueCreditNote(ctx, {
    contractId: contract.id,
    paymentId: id,
    entryId,
    amountCents: payment.amount_cents,
    feeCents: payment.fee_cents,
  })
}

async function postFor(
  ctx: SystemCtx,
  contract: ContractRow,
  kind: 'settle' | 'fund_reversed' | 'return',
  paymentId: string,
  legs: Leg[],
): Promise<string> {
  const { entryId } = await post(ctx.tx, {
    organizationId: contract.client,
    key: `${kind}:${paymentId}`,
    kind,
    contractId: contract.id,
    effectiveAt: ctx.now,
    legs,
  })
  return entryId
}

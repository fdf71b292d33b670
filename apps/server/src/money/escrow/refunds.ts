/** Money on its way back to a client: the ledger has it in transit until the bank has paid it out. */

import { notify } from '../../core/notifications/service.ts'
import { announce, type ContractRow, lockContract } from '../../market/contracts/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { type BankOutcome, instruct } from '../bank-gateway/service.ts'
import { issueCreditNote, markRefundPaid } from '../invoices/service.ts'
import { account, post } from '../ledger/service.ts'
import { minBigInt } from './fees.ts'
import { claimRefund, insertRefund, listRefundable, type RefundRow } from './queries.ts'

/** A refund that the bank could not pay is tried so often before staff take over. */
const MAX_ATTEMPTS = 3

/** Sends back what an entry has put in transit, the way it came: the newest payment first. */
export async function startRefund(
  ctx: SystemCtx,
  contract: ContractRow,
  input: { entryId: string; reason: RefundRow['reason']; amountCents: bigint; feeCents: bigint },
): Promise<void> {
  let left = input.amountCents
  let feeLeft = input.feeCents
  for (const payment of await withSystemRole(ctx.tx, () => listRefundable(ctx.tx, contract.id))) {
    const amount = minBigInt(left, payment.left_cents)
    if (amount === 0n) continue
    const fee = minBigInt(feeLeft, amount)
    left -= amount
    feeLeft -= fee
    const id = await withSystemRole(ctx.tx, () =>
      insertRefund(ctx.tx, {
        contract_id: contract.id,
        client: contract.client,
        payment_id: payment.id,
        entry_id: input.entryId,
        reason: input.reason,
        amount_cents: amount,
        fee_cents: fee,
        created_at: ctx.now,
      }),
    )
    await instructRefund(ctx, contract, { id, attempt: 1, payment_id: payment.id, amount })
    const credit = { contractId: contract.id, refundId: id, amountCents: amount, feeCents: fee }
    await issueCreditNote(ctx, credit)
  }
  if (left > 0n) throw new Error(`${left} cents of ${contract.id} have no payment to go back to`)
}

async function instructRefund(
  ctx: SystemCtx,
  contract: Pick<ContractRow, 'id' | 'client'>,
  refund: { id: string; attempt: number; payment_id: string; amount: bigint },
): Promise<void> {
  await instruct(ctx, {
    key: `refund:${refund.id}:${refund.attempt}`,
    kind: 'refund',
    organization: contract.client,
    amountCents: refund.amount,
    refundOf: `payment:${refund.payment_id}`,
    description: `Refund ${contract.id}`,
  })
}

/** Applies the bank's outcome of a refund. Requires the system role. */
export async function applyRefundOutcome(
  ctx: SystemCtx,
  { key, outcome, code }: BankOutcome,
): Promise<void> {
  const [, id, attempt] = key.split(':') as [string, string, string]
  if (outcome === 'settled') return await markPaid(ctx, id, Number(attempt))
  if (outcome === 'returned') return await takeBack(ctx, id, Number(attempt), code)
  const retry = Number(attempt) < MAX_ATTEMPTS
  const refund = await claimRefund(
    ctx.tx,
    { id, attempt: Number(attempt), from: 'submitted' },
    {
      failure_code: code,
      ...(retry ? { attempt: Number(attempt) + 1 } : { state: 'failed' }),
    },
  )
  if (!refund) return
  const contract = await lockContract(ctx.tx, refund.contract_id)
  if (retry) return await instructRefund(ctx, contract, { ...refund, amount: refund.amount_cents })
  await notifyStaff(ctx, contract, code)
}

/** The client's bank sent it back after it was paid: it is in transit again, and staff find another way. */
async function takeBack(ctx: SystemCtx, id: string, attempt: number, code: string | null) {
  const refund = await claimRefund(
    ctx.tx,
    { id, attempt, from: 'paid' },
    { state: 'failed', failure_code: code, paid_at: null },
  )
  if (!refund) return
  const { client, contract_id, amount_cents } = refund
  await post(ctx.tx, {
    organizationId: client,
    key: `refund_returned:${id}`,
    kind: 'refund_returned',
    contractId: contract_id,
    effectiveAt: ctx.now,
    legs: [{ dr: account.cashTrust, cr: account.refundTransit(client), amountCents: amount_cents }],
  })
  await notifyStaff(ctx, await lockContract(ctx.tx, contract_id), code)
}

async function notifyStaff(
  ctx: SystemCtx,
  contract: ContractRow,
  code: string | null,
): Promise<void> {
  await announce(ctx.tx, contract)
  await notify(ctx, {
    audience: 'staff',
    type: 'payment',
    title: 'Refund not paid',
    message: `The bank did not pay a refund on ${contract.id} (${code ?? 'no reason'}).`,
    path: '/admin/ledger',
  })
}

async function markPaid(ctx: SystemCtx, id: string, attempt: number): Promise<void> {
  const refund = await claimRefund(
    ctx.tx,
    { id, attempt, from: 'submitted' },
    { state: 'paid', paid_at: ctx.now },
  )
  if (!refund) return
  const { client, contract_id, amount_cents } = refund
  const contract = await lockContract(ctx.tx, contract_id)
  await post(ctx.tx, {
    organizationId: client,
    key: `refund_paid:${id}`,
    kind: 'refund_paid',
    contractId: contract_id,
    effectiveAt: ctx.now,
    legs: [{ dr: account.refundTransit(client), cr: account.cashTrust, amountCents: amount_cents }],
  })
  await announce(ctx.tx, contract)
  await notify(ctx, {
    organizationId: client,
    type: 'payment',
    title: 'Refund paid',
    message: `Your refund for ${contract.title} has been paid out.`,
    path: `/contract-details/${contract_id}`,
    mail: true,
  })
  await markRefundPaid(ctx, id)
}

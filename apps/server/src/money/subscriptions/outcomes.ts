/**
 * Applies the bank's outcomes of a charge. Each one claims the charge's state first. Requires the
 * system role.
 */
import { chargeRetryBankDays, retriedFailureCodes } from '@semblance/contract'
import { publish } from '../../platform/events/events.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { type BankOutcome, bankingDaysAfter } from '../bank-gateway/service.ts'
import { creditCharge, issueForCharge } from '../invoices/service.ts'
import { account, type Leg, post } from '../ledger/service.ts'
import { type ChargeRow, claimCharge } from './charge-queries.ts'
import { notifyFailed, notifyPaid, notifyReturned } from './notifications.ts'

export async function applyChargeOutcome(ctx: SystemCtx, told: BankOutcome): Promise<void> {
  const [, id, attempt] = told.key.split(':') as [string, string, string]
  const named = { id, attempt: Number(attempt) }
  if (told.outcome === 'settled') await markPaid(ctx, named)
  else if (told.outcome === 'failed') await markFailed(ctx, named, told.code)
  else await markReturned(ctx, named, told.code)
}

type Named = Pick<ChargeRow, 'id' | 'attempt'>

async function markPaid(ctx: SystemCtx, named: Named): Promise<void> {
  const charge = await claimCharge(
    ctx.tx,
    { ...named, state: 'submitted' },
    { state: 'paid', paid_at: ctx.now },
  )
  if (!charge) return
  const entryId = await move(ctx, charge, 'charge', {
    dr: account.cashTrust,
    cr: account.subscriptionRevenue,
    amountCents: charge.amount_cents,
  })
  await publishChange(ctx, charge)
  await notifyPaid(ctx, charge)
  await issueForCharge(ctx, { chargeId: charge.id, entryId })
}

async function markFailed(ctx: SystemCtx, named: Named, code: BankOutcome['code']): Promise<void> {
  const charge = await claimCharge(
    ctx.tx,
    { ...named, state: 'submitted' },
    {
      state: 'failed',
      failure_code: code,
      ended_at: ctx.now,
      retry_at: nextAttemptAt(ctx, named.attempt, code),
    },
  )
  if (!charge) return
  await publishChange(ctx, charge)
  await notifyFailed(ctx, charge)
}

/** Null where trying again by itself would not help, or is not allowed any more. */
function nextAttemptAt({ platform, now }: SystemCtx, attempt: number, code: string | null) {
  const days = chargeRetryBankDays[attempt - 1]
  if (!days || !code || !retriedFailureCodes.includes(code)) return null
  return bankingDaysAfter(platform.config, now, days)
}

async function markReturned(
  ctx: SystemCtx,
  named: Named,
  code: BankOutcome['code'],
): Promise<void> {
  const charge = await claimCharge(
    ctx.tx,
    { ...named, state: 'paid' },
    { state: 'returned', failure_code: code, ended_at: ctx.now },
  )
  if (!charge) return
  const entryId = await move(ctx, charge, 'charge_returned', {
    dr: account.subscriptionRevenue,
    cr: account.cashTrust,
    amountCents: charge.amount_cents,
  })
  await publishChange(ctx, charge)
  await notifyReturned(ctx, charge)
  await creditCharge(ctx, { chargeId: charge.id, entryId })
}

async function move(
  ctx: SystemCtx,
  { id, attempt, organization }: ChargeRow,
  kind: 'charge' | 'charge_returned',
  leg: Leg,
): Promise<string> {
  const { entryId } = await post(ctx.tx, {
    organizationId: organization,
    key: `${kind}:${id}:${attempt}`,
    kind,
    contractId: null,
    effectiveAt: ctx.now,
    legs: [leg],
  })
  return entryId
}

const publishChange = ({ tx }: SystemCtx, { organization }: ChargeRow) =>
  publish(tx, { organization }, { topic: 'billing.changed', id: organization })

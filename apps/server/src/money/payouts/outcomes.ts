/**
 * Applies the bank's outcomes of a payout. Each one claims the payout's state first. Requires the
 * system role.
 */
import { maxPayoutAttempts, payoutFailureText } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { publish } from '../../platform/events/events.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { type BankOutcome, bankingDaysAfter } from '../bank-gateway/service.ts'
import { account, type Leg, post } from '../ledger/service.ts'
import { claimPayout, endItems, type PayoutRow, saveSettings } from './queries.ts'

export async function applyPayoutOutcome(ctx: SystemCtx, told: BankOutcome): Promise<void> {
  const [, id, attempt] = told.key.split(':') as [string, string, string]
  const named = { id, attempt: Number(attempt) }
  if (told.outcome === 'settled') await markPaid(ctx, named)
  else if (told.outcome === 'failed') await markFailed(ctx, named, told.code)
  else await markReturned(ctx, named, told.code)
}

type Named = Pick<PayoutRow, 'id' | 'attempt'>

async function markPaid(ctx: SystemCtx, named: Named): Promise<void> {
  const payout = await claimPayout(
    ctx.tx,
    { ...named, state: 'submitted' },
    { state: 'paid', paid_at: ctx.now, failure_code: null },
  )
  if (!payout) return
  const { vendor, amount_cents: amountCents } = payout
  await move(ctx, payout, 'payout_paid', {
    dr: account.payoutTransit(vendor),
    cr: account.cashTrust,
    amountCents,
  })
  announceEvent(ctx.tx, [vendor], 'payout.paid', { payoutId: payout.id })
  await notifyVendor(ctx, payout, {
    title: 'Payout paid',
    message: `A payout has been paid to your account ending in ${payout.account_last4}.`,
  })
}

async function markFailed(ctx: SystemCtx, named: Named, code: BankOutcome['code']): Promise<void> {
  const isLast = named.attempt >= maxPayoutAttempts
  const payout = await claimPayout(
    ctx.tx,
    { ...named, state: 'submitted' },
    {
      state: isLast ? 'needs_attention' : 'failed',
      failure_code: code,
      ended_at: ctx.now,
      ...(!isLast && { scheduled_for: bankingDaysAfter(ctx.platform.config, ctx.now, 1) }),
    },
  )
  if (!payout) return
  const { vendor, amount_cents: amountCents } = payout
  await move(ctx, payout, 'payout_failed', {
    dr: account.payoutTransit(vendor),
    cr: account.payable(vendor),
    amountCents,
  })
  announceFailure(ctx, payout, isLast ? 'needs_attention' : 'failed')
  await notifyVendor(ctx, payout, {
    title: 'Payout failed',
    message: isLast
      ? `${payoutFailureText(code)} Nothing is lost: the money is paid out as soon as that is settled.`
      : `${payoutFailureText(code)} It is tried again on the next banking day.`,
    path: '/bank-tax-info',
  })
  if (isLast) await notifyStaff(ctx, 'Payout needs attention', payout, code)
}

/** The account is not used again: the bank has shown that money does not stay there. */
async function markReturned(
  ctx: SystemCtx,
  named: Named,
  code: BankOutcome['code'],
): Promise<void> {
  const payout = await claimPayout(
    ctx.tx,
    { ...named, state: 'paid' },
    { state: 'returned', failure_code: code, ended_at: ctx.now },
  )
  if (!payout) return
  const { vendor, amount_cents: amountCents } = payout
  await endItems(ctx.tx, payout.id)
  await saveSettings(ctx.tx, vendor, { refused_account_since: payout.account_since })
  await move(ctx, payout, 'payout_returned', {
    dr: account.cashTrust,
    cr: account.payable(vendor),
    amountCents,
  })
  announceFailure(ctx, payout, 'returned')
  await notifyVendor(ctx, payout, {
    title: 'Payout returned',
    message: `${payoutFailureText(code)} Payouts wait until you have entered another account.`,
    path: '/bank-tax-info',
  })
  await notifyStaff(ctx, 'Payout returned', payout, code)
}

function announceFailure(
  { tx }: SystemCtx,
  { id: payoutId, vendor }: PayoutRow,
  status: 'failed' | 'needs_attention' | 'returned',
): void {
  announceEvent(tx, [vendor], 'payout.failed', { payoutId, status })
}

async function move(
  ctx: SystemCtx,
  { id, attempt, vendor }: PayoutRow,
  kind: 'payout_paid' | 'payout_failed' | 'payout_returned',
  leg: Leg,
): Promise<void> {
  await post(ctx.tx, {
    organizationId: vendor,
    key: `${kind}:${id}:${attempt}`,
    kind,
    contractId: null,
    effectiveAt: ctx.now,
    legs: [leg],
  })
}

async function notifyVendor(
  ctx: SystemCtx,
  { id, vendor }: PayoutRow,
  words: { title: string; message: string; path?: string },
): Promise<void> {
  await publish(ctx.tx, { organization: vendor }, { topic: 'payout.changed', id })
  await notify(ctx, {
    organizationId: vendor,
    type: 'payment',
    path: '/vendor-earnings',
    mail: true,
    ...words,
  })
}

async function notifyStaff(
  ctx: SystemCtx,
  title: string,
  { id, attempt }: PayoutRow,
  code: string | null,
): Promise<void> {
  await notify(ctx, {
    audience: 'staff',
    type: 'payment',
    title,
    message: `Payout ${id}, attempt ${attempt}, was not taken by the bank (${code ?? 'no reason'}).`,
    path: '/admin/ledger',
  })
}

/** Payments of the past: in escrow since then, with their upfront share released, or refused by the bank. */
import type { Ctx } from '../../platform/context.ts'
import { failInPast as refuse, settleInPast } from '../bank/service.ts'
import { releaseUpfront } from '../escrow/service.ts'
import { applyPaymentOutcome, findLivePayment, fundEscrow } from '../payments/service.ts'

/** After the days in which the bank may take it back. */
const UPFRONT_AFTER_MS = 4 * 86_400_000

type Payment = Parameters<typeof fundEscrow>[1] & { contractId: string }

export async function payInPast(ctx: Ctx, payment: Payment): Promise<void> {
  await settleInPast(ctx, await pay(ctx, payment), applyPaymentOutcome)
  const later = new Date(Math.min(ctx.now.getTime() + UPFRONT_AFTER_MS, Date.now()))
  await releaseUpfront({ ...ctx, now: later }, payment.contractId)
}

/** For want of funds. */
export async function failInPast(ctx: Ctx, payment: Payment): Promise<void> {
  await refuse(ctx, await pay(ctx, payment), 'R01', applyPaymentOutcome)
}

async function pay(ctx: Ctx, { contractId, ...input }: Payment): Promise<string> {
  await fundEscrow(ctx, input)
  const payment = await findLivePayment(ctx.tx, contractId)
  return `payment:${payment!.id}`
}

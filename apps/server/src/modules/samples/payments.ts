/** Payments of the past: in escrow since then, with their upfront share released. */
import type { Ctx } from '../../platform/context.ts'
import { settleInPast } from '../bank/service.ts'
import { releaseUpfront } from '../escrow/service.ts'
import { applyPaymentOutcome, findLivePayment, fundEscrow } from '../payments/service.ts'

/** After the days in which the bank may take it back. */
const UPFRONT_AFTER_MS = 4 * 86_400_000

export async function payInPast(
  ctx: Ctx,
  { contractId, ...input }: Parameters<typeof fundEscrow>[1] & { contractId: string },
): Promise<void> {
  await fundEscrow(ctx, input)
  const payment = await findLivePayment(ctx.tx, contractId)
  await settleInPast(ctx, `payment:${payment!.id}`, applyPaymentOutcome)
  const later = new Date(Math.min(ctx.now.getTime() + UPFRONT_AFTER_MS, Date.now()))
  await releaseUpfront({ ...ctx, now: later }, contractId)
}

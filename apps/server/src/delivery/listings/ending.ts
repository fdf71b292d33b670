import { endPurchases } from '../../market/offers/service.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { endLive } from './queries.ts'

/** Takes a locked listing off the catalog, and ends the purchases of it that wait for an approval. Requires the system role. */
export async function endSale(ctx: SystemCtx, listingId: string, reason: string): Promise<void> {
  await endLive(ctx.tx, listingId)
  await endPurchases(ctx, listingId, reason)
}

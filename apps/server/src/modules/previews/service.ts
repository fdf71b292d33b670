/** Previews of deliveries: kept with the delivery, and shown to its client as long as the delivery is. */
import type { PreviewTable } from '@semblance/contract'
import { readerOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { getContractOfDpr } from '../contracts/service.ts'
import { findDeliveryPreview, insertDeliveryPreview } from './queries.ts'

export { listStoredSamples } from './queries.ts'
export { readPreview } from './read-preview.ts'

/** In the transaction that makes the delivery ready. Run as the system. */
export async function keepPreview(
  tx: Tx,
  deliveryId: string,
  tables: PreviewTable[],
): Promise<void> {
  await insertDeliveryPreview(tx, deliveryId, tables)
}

/** Whoever may see that something was delivered may look at it, whatever has been released. */
export async function getDeliveryPreview(
  ctx: Ctx,
  dprId: string,
): Promise<{ tables: PreviewTable[] }> {
  const client = readerOrg(ctx, 'client')
  const contract = await getContractOfDpr(ctx, dprId)
  const found = contract.client === client && (await findDeliveryPreview(ctx.tx, contract.id))
  if (!found) throw new AppError('not_found')
  return { tables: found.tables ?? [] }
}

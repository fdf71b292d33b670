/** Previews of deliveries: kept with the delivery, and shown to its client as long as the delivery is. */
import { randomUUID } from 'node:crypto'
import type { PreviewTable } from '@semblance/contract'
import type { TableReport } from '@semblance/synth'
import { readerOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { getContractOfDpr } from '../contracts/service.ts'
import {
  endPreview,
  findDeliveryPreview,
  insertDeliveryPreview,
  insertPreview,
  type PreviewRow,
} from './queries.ts'
import { figuresOf, readPreview } from './read-preview.ts'

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

/** With an offer of the sample marketplace: of a twin that is there, as if a sample of so many rows had been asked for. Run as the system. */
export async function enterPreview(
  tx: Tx,
  offer: Pick<PreviewRow, 'offer_id' | 'client' | 'vendor'>,
  made: { fileName: string; fileBytes: bigint; table: TableReport },
): Promise<void> {
  const sample_id = randomUUID()
  const file = { sample_id, file_name: made.fileName, file_bytes: made.fileBytes }
  await insertPreview(tx, { ...offer, ...file, is_loaded: true })
  const [first] = await readPreview([made.table])
  const table = { ...first!, totalRows: first!.rows }
  const figures = { ...figuresOf([made.table]), rows: table.rows }
  await endPreview(tx, sample_id, { state: 'ready', figures, tables: [table] })
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

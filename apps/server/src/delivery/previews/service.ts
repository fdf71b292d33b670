/** Previews of deliveries: kept with the delivery, and shown to its client as long as the delivery is. */
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import type { PreviewTable } from '@semblance/contract'
import type { TableReport } from '@semblance/synth'
import { viewerOrganization } from '../../core/api/service.ts'
import { getContractOfDpr } from '../../market/contracts/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { noteUse } from '../usage/service.ts'
import { describePreview } from './describe-preview.ts'
import {
  endPreview,
  findDataContract,
  findDeliveryPreview,
  insertDeliveryPreview,
  insertPreview,
  type PreviewRow,
} from './queries.ts'

export { copyPreview, findPreviewOf } from './copies.ts'
export { endAllSamples, finishSamples } from './make-preview.ts'
export { listStoredSamples } from './queries.ts'
export { readPreview } from './read-preview.ts'

/**
 * Stores a delivery's preview. Call as the system, in the transaction that makes the delivery
 * ready.
 */
export async function keepPreview(
  tx: Tx,
  deliveryId: string,
  tables: PreviewTable[],
): Promise<void> {
  await insertDeliveryPreview(tx, deliveryId, tables)
}

/**
 * Inserts a preview for an offer of the sample marketplace, from an existing twin, as if a sample
 * with that number of rows had been requested. Requires the system role.
 */
export async function enterPreview(
  tx: Tx,
  offer: Pick<PreviewRow, 'offer_id' | 'client' | 'vendor'>,
  made: { fileName: string; fileBytes: bigint; table: TableReport },
): Promise<void> {
  const sample_id = randomUUID()
  const file = { sample_id, file_name: made.fileName, file_bytes: made.fileBytes }
  await insertPreview(tx, { ...offer, ...file, is_loaded: true })
  const dataContract = await findDataContract(tx, offer.offer_id)
  const whole = await describePreview([made.table], dataContract, dirname(made.table.path))
  const tables = whole.tables.map((table) => ({ ...table, totalRows: table.rows }))
  const figures = { ...whole.figures, rows: tables[0]?.rows ?? 0 }
  await endPreview(tx, sample_id, { ...whole, figures, tables })
}

/**
 * Returns a delivery's preview to readers of its client's side, regardless of what has been
 * released. Throws not_found.
 */
export async function getDeliveryPreview(
  ctx: Ctx,
  dprId: string,
): Promise<{ tables: PreviewTable[] }> {
  const client = viewerOrganization(ctx, 'client')
  const contract = await getContractOfDpr(ctx, dprId)
  const found = contract.client === client && (await findDeliveryPreview(ctx.tx, contract.id))
  if (!found) throw new AppError('not_found')
  await noteUse(ctx, { kind: 'preview', objectId: contract.id, vendor: contract.vendor })
  return { tables: found.tables ?? [] }
}

import type { Tx } from '../../platform/database/db.ts'
import { insertDeliveryPreview } from './queries.ts'

/** Returns the first rows of a delivery's tables; undefined where none were kept. Requires the system role. */
export async function findPreviewOf(tx: Tx, deliveryId: string) {
  const row = await tx
    .selectFrom('delivery_previews')
    .select('tables')
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
  return row?.tables
}

/** Gives a delivery the preview of the one that it is a copy of. Requires the system role. */
export async function copyPreview(tx: Tx, { from, to }: { from: string; to: string }) {
  const tables = await findPreviewOf(tx, from)
  if (tables) await insertDeliveryPreview(tx, to, tables)
}

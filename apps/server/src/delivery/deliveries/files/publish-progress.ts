/** Publishes the progress of a delivery. */
import type { Tx } from '../../../platform/database/db.ts'
import { signal } from '../../../platform/events/events.ts'

type Watched = { contract_id: string; client: string; vendor: string }

/**
 * Publishes `delivery.changed` to both parties, whose browsers read the progress again. Each sees
 * what it may.
 */
export async function publishProgress(
  tx: Tx,
  { contract_id, client, vendor }: Watched,
): Promise<void> {
  const parties = [{ organization: client }, { organization: vendor }]
  await signal(tx, parties, { topic: 'delivery.changed', id: contract_id })
}

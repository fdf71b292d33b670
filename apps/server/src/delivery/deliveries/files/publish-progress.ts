/** Publishes the progress of a delivery. */
import type { Tx } from '../../../platform/database/db.ts'
import { signal } from '../../../platform/events/events.ts'
import type { DeliveryRow } from '../queries.ts'

/**
 * Publishes `delivery.changed` to all parties, whose browsers read the progress again. Each sees
 * what it may.
 */
export async function publishProgress(
  tx: Tx,
  {
    id,
    contract_id,
    client,
    vendor,
  }: Pick<DeliveryRow, 'id' | 'contract_id' | 'client' | 'vendor'>,
): Promise<void> {
  const parties = [client, vendor].flatMap((party) => (party ? [{ organization: party }] : []))
  await signal(tx, parties, { topic: 'delivery.changed', id: contract_id ?? id })
}

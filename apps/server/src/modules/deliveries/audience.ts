/** Who watches a delivery. */
import type { Tx } from '../../platform/db.ts'
import { signal } from '../../platform/events.ts'

type Watched = { contract_id: string; client: string; vendor: string }

/** Browsers of both sides read anew how far it is; each sees what it may. */
export async function tellProgress(
  tx: Tx,
  { contract_id, client, vendor }: Watched,
): Promise<void> {
  const parties = [{ organization: client }, { organization: vendor }]
  await signal(tx, parties, { topic: 'delivery.changed', id: contract_id })
}

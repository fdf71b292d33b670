/** Announces to the pages and programs of a client that pushes have ended, in the transaction that ends them. */
import { announceEvent } from '../../core/webhooks/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { EndedPush } from './push-queries.ts'

export async function publishEnds(
  tx: Tx,
  pushes: EndedPush[],
  type: 'push.arrived' | 'push.failed',
): Promise<void> {
  for (const { id, contract_id, delivery_id, client } of pushes) {
    announceEvent(tx, [client], type, {
      contractId: contract_id,
      deliveryId: delivery_id,
      pushId: id,
    })
    await publish(tx, { organization: client }, { topic: 'push.changed', id: contract_id })
  }
}

/** Webhook endpoints of one organization at a receiver of this process, and the events that are sent there. */
import type { ServerResponse } from 'node:http'
import { announceEvent } from '../../src/core/webhooks/announce.ts'
import { system } from '../../src/platform/database/db.ts'
import type { Market, Person } from '../fixtures/market-fixtures.ts'
import { useReceiver } from './webhook-receiver.ts'

export async function useWebhooks(market: Market, person: Person) {
  const { db } = market.platform
  const receiver = await useReceiver()
  const admin = await market.colleague(person, 'administrator')
  const sql = async (text: string, values: unknown[] = []) =>
    (await db.pool.query(text, values)).rows
  const addAt = async (url: string) => {
    const made = await admin.api.webhooks.create({ url, types: ['dpr.published'] })
    return { id: made.endpoint.id, secret: made.secret }
  }
  return {
    admin,
    receiver,
    sql,
    addAt,
    add: async (path: string, answer?: (response: ServerResponse) => void) => ({
      ...(await addAt(receiver.at(path, answer))),
      path,
    }),
    publish: (...dprIds: string[]) =>
      db.transaction(system, async (tx) => {
        for (const dprId of dprIds)
          announceEvent(tx, [person.organization.id], 'dpr.published', { dprId })
      }),
    logOf: async (endpointId: string) =>
      (await admin.api.webhooks.deliveries({ endpointId, limit: 100 })).items,
    endpointOf: async (id: string) =>
      (await admin.api.webhooks.list({ limit: 100 })).items.find((one) => one.id === id),
    makeDue: (endpointId: string) =>
      sql(
        `update app.webhook_deliveries set next_at = now(), sending_until = null
         where endpoint = $1 and state = 'pending'`,
        [endpointId],
      ),
    /** Leaves nothing to the next test. */
    remove: (...endpoints: { id: string }[]) =>
      Promise.all(endpoints.map(({ id: endpointId }) => admin.api.webhooks.remove({ endpointId }))),
  }
}

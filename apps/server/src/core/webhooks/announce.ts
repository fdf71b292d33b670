/** Announces what happened to the programs of the organizations concerned, in the transaction of the change. */
import type { WebhookData, WebhookType } from '@semblance/contract'
import { beforeCommit, type Tx, withSystemRole } from '../../platform/database/db.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { insertAnnounced } from './delivery-queries.ts'

type Announced = { organizations: readonly string[]; type: WebhookType; body: string }

/**
 * Sends an event to those endpoints of the organizations that chose its type, once the transaction
 * commits; to none if it is rolled back.
 */
export function announceEvent<Type extends WebhookType>(
  tx: Tx,
  organizations: readonly string[],
  type: Type,
  data: WebhookData<Type>,
): void {
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
  beforeCommit<Announced>(tx, queueAnnounced, { organizations, type, body })
}

async function queueAnnounced(tx: Tx, announced: Announced[]): Promise<void> {
  const rows = announced.flatMap(({ organizations, type, body }) =>
    [...new Set(organizations)].map((organization) => ({ organization, type, body })),
  )
  const count = await withSystemRole(tx, () => insertAnnounced(tx, rows))
  if (count > 0) await queueSending(tx)
}

/** Has what is due sent after the commit. Jobs have no key: two changes never wait for each other. */
export const queueSending = (tx: Tx) => enqueue(tx, 'webhook.send', {})
